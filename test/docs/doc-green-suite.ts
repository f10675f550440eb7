/**
 * The guide `is-my-suite-good.md` shows what `vostro coverage` and `vostro mutants` print for the two suites of its application.
 * `npm run docs -- --suites` writes these results into the guide, and a test checks that the guide is up to date.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf } from '../../src/core/kernel/keys.ts'
import { type AxisName, axes } from '../../src/suite/coverage/axes.ts'
import type { Met } from '../../src/suite/coverage/met.ts'
import { coverageFrom } from '../../src/suite/coverage/report.ts'
import { root } from './doc-files.ts'
import { table, withTables } from './doc-markup.ts'

export const guidePath = 'docs/guides/is-my-suite-good.md'

/** Runs `vostro` to its end. */
export type RunVostro = (words: readonly string[]) => Promise<{ readonly code: number | null; readonly stdout: string }>

/** What the first suite met, what both suites met together, and what the page shows of it. */
interface Covered {
  readonly first: Met
  readonly both: Met
  /** The blocks of printed text on the page, in order. */
  readonly blocks: readonly string[]
  readonly table: string
}

/** A verdict, as `--verdicts` writes it. */
interface Told {
  readonly id: string
  readonly verdict: 'noticed' | 'survived' | 'tolerated' | 'not seen' | 'not met'
  readonly metBy: readonly string[]
}

/** The verdicts on the mutants by the first suite, and by both suites together. */
interface Judged extends Pick<Covered, 'blocks' | 'table'> {
  readonly first: readonly Told[]
  readonly both: readonly Told[]
  /** How the command ended for both suites. */
  readonly code: number | null
}

/** The axes of which the page shows the printed report. */
const shown: readonly AxisName[] = ['steps', 'calendar']

/** The command that runs the suites, as the project of the application would run them: the named files, or all. */
const suites = (...files: readonly string[]) => [
  '--',
  ...[process.execPath, `${root}node_modules/vitest/vitest.mjs`, 'run'],
  ...['--config', `${root}test/docs/supplier-payments.config.ts`, ...files],
]
const FIRST = 'payments.test.ts'

/** Both runs of `vostro coverage`; their files go into the folder. */
export async function covered(vostro: RunVostro, folder: string): Promise<Covered> {
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')]
  const one = await vostro(['coverage', '--folder', join(folder, 'one'), '--met', before, ...suites(FIRST)])
  const two = await vostro(['coverage', '--folder', folder, '--met', after, '--since', before, ...suites()])
  if (one.code !== 0 || two.code !== 0) throw new Error(`The suites are not green:\n${one.stdout}${two.stdout}`)
  const [first, both] = [before, after].map((path) => JSON.parse(readFileSync(path, 'utf8'))) as [Met, Met]
  const parts = one.stdout.split('\n\n')
  const since = two.stdout.slice(two.stdout.indexOf('Since then:')).trimEnd().split('\n')
  return {
    first,
    both,
    blocks: [
      shown.map((axis) => parts.find((part) => part.startsWith(`${axis}: `))?.trimEnd()).join('\n\n'),
      since.filter((line) => /Since then|(events|calendar): /.test(line)).join('\n'),
    ],
    table: table(
      ['axis', 'met', 'never', 'then met', 'then never'],
      keysOf(axes).map((axis) => [`\`${axis}\``, ...[first, both].flatMap((met) => countsOf(axis, met))]),
    ),
  }
}

/** How many items of an axis were met, and how many were not, although they can be. */
function countsOf(axis: AxisName, met: Met): string[] {
  const unmet = coverageFrom(met).unmet.filter((each) => each.axis === axis)
  return [Object.keys(met[axis]).length, unmet.length].map(String)
}

/** Both runs of `vostro mutants`, which take some minutes. A mutant that the first suite notices is not run again with both. */
export async function judged(vostro: RunVostro, folder: string): Promise<Judged> {
  const verdictsOf = async (name: string, only: readonly string[], ...files: readonly string[]) => {
    const path = join(folder, name)
    const ended = await vostro([
      'mutants',
      ...only.map((id) => `--only=${id}`),
      '--verdicts',
      path,
      ...suites(...files),
    ])
    return { ...ended, told: JSON.parse(readFileSync(path, 'utf8')) as Told[] }
  }
  const { told: first, stdout } = await verdictsOf('first.json', [], FIRST)
  const open = first.filter(({ verdict }) => verdict !== 'noticed').map(({ id }) => id)
  const { told: later, code } = await verdictsOf('both.json', open)
  const both = first.map((told) => later.find(({ id }) => id === told.id) ?? told)
  const row = (verdict: Told['verdict']) =>
    [first, both].map((told) => {
      const ids = told.filter((each) => each.verdict === verdict).map(({ id }) => `\`${id}\``)
      return verdict === 'not met' || ids.length === 0 ? String(ids.length) : `${ids.length}: ${ids.join(', ')}`
    })
  const verdicts = ['noticed', 'survived', 'tolerated', 'not seen', 'not met'] as const
  return {
    first,
    both,
    code,
    blocks: [survivorsIn(stdout)],
    table: table(
      ['verdict', 'of the first suite', 'of both'],
      [...verdicts.map((verdict) => [verdict, ...row(verdict)]), ['runs of the tests', ...[first, both].map(runsOf)]],
    ),
  }
}

/** The number of runs: the first, and one for each mutant that breaks something which a test met. */
const runsOf = (told: readonly Told[]) => String(1 + told.filter(({ metBy }) => metBy.length > 0).length)

/** The printed lines about survivors. The lines about other mutants are left out, because the first test to notice one may differ. */
function survivorsIn(printed: string): string {
  return [...printed.matchAll(/^SURVIVED .*\n(?: {12}(?!met by |and \d).*\n)+/gm)]
    .map(([text]) => text.trimEnd())
    .join('\n')
}

/** The page with new results: its blocks of text are replaced in order, and each table replaces the one with the same head. */
export function withRuns(page: string, blocks: readonly (string | undefined)[], tables: readonly string[]): string {
  let index = 0
  const written = page.replace(/^```text\n[\s\S]*?^```/gm, (old) => {
    const block = blocks[index++]
    return block === undefined ? old : `\`\`\`text\n${block}\n\`\`\``
  })
  return withTables(written, tables)
}
