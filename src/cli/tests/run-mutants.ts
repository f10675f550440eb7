/** Runs the tests against the bank as it is, then against mutants (banks that break one promise each). Reports which the tests noticed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { count } from '../../core/kernel/count.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
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
  readonly verdict: (typeof VERDICTS)[number]
  /** The test that noticed the mutant, or how the command ended. */
  readonly by?: string
  /** The message of that test, in one line. */
  readonly failure?: string
  /** The tests that used what the promise is about. */
  readonly metBy: readonly string[]
}

/** The verdicts, in the order of the report: first those that need a new test. Of the promises that no test met, it has only the number. */
const VERDICTS = ['survived', 'not seen', 'tolerated', 'noticed', 'not met'] as const

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
    if (code !== 0 || lines.length === 0) {
      const fact =
        code === 0
          ? 'no test reported which behaviour of a bank it met'
          : `the tests fail against the bank as it is, with exit code ${code}`
      stderr(
        `Failed to run mutants: ${fact}. Make "${words.join(' ')}" pass, with tests that use a kit of vostro or "vostro serve".`,
      )
      return code || 1
    }
    const ids = Object.keys(mutants).filter((id) => only.length === 0 || only.includes(id))
    const atOnce = (values.get('atOnce') as number | undefined) ?? Math.max(1, Math.floor(availableParallelism() / 2))
    stderr(estimateOf(ids, lines, took, atOnce))
    const told = await verdictsOn(ids, atOnce, signal, terminal, (id) =>
      verdictOn(id, lines, { words, folder: join(folder, id), patience, signal }),
    )
    const inOrder = VERDICTS.flatMap((verdict) => told.filter((each) => each.verdict === verdict))
    const shown = inOrder.filter(({ verdict }) => verdict !== 'not met')
    await stdout([...shown.map((each) => textOf(each, accepted)), countsOf(told)].join('\n').trimStart())
    const file = values.get('verdicts')
    if (typeof file === 'string') writeTo(file, JSON.stringify(told, null, 2))
    const isUntold = told.length < ids.length
    return isUntold || told.some(({ verdict, id }) => verdict === 'survived' && !accepted.includes(id)) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
function estimateOf(ids: readonly string[], lines: readonly MetByTest[], took: number, atOnce: number): string {
  const names = lines.map(({ met }) => namesIn(met))
  const runs = ids.filter((id) => names.some((each) => hasMet((mutants[id] as Mutant).met, each))).length
  const minutes = Math.ceil((Math.ceil(runs / atOnce) * took) / 60_000)
  return `The tests met the promises of ${runs} of ${ids.length} mutants. To run the tests against these takes less than about ${count(minutes, 'minute', 'minutes')}.`
}

interface Run {
  readonly words: readonly string[]
  readonly folder: string
  readonly patience: number
  /** Aborted when the process gets a signal to end. */
  readonly signal: AbortSignal
}

async function verdictOn(id: string, lines: readonly MetByTest[], run: Run): Promise<MutantVerdict> {
  const mutant = mutants[id] as Mutant
  const { section, promise, breaks, advice, harmlessWith } = mutant
  const met = lines.filter((line) => hasMet(mutant.met, namesIn(line.met)))
  const isHarmless = harmlessWith === undefined || met.every((line) => hasMet(harmlessWith, namesIn(line.met)))
  const harmlessTo = isHarmless ? mutant.harmlessTo : undefined
  const row = {
    id,
    section,
    promise,
    breaks,
    advice,
    ...(harmlessTo && { harmlessTo }),
    metBy: met.map(({ test }) => keyOfTest(test)).sort(),
  }
  if (met.length === 0) return { ...row, verdict: 'not met' }
  const { by, failure, effects } = await ranAt(id, row.metBy, run)
  if (by !== undefined) return { ...row, verdict: 'noticed', by, ...(failure && { failure }) }
  if (effects === 0 && mutant.isMetByEffect) return { ...row, metBy: [], verdict: 'not met' }
  return { ...row, verdict: effects === 0 ? 'not seen' : harmlessTo ? 'tolerated' : 'survived' }
}

