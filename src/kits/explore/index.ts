/**
 * explore: a partner's code under every single fault and every order of pushes, on a bank that is forked for each run. It finds the
 * bugs that only a lost answer, an expired token, a repeated or a swapped notification brings out, and shows the smallest run that
 * does.
 */

import { type Bank, createBank } from '../../bank.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { SIGNATURE_HEADER } from '../../core/webhooks/signature.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import { durationFrom } from '../../shell/options.ts'
import { nextOrders, smallerOrders } from './orders.ts'
import { type Clean, cleanOf, type Run, run } from './run.ts'
import type { Exploration, ExploreOptions, Failure, Scenario } from './scenario.ts'
import { describe, deskDecisions, faultsAt, pushVariations, type Variation, variationNamed } from './variation.ts'

export { type BookEntry, OracleError, type OracleName } from './oracles.ts'
export type { Exploration, ExploreOptions, Failure, Scenario, Scene } from './scenario.ts'

const DEFAULT_RUNS = 5_000

/**
 * Runs a scenario once as it is, then once for each single fault at each request and push, and for every order in which pushes
 * that wait together can come; each on a bank of its own, over `bank.fetch`. Pushes that have no payment and no account in common
 * are not swapped. After each run the bank heals, and the oracles are asked: one intent is one wire, money is conserved, no credit
 * before posting, and where the scenario shows its books, they reconcile.
 *
 * @param scenario - the partner's code at work; it rejects where something is not as it should be
 * @param options - what to explore, how far, and what a scenario may reject with
 * @returns how much was covered, and every failing run, reduced to the least that makes it fail
 * @throws {UsageError} where `only` names no run
 * @example
 * ```ts
 * const { failures, text } = await explore(async ({ bank, fetch }) => {
 *   const { access_token } = bank.tokens.issue()
 *   const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } })
 *   if (answer.status !== 200) throw new Error(`answered ${answer.status}`) // a partner that never tries again
 * })
 * failures[0]?.run // 'status401@1'
 * ```
 */
export async function explore<Result>(
  scenario: Scenario<Result>,
  options: ExploreOptions<Result> = {},
): Promise<Exploration> {
  if (options.heal !== undefined) durationFrom(options.heal, 'explore, and heal for')
  const base = isBank(options.bank) ? options.bank : createBank(options.bank)
  const explored = new Explored(options)
  const play = async (variation: Variation, clean?: Clean) => {
    const bank = variation.does === 'assume' ? assuming(options, variation) : base.fork()
    // A run is judged by everything that happened in it.
    internalsOf(bank).keepAll()
    const made = await run(bank, scenario, variation, options, clean)
    explored.countRun()
    return made
  }

  const first = await play({ does: 'nothing' })
  if (first.error) return explored.result([failureOf({ does: 'nothing' }, first, first.error, 1)])
  const clean = cleanOf(first)

  const failures: Failure[] = []
  const attempt = async (variation: Variation): Promise<Run | undefined> => {
    if (!explored.mayGoOn(failures.length)) return undefined
    const made = await play(variation, clean)
    if (!made.error) return made
    const foundAfter = explored.runs
    const [smallest, smallestRun] = await reduce(variation, made, (smaller) => play(smaller, clean))
    const failure = failureOf(smallest, smallestRun, smallestRun.error as Error, foundAfter)
    if (!failures.some(({ run }) => run === failure.run)) failures.push(failure)
    return made
  }

  if (options.only !== undefined) {
    const named = variationNamed(options.only)
    if (named === undefined) {
      throw new UsageError(
        `Failed to explore the run "${options.only}": this is no name of a run. Take it from failures[i].run, such as "lostAnswer@3". (§7)`,
      )
    }
    await attempt(named)
    return explored.result(failures)
  }
  const singles = [
    // Few, and they show much.
    ...(options.decisions ? otherDecisions(first.bank) : []),
    ...(options.faults === false ? [] : singleFaults(first)),
    ...(options.assume ? otherAssumptions(first.bank, options.assume) : []),
  ]
  explored.plan(singles.length)
  for (const variation of singles) await attempt(variation)
  if (options.orders !== false) {
    const waiting = nextOrders([], first)
    explored.plan(waiting.length)
    // What a run shows joins the end of the queue.
    for (const choices of waiting) {
      const made = await attempt({ does: 'order', choices })
      const further = made ? nextOrders(choices, made) : []
      explored.plan(further.length)
      for (const order of further) waiting.push(order)
    }
  }
  return explored.result(failures)
}

