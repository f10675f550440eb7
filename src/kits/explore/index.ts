/**
 * explore: a partner's code under every single change and every pair of them, on a bank that is forked for each run, and on that bank's
 * clock. It finds the bugs that only a lost answer, a crash, or a repeated or swapped notification brings out, and shows the smallest run
 * that does.
 */
import { type Bank, createBank } from '../../bank.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { hashText } from '../../core/kernel/hash.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import { durationFrom } from '../../shell/options.ts'
import { PartnerTime } from '../time/partner-time.ts'
import { Draws } from '../time/random.ts'
import { takeOverChance } from '../time/take-over.ts'
import { type Change, changesNamed } from './change.ts'
import { Failures } from './failures.ts'
import { textOf } from './report.ts'
import { cleanOf, type Run, run } from './run.ts'
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'
import { Search, shardOf } from './search.ts'

export { type BookEntry, OracleError, type OracleName } from './oracles.ts'
export { type Coverage, type Ends, type Exploration, type ExploreOptions, type Failure, type Process, ProcessEndedError, type Scenario, type Scene } from './scenario.ts'

const DEFAULT_RUNS = 5_000

/**
 * Runs a scenario once as it is, then once for each single change and for each pair of them: a fault of a request or push, a lost or
 * swapped notification, a call that others overtake, an outage, a process or a store that fails; each on a bank of its own, over
 * `fetch`, with the process's timers, dates and random numbers on that bank's clock. After each run the bank heals, and the oracles are
 * asked: one intent is one wire, money is conserved, no credit before posting, and where the scenario shows its books, they reconcile.
 *
 * @param scenario - the partner's code at work; it rejects where something is not as it should be
 * @param options - what to explore, how far, and what a scenario may reject with
 * @returns how much was covered, and every bug, in the smallest run that shows it
 * @throws {UsageError} where `only` names no run, or one in which nothing strikes
 * @example
 * ```ts
 * const { failures, text } = await explore(async ({ bank, fetch }) => {
 *   const { access_token } = bank.tokens.issue()
 *   const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } })
 *   if (answer.status !== 200) throw new Error(`answered ${answer.status}`) // a partner that never tries again
 * })
 * failures[0]?.run // 'status503@1'
 * ```
 */
export async function explore<Result>(
  scenario: Scenario<Result>,
  options: ExploreOptions<Result> = {},
): Promise<Exploration> {
  if (options.heal !== undefined) durationFrom(options.heal, 'explore, and heal for')
  const time = new PartnerTime(options.patience)
  const draws = new Draws(1)
  const putBack = [
    ...(options.time === 'real' ? [] : [time.takeOver()]),
    ...(options.random === 'real' ? [] : [takeOverChance(draws)]),
  ]
  try {
    return await exploreOn(new Explorer(scenario, options, time, draws))
  } finally {
    for (const undo of putBack.toReversed()) undo()
  }
}

/** Plays runs, one after the other. */
class Explorer<Result> {
  runs = 0
  readonly base: Bank
  readonly #handles = new Set<string>()

  constructor(
    readonly scenario: Scenario<Result>,
    readonly options: ExploreOptions<Result>,
    readonly time: PartnerTime,
    readonly draws: Draws,
  ) {
    this.base = isBank(options.bank) ? options.bank : createBank(options.bank)
  }

