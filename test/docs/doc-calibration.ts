/** The page about what `calibrate` asks, made from the table of its questions. */
import { type AssumptionId, assumptions } from 'vostro'
import type { Assumption } from '../../src/core/assumptions/entry.ts'
import { isAsked, questions } from '../../src/sandbox/questions/all-questions.ts'
import type { Question } from '../../src/sandbox/questions/question.ts'
import { page, table } from './doc-markup.ts'

const order = Object.keys(assumptions) as AssumptionId[]

interface Row {
  readonly scope: string
  readonly how: string
  readonly when: string
}

function rowOf(question: Question): Row {
  if (question.kind === 'read') {
    return { scope: 'any', how: question.how ?? 'reads it off the exchanges', when: question.when }
  }
  const [story] = question.stories
  return {
    scope: story?.scope ?? 'read',
    how: question.stories.map(({ how }) => how).join('; or '),
    when: question.when,
  }
}

export function calibrationPage(): string {
  const rows = order.filter(isAsked).map((id) => {
    const row = rowOf(questions[id])
    return [`\`${id}\``, row.scope, row.how, row.when || 'always']
  })
  const others = order.flatMap((id) => {
    const { findOut }: Assumption = assumptions[id]
    return findOut === undefined ? [] : [[`\`${id}\``, findOut]]
  })
  return page(
    'What calibrate asks',
    'The [assumptions](assumptions.md) that calibrate asks a service about, and how to find out the others. [Calibrate](../guides/calibrate.md) explains a run.',
    `## What is asked

Calibrate asks about ${rows.length} of ${order.length} assumptions. With the scope \`any\`, calibrate reads an assumption off the exchanges that it has, such as those of a recording. For all others calibrate asks the service, and needs the scope that the table gives.`,
    table(['assumption', 'scope', 'what calibrate does', 'condition'], rows),
    `## What is not asked

No client can see the other ${others.length} assumptions, or hardly a test rests on them.`,
    table(['assumption', 'how to find out'], others),
  )
}