class Explored {
  runs = 0
  #planned = 1
  #cutBy: 'maxRuns' | 'maxFailures' | undefined

  constructor(private readonly options: Pick<ExploreOptions, 'maxRuns' | 'maxFailures'>) {}

  plan(runs: number): void {
    this.#planned += runs
  }

  countRun(): void {
    this.runs++
    // Reducing a failure takes runs that nobody planned.
    this.#planned = Math.max(this.#planned, this.runs)
  }

  mayGoOn(failures: number): boolean {
    const { maxRuns = DEFAULT_RUNS, maxFailures = Number.POSITIVE_INFINITY } = this.options
    if (this.runs >= maxRuns) this.#cutBy ??= 'maxRuns'
    if (failures >= maxFailures) this.#cutBy ??= 'maxFailures'
    return this.#cutBy === undefined
  }

  result(failures: Failure[]): Exploration {
    const complete = this.#cutBy === undefined
    const head = `${this.runs} of ${this.#planned} runs, ${complete ? 'complete' : `cut short by ${this.#cutBy}`}`
    const stories = failures.map(({ run, error, replay }) => `${run}: ${error.message}\n  ${replay}`)
    const text = [head, `${failures.length} ${failures.length === 1 ? 'failure' : 'failures'}`, ...stories].join('\n')
    return { runs: this.runs, planned: this.#planned, complete, failures, text }
  }
}

function singleFaults({ bank, delivered }: Run): Variation[] {
  const requests = bank.requests.flatMap(({ endpoint }) => endpoint ?? [])
  const atRequests = requests.flatMap((endpoint, index) =>
    faultsAt(endpoint).map((fault): Variation => ({ does: 'request', fault, nth: index + 1, at: endpoint })),
  )
  const names = new Map(bank.events.map(({ id, eventName }) => [id, eventName]))
  const signed = new Set(
    bank.pushes.flatMap(({ headers, notification }) => (headers?.[SIGNATURE_HEADER] ? notification.id : [])),
  )
  const atPushes = delivered.flatMap((id, index) =>
    pushVariations(signed.has(id)).map(
      (fault): Variation => ({ does: 'push', fault, nth: index + 1, at: names.get(id) ?? '' }),
    ),
  )
  return [...atRequests, ...atPushes]
}

function otherDecisions({ world }: Bank): Variation[] {
  return Array.from({ length: world.wires.payments.size }, (_, slot) => slot + 1).flatMap((nth) =>
    deskDecisions.map((decision): Variation => ({ does: 'decide', decision, nth })),
  )
}

/** Every other value of the assumptions on which the clean run rests: of each, or of those that were named. */
function otherAssumptions(bank: Bank, wanted: 'each' | readonly AssumptionId[]): Variation[] {
  return bank.assumptions
    .used()
    .filter(({ id }) => wanted === 'each' || wanted.includes(id))
    .flatMap(({ id }) => assumptions[id].allowed.others.map((value): Variation => ({ does: 'assume', id, value })))
}

function assuming<Result>({ bank }: ExploreOptions<Result>, { id, value }: { id: string; value: unknown }): Bank {
  if (isBank(bank)) {
    throw new UsageError(
      `Failed to explore with "${id}" as ${JSON.stringify(value)}: a bank that is open keeps its assumptions. Pass the options of a bank instead. (§7)`,
    )
  }
  return createBank({ ...bank, assume: { ...bank?.assume, [id as AssumptionId]: value } })
}

/** The least of a failing variation that still fails: of an order, as few changes as can be. */
async function reduce(
  variation: Variation,
  made: Run,
  play: (variation: Variation) => Promise<Run>,
): Promise<[Variation, Run]> {
  if (variation.does !== 'order') return [variation, made]
  for (const choices of smallerOrders(variation.choices)) {
    const smaller = { does: 'order', choices } as const
    const again = await play(smaller)
    if (again.error) return await reduce(smaller, again, play)
  }
  return [variation, made]
}

function failureOf(variation: Variation, { bank }: Run, error: Error, foundAfter: number): Failure {
  const { run, ...change } = describe(variation)
  const replay = `await explore(scenario, { only: ${JSON.stringify(run)} })`
  return { run, foundAfter, ...change, error, timeline: bank.timeline(), replay }
}

function isBank(given: unknown): given is Bank {
  return typeof given === 'object' && given !== null && 'fork' in given
}
