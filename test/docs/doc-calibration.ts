/** The page of what `calibrate` can see, made from its tables of probes and readers. */
import { type AssumptionId, assumptions } from 'vostro'
import { notVisible } from '../../src/sandbox/calibrate/not-visible.ts'
import { probes } from '../../src/sandbox/calibrate/probes/table.ts'
import { readers } from '../../src/sandbox/calibrate/readers/table.ts'
import { page, table } from './doc-markup.ts'

interface Row {
  readonly scope: string
  readonly how: string
  readonly tells: { readonly [Id in AssumptionId]?: string }
}

/** What is seen, by whom: each assumption once. */
function calibrationRows(): { id: AssumptionId; scope: string; how: string; when: string }[] {
  const seen: readonly Row[] = [...readers.map((reader) => ({ scope: 'any', ...reader })), ...probes]
  const idsOf = (tells: Row['tells']) => Object.keys(tells) as AssumptionId[]
  return seen.flatMap(({ scope, how, tells }) =>
    idsOf(tells).map((id) => ({ id, scope, how, when: tells[id] as string })),
  )
}

export function calibrationPage(): string {
  const order = Object.keys(assumptions)
  const rows = calibrationRows().sort((first, second) => order.indexOf(first.id) - order.indexOf(second.id))
  const hidden = Object.entries(notVisible)
  return page(
    'What calibrate sees',
    'Which [assumptions](assumptions.md) a client can see from outside. [Calibrate](../guides/calibrate.md) tells how.',
    `## What can be seen

${rows.length} of ${order.length}. What needs the scope \`any\` is read off whatever exchanges there are, those of a recording too; the others are shown by a probe, which needs its scope.`,
    table(
      ['assumption', 'scope', 'what it does', 'as long as'],
      rows.map(({ id, scope, how, when }) => [`\`${id}\``, scope, how, when || 'always']),
    ),
    `## What cannot

${hidden.length} of ${order.length}.`,
    table(
      ['assumption', 'why'],
      hidden.map(([id, why]) => [`\`${id}\``, why as string]),
    ),
  )
}
