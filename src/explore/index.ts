/**
 * explore: runs a partner's code with every single change and every pair of changes, each time on a fork of the bank and on its clock. It finds
 * the bugs that show only after a lost answer, a crash, or a repeated or swapped notification, and shows the smallest run that has the bug.
 */

import { durationFrom } from '../bank/shell/state/options.ts'
import { InTurn } from '../core/kernel/in-turn.ts'
import { checkExplore } from './explore-options.ts'
import { exploreTestWith } from './explore-test.ts'
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'
import { Explorer } from './search/explorer.ts'
import { Player } from './search/player.ts'

export { type BookEntry, OracleError, type OracleName } from '../bank/books/oracles.ts'
export { merge } from './findings/merge.ts'
export {
  type Coverage,
  type Ends,
  type Exploration,
  type ExploreOptions,
  type Failure,
  type Process,
  ProcessEndedError,
  type RememberedFinding,
  type Scenario,
  type Scene,
  type ToTestOptions,
} from './scenario.ts'

/**
 * Runs a scenario once as it is, then once for each single change and for each pair of them: a fault of a request or push, a lost or
 * swapped notification, a call that others overtake, an outage, a process or a store that fails; each on a bank of its own, over
 * `fetch`, with the process's timers, dates and random numbers on that bank's clock. After each run the bank heals, and the oracles are
 * asked: one intent is one wire, money is conserved, no credit before posting, and where the scenario shows its books, they reconcile.
 *
 * @param scenario - the partner's code at work; it rejects where something is not as it should be
 * @param options - what to explore, how far, and what a scenario may reject with
 * @returns how much was covered, and every bug, in the smallest run that shows it
 * @throws {UsageError} where an option cannot be used; where `only` names no run, or one in which nothing strikes
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
  checkExplore(scenario, options)
  if (options.heal !== undefined) durationFrom(options.heal, 'explore, and heal for')
  // Only the option `books` is given the result of the scenario, so its type matters nowhere else.
  return await turns.run(() => new Explorer(new Player(scenario, options as ExploreOptions)).explore())
}

/** Explorations take turns, as each has the timers and dates of the process for itself. */
const turns = new InTurn()

/**
 * An exploration as a test, with a time-out that is long enough: it passes where no run fails,
 * each single change was tried, and nothing kept the oracles from judging. The pairs that were left out are reported. The environment
 * variable `VOSTRO_SHARD` (`3/8`) gives it a part of the runs.
 *
 * @param test - the `test` of vitest or jest
 * @param name - of the test
 * @param options - those of `explore`; `timeout`: milliseconds, by default 300,000
 * @example
 * ```ts
 * import { test } from 'vitest'
 * import { exploreTest } from 'vostro/explore'
 *
 * exploreTest(test, 'pays once whatever goes wrong', async ({ bank, fetch }) => {
 *   const { access_token } = bank.tokens.issue()
 *   await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } }).catch(() => {})
 * })
 * ```
 */
export const exploreTest = exploreTestWith(explore)
