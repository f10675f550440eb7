/** Runs the tests against the bank as it is, then against mutants (banks that break one promise each). Reports which the tests noticed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { count } from '../../core/kernel/count.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import { wrapped } from '../../core/kernel/wrapped.ts'
import type { MetByTest } from '../../suite/coverage/write-met.ts'
import { keyOfTest } from '../../suite/mutants/asked.ts'
import { hasMet, type Mutant } from '../../suite/mutants/mutant.ts'
import { mutants } from '../../suite/mutants/mutants.ts'
import { callError, type Invocation, type Terminal } from '../command.ts'
import { writeTo } from '../files/read-and-write.ts'
import { linesIn, namesIn } from './met-in-folder.ts'
import { beginTests, ending } from './test-command.ts'

interface MutantVerdict extends Pick<Mutant, 'section' | 'promise' | 'breaks' | 'advice' | 'harmlessTo'> {
  readonly id: string
  /** `tolerated`: no test failed, but correct code need not notice the mutant. `not seen`: no test reached its broken behaviour. */
  readonly verdict: keyof typeof MEANINGS
  /** The test that noticed the mutant, or how the command ended. */
  readonly by?: string
  /** The message of that test, in one line. */
  readonly failure?: string
  /** What failed though the mutant changed nothing in it: tests, or the command. Such a failure notices no mutant. */
  readonly unrelated?: readonly string[]
  /** The tests that used what the promise is about. */
  readonly metBy: readonly string[]
}

/** What each verdict means, in the order of the report: first those that need a new test. */
const MEANINGS = {
  survived: 'no test failed: add the line, or accept the mutant',
  'not seen': 'tests relied on the promise, but looked at another moment',
  tolerated: 'no test failed, and code may be right without noticing it',
  noticed: 'a test failed in which the mutant changed something',
  'not met': 'no test relied on the promise, as coverage or the run showed',
} as const

/** Milliseconds between two checks of the files that the tests write. */
const BETWEEN_LOOKS = 200
/** A run may take ten times as long as the first run, and these milliseconds more. Then it is stopped. */
const PATIENCE = 60_000