/** Runs the tests against a mutant, until a test fails. */
async function ranAt(id: string, tests: readonly string[], { words, folder, patience, signal }: Run) {
  mkdirSync(folder)
  const list = join(folder, 'tests.json')
  writeFileSync(list, JSON.stringify(tests))
  const variables = { VOSTRO_MUTANT: id, VOSTRO_MUTANT_TESTS: list, VOSTRO_COVERAGE: folder, VOSTRO_TRACE: 'off' }
  const run = beginTests(words, variables, signal, true)
  const failed = () => linesIn(folder).filter(({ failure }) => failure !== undefined)
  let isOver = false
  // The partner's runner is another process, in real time.
  const look = setInterval(() => failed().length > 0 && run.stop(), BETWEEN_LOOKS)
  const end = setTimeout(() => {
    isOver = true
    run.stop()
  }, patience)
  const code = await run.ended.finally(() => {
    clearInterval(look)
    clearTimeout(end)
  })
  const [first] = failed()
    .map(({ test, failure = '' }) => ({ by: keyOfTest(test), failure: lineOf(failure) }))
    .sort((one, other) => (one.by < other.by ? -1 : 1))
  const how = isOver
    ? 'the command, which did not end'
    : code === 0
      ? undefined
      : `the command, which ended with ${code}`
  return { by: how, ...first, effects: linesIn(folder).reduce((sum, { effects = 0 }) => sum + effects, 0) }
}

/** The verdicts, in the order of `ids`. Each goes to stderr at once. After a signal, only the verdicts known by then are returned. */
async function verdictsOn(
  ids: readonly string[],
  atOnce: number,
  signal: AbortSignal,
  { stderr }: Terminal,
  tell: (id: string) => Promise<MutantVerdict>,
): Promise<MutantVerdict[]> {
  const told = new Map<string, MutantVerdict>()
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      const known = await tell(id)
      if (signal.aborted) return
      told.set(id, known)
      stderr(`${told.size} of ${ids.length}: ${known.verdict} ${id}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return ids.flatMap((id) => told.get(id) ?? [])
}

function textOf(told: MutantVerdict, accepted: readonly string[]): string {
  const text = linesOn(told).join('\n            ')
  return accepted.includes(told.id) ? text.replace('SURVIVED', 'accepted') : text
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

function linesOn({
  id,
  verdict,
  section,
  promise,
  breaks,
  harmlessTo,
  by,
  failure,
  advice,
  metBy,
}: MutantVerdict): string[] {
  const broken = `${id}: ${promise} Instead: ${breaks} (${section})`
  const ownAdvice = harmlessTo ? `harmless to ${harmlessTo}. Otherwise add: ${advice}` : `add: ${advice}`
  switch (verdict) {
    case 'survived':
      return [`SURVIVED  ${broken}`, `add: ${advice}`, ...testsOf(metBy)]
    case 'not seen':
      return [`not seen  ${broken}`, ownAdvice, ...testsOf(metBy)]
    case 'tolerated':
      return [`tolerated ${broken}`, ownAdvice]
    case 'noticed':
      return [`noticed   ${id}: by ${by}${failure ? `: ${failure}` : ''}`]
    case 'not met':
      return []
  }
}

/** How many mutants had each verdict. There is no score, because one survivor may matter more than ten. */
function countsOf(told: readonly MutantVerdict[]): string {
  const counts = VERDICTS.map((verdict) => `${told.filter((each) => each.verdict === verdict).length} ${verdict}`)
  return `\n${counts.join(', ')}`
}

/** For each promise, the report names at most this many of the tests in `metBy`. */
const SHOWN = 3

const testsOf = (metBy: readonly string[]): string[] => [
  ...metBy.slice(0, SHOWN).map((test) => `met by ${test}`),
  ...(metBy.length > SHOWN ? [`and ${metBy.length - SHOWN} more`] : []),
]