  async play(changes: readonly Change[], clean?: ReturnType<typeof cleanOf>): Promise<Run> {
    const assumed = changes.filter((change) => change.kind === 'assume')
    const bank = assumed.length === 0 ? this.base.fork() : assuming(this.options, assumed)
    // A run is judged by everything that happened in it.
    internalsOf(bank).keepAll()
    this.draws.reset()
    const setting = { scenario: this.scenario, options: this.options, time: this.time, handles: this.#handles }
    const made = await run(bank, setting, changes, clean)
    this.runs++
    return made
  }
}

async function exploreOn<Result>(explorer: Explorer<Result>): Promise<Exploration> {
  const { options } = explorer
  const { maxRuns = DEFAULT_RUNS, maxFailures = Number.POSITIVE_INFINITY, signal } = options
  const warnings = new Set<string>()
  const failures = new Failures(optionsText(options))
  const search = new Search(options as ExploreOptions<never>)
  let cutBy: string | undefined
  const conclude = (): Exploration => {
    const coverage = search.end()
    const planned = Math.max(explorer.runs + search.left, explorer.runs)
    const complete = cutBy === undefined && warnings.size === 0
    const found = { runs: explorer.runs, planned, complete, failures: failures.found, warnings: [...warnings], coverage }
    return { ...found, text: textOf(found, cutBy) }
  }
  const note = (made: Run): void => {
    for (const warning of made.warnings) warnings.add(warning)
    if (made.error) failures.add(made as Run & { error: Error }, explorer.runs)
    options.onProgress?.({ runs: explorer.runs, planned: explorer.runs + search.left, failures: failures.found.length })
  }

  // Twice: what stores hand out is known from the first, and what differs without any change is no ground to compare on.
  const arrived = await explorer.play([])
  const first = arrived.error ? arrived : await explorer.play([])
  note(first)
  if (first.error) return conclude()
  if (first.print !== arrived.print && first.points.length !== arrived.points.length) {
    warnings.add('Two runs without any change differ: what they show cannot be compared. Let nothing depend on real time or chance.')
  }
  const clean = cleanOf(first)

  if (options.only !== undefined) {
    const made = await explorer.play(changesNamed(options.only), clean)
    if (made.unmet > 0) {
      throw new UsageError(
        `Failed to explore the run "${options.only}": ${made.unmet} of its changes met nothing, as the run has ${made.points.length} points. Take the name from failures[i].run, with the same scenario and options. (§7)`,
      )
    }
    note(made)
    return conclude()
  }

  const isMine = shardOf(options.shard, hashText)
  search.add(otherAssumptions(first.bank, options.assume).map((change) => [change]))
  search.follow(first)
  for (let changes = search.next(); changes; changes = search.next()) {
    if (!isMine(changes)) continue
    const made = await explorer.play(changes, clean)
    search.follow(made)
    note(made)
    if (failures.found.length >= maxFailures) cutBy = 'maxFailures'
    else if (signal?.aborted) cutBy = 'signal'
    else if (explorer.runs >= maxRuns) cutBy = 'maxRuns'
    if (cutBy !== undefined) break
  }
  if (search.left === 0 && cutBy === 'maxRuns') cutBy = undefined
  return conclude()
}

/** Every other value of the assumptions on which the clean run rests: of each, or of those that were named. */
function otherAssumptions(bank: Bank, wanted: ExploreOptions['assume']): Change[] {
  if (wanted === undefined) return []
  return bank.assumptions
    .used()
    .filter(({ id }) => wanted === 'each' || wanted.includes(id))
    .flatMap(({ id }) => assumptions[id].allowed.others.map((value): Change => ({ kind: 'assume', id, value })))
}

function assuming<Result>({ bank }: ExploreOptions<Result>, assumed: readonly Change[]): Bank {
  const assume = Object.fromEntries(assumed.flatMap((each) => (each.kind === 'assume' ? [[each.id as AssumptionId, each.value]] : [])))
  if (isBank(bank)) {
    throw new UsageError(
      `Failed to explore with ${JSON.stringify(assume)}: a bank that is open keeps its assumptions. Pass the options of a bank instead. (§7)`,
    )
  }
  return createBank({ ...bank, assume: { ...bank?.assume, ...assume } })
}

/** The options that a replay needs, as code. */
function optionsText(options: ExploreOptions<never> | ExploreOptions<unknown>): string {
  const { bank, heal, assume, time, random } = options
  const given = { bank: isBank(bank) ? undefined : bank, heal, assume, time, random }
  const text = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${JSON.stringify(value)}, `))
  return `${text.join('')}${options.mayReject ? 'mayReject, ' : ''}${options.books ? 'books, ' : ''}`
}

function isBank(given: unknown): given is Bank {
  return typeof given === 'object' && given !== null && 'fork' in given
}
