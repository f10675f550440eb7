/**
 * vostro/explore: runs a partner's code once with each change, and then with pairs of changes. So it finds the bugs that appear only
 * after a lost answer, a crash, or a repeated or swapped notification, and shows each bug in the smallest run that has it.
 */

import { addToReport } from '../bank/reports/report.ts'
import {
  removeOldTraces,
  type TracedTest,
  traceSettingsFrom,
  type WrittenTrace,
  writeTrace,
} from '../bank/reports/trace/write-trace.ts'
import { environment } from '../bank/shell/host/platform.ts'
import { withoutOwnLines } from '../bank/shell/host/stack.ts'
import { durationFrom } from '../bank/shell/state/options.ts'
import { InTurn } from '../core/kernel/in-turn.ts'
import { SECOND } from '../core/kernel/time/instant.ts'
import { checkExplore } from './check-explore.ts'
import { complaintOf, failedGate, findingsOf } from './findings/gate.ts'
import { tell } from './findings/progress.ts'
import { Explorer } from './search/explorer.ts'
import { Player } from './search/player.ts'
import type { Exploration, ExploreOptions, Failure, Scenario } from './types.ts'

export { type BookEntry, OracleError, type OracleName } from '../bank/invariants/oracles.ts'
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
} from './types.ts'

/**
 * Runs a scenario without changes, then once for each single change, and for pairs up to `maxRuns`. A change is a fault in a request or a
 * push, a lost or swapped notification, a call that others overtake, an outage, or a process or store that fails. Each run has a bank of
 * its own. The timers and dates of the process follow that bank's clock, and its random numbers are the same in each run.
 *
 * After the scenario the bank heals: its faults end, and pushes are tried again. Then the oracles (rules that each run must satisfy) judge
 * the run: one intent is one wire, money is conserved, nothing is credited before it is posted, forged pushes are refused, and the
 * partner's books (its own records of payments), if the scenario shows them, agree with the bank.
 *
 * @param scenario - a function that runs the partner's code, and rejects if something is wrong
 * @param options - what to explore, how far, and with which errors the scenario may reject
 * @returns how much was covered, and each bug with the smallest run that shows it
 * @throws {UsageError} if an option cannot be used, or if `only` names no run, or a run whose changes never take effect
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
  // Only the option `books` receives the result of the scenario, so nothing else depends on its type.
  return await turns.run(() => new Explorer(new Player(scenario, options as ExploreOptions)).explore())
}

/** Explorations run one after the other, because each takes over the timers and dates of the process. */
const turns = new InTurn()

/**
 * Declares an exploration as a test. The test passes if no run fails, each single change was tried, and nothing kept the oracles
 * from judging. Pairs that were left out are reported, but do not fail the test. The environment variable `VOSTRO_SHARD` (`3/8`)
 * limits the test to a part of the runs.
 *
 * @param test - the `test` of vitest or jest
 * @param name - the name of the test
 * @param options - the options of `explore`, and `timeout` in milliseconds, by default 300,000
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
export function exploreTest<Result>(
  test: TestFunction,
  name: string,
  scenario: Scenario<Result>,
  options: ExploreOptions<Result> & { timeout?: number | undefined } = {},
): void {
  checkExplore(scenario, options, { isTest: true })
  const { timeout = TIMEOUT, ...rest } = options
  test(
    name,
    async () => {
      const shard = rest.shard ?? environment('VOSTRO_SHARD')
      const { budget = `${(SHARE_OF_TIMEOUT * timeout) / SECOND}s` } = rest
      const exploration = await explore(scenario, { ...rest, budget, shard })
      const isOutOfTime = exploration.cutBy === 'budget' && rest.budget === undefined
      const complaint = isOutOfTime
        ? `The exploration did not end within its time-out of ${Math.round(timeout / SECOND)} s. Give it a longer timeout, fewer runs (maxRuns), or a budget.\n\n${exploration.text}`
        : complaintOf(exploration)
      const { path = null, line } = await traceOf({ file: '', name }, failedGate(exploration))
      addToReport(() => ({
        kind: 'exploration',
        test: { file: '', name },
        outcome: complaint === undefined ? 'passed' : 'failed',
        message: complaint ?? null,
        trace: path,
        findings: findingsOf(exploration),
      }))
      // The runner prints the cause, which shows where the partner's code failed.
      if (complaint !== undefined) {
        const failed = failedGate(exploration)
        const cause = failed && withoutOwnLines(failed.error)
        throw withoutOwnLines(new Error([complaint, line].filter(Boolean).join('\n\n'), { cause }))
      }
      tell(`${name}: ${exploration.text}\n`)
    },
    timeout,
  )
}

/** Writes the trace of a failed run, where tests write theirs, or removes that of an earlier exploration. */
async function traceOf(test: TracedTest, failed: Failure | undefined): Promise<WrittenTrace> {
  const { when, folder } = traceSettingsFrom()
  if (failed && when !== 'off') return await writeTrace(() => failed.trace({ title: test.name }), test, folder)
  if (!failed) removeOldTraces(test, folder)
  return { line: '' }
}

type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Milliseconds: enough for the default number of runs on a slow machine. */
const TIMEOUT = 300_000
/** The share of the time-out after which the exploration ends itself: the message of the runner's time-out would show no findings. */
const SHARE_OF_TIMEOUT = 0.9