export async function runMutants({ words, values }: Invocation, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  const [only, accepted] = [idsOf('only', values.get('only')), idsOf('accept', values.get('accept'))]
  if (words.length === 0)
    throw callError('mutants', [{ path: '-- COMMAND', message: 'is missing: write, for example, -- npx vitest run' }])
  const folder = mkdtempSync(join(tmpdir(), 'vostro-mutants-'))
  try {
    // The partner's tests run in another process, so the time that they take is measured in real time.
    const began = performance.now()
    const signal = ending(terminal)
    const code = await beginTests(words, { VOSTRO_COVERAGE: folder }, signal).ended
    if (signal.aborted) return 1
    const took = performance.now() - began
    const patience = 10 * took + PATIENCE
    const lines = linesIn(folder)
    const problem = problemWith(code, lines)
    if (problem !== undefined) {
      stderr(
        `Failed to run mutants: ${problem}. Make "${words.join(' ')}" pass, with tests that use a kit of vostro or "vostro serve".`,
      )
      return code || 1
    }
    const ids = Object.keys(mutants).filter((id) => only.length === 0 || only.includes(id))
    const rows = ids.map((id) => rowOf(id, lines))
    const tried = rows.filter(({ metBy }) => metBy.length > 0)
    const atOnce = (values.get('atOnce') as number | undefined) ?? Math.max(1, Math.floor(availableParallelism() / 2))
    stderr(estimateOf(tried.length, ids.length, took, atOnce).join('\n'))
    const known = await verdictsOn(tried, atOnce, signal, terminal, (row) =>
      verdictOn(row, { words, folder: join(folder, row.id), patience, signal }),
    )
    const told = rows.flatMap((row) => (tried.includes(row) ? (known.get(row.id) ?? []) : row))
    const reasons = reasonsAgainst(told, ids.length, accepted)
    const inOrder = keysOf(MEANINGS).flatMap((verdict) => told.filter((each) => each.verdict === verdict))
    const shown = inOrder.filter(({ verdict }) => verdict !== 'not met')
    const outcome = reasons.length === 0 ? 'passed' : 'failed'
    const head = [`Verdict: ${outcome}`, ...reasons.map((reason) => `  ${reason}`)].join('\n')
    const texts = shown.map((each) => textOf(each, accepted)).join('\n')
    await stdout([head, texts, countsOf(told, known.size)].filter((part) => part !== '').join('\n\n'))
    writeTo(values.get('verdicts'), JSON.stringify(told, null, 2), terminal)
    return reasons.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Why the first run, against the bank as it is, is nothing to compare other runs with; undefined if it is. */
function problemWith(code: number, lines: readonly MetByTest[]): string | undefined {
  const failed = lines.find(({ failure }) => failure !== undefined)
  const name = failed && `${keyOfTest(failed.test)} failed`
  if (code !== 0) return `the tests fail against the bank as it is, with exit code ${code}${name ? `: ${name}` : ''}`
  if (name) return `against the bank as it is, ${name} at one of its tries, so its failures tell nothing`
  return lines.length === 0 ? 'no test reported which behaviour of a bank it met' : undefined
}

/** @throws {CallError} if an id is of no mutant */
function idsOf(option: string, given: unknown): readonly string[] {
  const ids = (given ?? []) as readonly string[]
  const unknown = ids.filter((id) => !Object.hasOwn(mutants, id))
  if (unknown.length === 0) return ids
  const messageOf = (id: string) => `unknown mutant "${id}"${didYouMean(id, Object.keys(mutants))}`
  throw callError(
    'mutants',
    unknown.map((id) => ({ path: `--${option}`, message: messageOf(id) })),
  )
}

/** How long the runs take at most, if each takes as long as the first. Most are shorter: they run a part of the tests, or end at a failure. */
function estimateOf(tried: number, all: number, took: number, atOnce: number): string[] {
  const minutes = Math.ceil((Math.ceil(tried / atOnce) * took) / 60_000)
  return wrapped(
    `The tests may rely on the promises of ${tried} of ${all} mutants. To run the tests against these takes less than about ${count(minutes, 'minute', 'minutes')}.`,
    WIDTH,
  )
}

function reasonsAgainst(told: readonly MutantVerdict[], all: number, accepted: readonly string[]): string[] {
  const survivors = told.filter(({ verdict, id }) => verdict === 'survived' && !accepted.includes(id))
  return [
    ...(survivors.length > 0 ? [`${count(survivors.length, 'mutant')} survived.`] : []),
    ...(told.length < all ? [`The run was ended before ${count(all - told.length, 'mutant')} had a verdict.`] : []),
  ]
}

interface MutantRun {
  readonly words: readonly string[]
  readonly folder: string
  readonly patience: number
  /** Aborted when the process gets a signal to end. */
  readonly signal: AbortSignal
}

/** The verdict on a mutant before the tests are run against it. */
function rowOf(id: string, lines: readonly MetByTest[]): MutantVerdict {
  const { section, promise, breaks, advice, harmlessWith, ...mutant } = mutants[id] as Mutant
  const met = lines.filter((line) => hasMet(mutant.met, namesIn(line.met)))
  const isHarmless = harmlessWith === undefined || met.every((line) => hasMet(harmlessWith, namesIn(line.met)))
  const harmlessTo = isHarmless ? mutant.harmlessTo : undefined
  const metBy = met.map(({ test }) => keyOfTest(test)).sort()
  return { id, section, promise, breaks, advice, ...(harmlessTo && { harmlessTo }), metBy, verdict: 'not met' }
}

async function verdictOn(row: MutantVerdict, run: MutantRun): Promise<MutantVerdict> {
  const { by, failure, unrelated, effects } = await ranAt(row.id, row.metBy, run)
  const known = { ...row, ...(unrelated.length > 0 && { unrelated }) }
  if (by !== undefined) return { ...known, verdict: 'noticed', by, ...(failure && { failure }) }
  if (effects === 0 && mutants[row.id]?.isMetByEffect) return { ...known, metBy: [] }
  return { ...known, verdict: effects === 0 ? 'not seen' : row.harmlessTo ? 'tolerated' : 'survived' }
}

/** Runs the tests against a mutant, until a test fails in which the mutant changed something. */
async function ranAt(id: string, tests: readonly string[], { words, folder, patience, signal }: MutantRun) {
  mkdirSync(folder)
  const list = join(folder, 'tests.json')
  writeFileSync(list, JSON.stringify(tests))
  const variables = { VOSTRO_MUTANT: id, VOSTRO_MUTANT_TESTS: list, VOSTRO_COVERAGE: folder, VOSTRO_TRACE: 'off' }
  const run = beginTests(words, variables, signal, true)
  const failed = (isRelated: boolean) =>
    linesIn(folder).filter(({ failure, effects = 0 }) => failure !== undefined && effects > 0 === isRelated)
  let isOver = false
  // The partner's runner is another process, in real time.
  const look = setInterval(() => failed(true).length > 0 && run.stop(), BETWEEN_LOOKS)
  const end = setTimeout(() => {
    isOver = true
    run.stop()
  }, patience)
  const code = await run.ended.finally(() => {
    clearInterval(look)
    clearTimeout(end)
  })
  const [first] = failed(true)
    .map(({ test, failure = '' }) => ({ by: keyOfTest(test), failure: lineOf(failure) }))
    .sort((one, other) => (one.by < other.by ? -1 : 1))
  const others = [...new Set(failed(false).map(({ test }) => keyOfTest(test)))]
  const effects = linesIn(folder).reduce((sum, each) => sum + (each.effects ?? 0), 0)
  const command = `the command, which ${isOver ? 'did not end' : `ended with ${code}`}`
  const isUnexplained = code !== 0 && !first && others.length === 0
  const isByCommand = isOver || (isUnexplained && effects > 0)
  const unrelated = isUnexplained && !isByCommand ? [command] : others
  return { by: isByCommand ? command : undefined, ...first, unrelated, effects }
}

/** The verdicts by their ids. Each goes to stderr at once. After a signal, only the verdicts known by then are returned. */
async function verdictsOn(
  rows: readonly MutantVerdict[],
  atOnce: number,
  signal: AbortSignal,
  { stderr }: Terminal,
  tell: (row: MutantVerdict) => Promise<MutantVerdict>,
): Promise<ReadonlyMap<string, MutantVerdict>> {
  const told = new Map<string, MutantVerdict>()
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined && !signal.aborted; row = waiting.shift()) {
      const known = await tell(row)
      if (signal.aborted) return
      told.set(row.id, known)
      stderr(`${told.size} of ${rows.length}: ${known.verdict} ${row.id}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return told
}

const WIDTH = 80
const INDENT = 12

function textOf(told: MutantVerdict, accepted: readonly string[]): string {
  const [head = '', ...lines] = linesOn(told).flatMap((line) => wrapped(line, WIDTH - INDENT))
  const name = told.verdict === 'survived' ? (accepted.includes(told.id) ? 'accepted' : 'SURVIVED') : told.verdict
  return [name.padEnd(INDENT) + head, ...lines.map((line) => ' '.repeat(INDENT) + line)].join('\n')
}

/** A failure in one line, without colours: its first line, then the expected and received values; without these, the next line. */
function lineOf(message: string): string {
  const [first = '', ...others] = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const values = others.filter((line) => /^(?:[-+] (?!Expected\b|Received\b)|Expected|Received)/.test(line))
  return [first, ...(values.length > 0 ? values.slice(0, 2) : others.slice(0, 1))].join(' ').slice(0, LONGEST)
}
const LONGEST = 240

function linesOn({ verdict, by, failure, unrelated = [], metBy, ...row }: MutantVerdict): string[] {
  if (verdict === 'noticed') return [`${row.id}: by ${by}${failure ? `: ${failure}` : ''}`]
  const others = unrelated.map((test) => `failed, though the mutant changed nothing in it: ${test}`)
  const harmless = row.harmlessTo ? [`harmless to ${row.harmlessTo}. Otherwise add:`] : ['add:']
  const broken = `${row.id}: ${row.promise} Instead: ${row.breaks} (${row.section})`
  return [broken, ...harmless, ...codeLines(row.advice), ...(verdict === 'tolerated' ? [] : testsOf(metBy)), ...others]
}

/** Each statement has a line of its own, and so has its comment, so that no line needs to be broken within code. */
function codeLines(advice: string): string[] {
  const [code = '', note] = advice.split(' // ')
  const notes = note === undefined ? [] : wrapped(note, WIDTH - INDENT - 5).map((line) => `// ${line}`)
  return [...code.split(/(?<=;) /), ...notes]
}

/** How many mutants had each verdict. There is no score, because one survivor may matter more than ten. */
function countsOf(told: readonly MutantVerdict[], runs: number): string {
  const rows = keysOf(MEANINGS).map((verdict) => {
    const often = told.filter((each) => each.verdict === verdict).length
    return `${String(often).padStart(3)} ${verdict.padEnd(9)}  ${MEANINGS[verdict]}`
  })
  return [...rows, `${String(told.length).padStart(3)} in all; the tests ran against ${runs}`].join('\n')
}

/** For each promise, the report names at most this many of the tests in `metBy`. */
const SHOWN = 3

const testsOf = (metBy: readonly string[]): string[] => [
  ...metBy.slice(0, SHOWN).map((test) => `met by ${test}`),
  ...(metBy.length > SHOWN ? [`and ${metBy.length - SHOWN} more`] : []),
]
