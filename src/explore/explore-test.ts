/** An exploration as a test of a suite. */
import { addToReport } from '../bank/reports/report.ts'
import { environment } from '../bank/shell/state/platform.ts'
import { SECOND } from '../core/kernel/time/instant.ts'
import { checkExplore } from './explore-options.ts'
import { complaintOf, failedGate, findingsOf } from './findings/gate.ts'
import { tell } from './findings/progress.ts'
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'

/** The `test` of vitest or jest. */
export type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Long enough for the runs that there are by default, on a slow machine. */
const TIMEOUT = 300_000
/** An exploration ends by itself before its test runs out of time. */
const SHARE_OF_TIMEOUT = 0.9

/** What was found before the runner ends the test, which would say nothing of it. */
function outOfTime({ text }: Exploration, timeout: number): string {
  return `The exploration was not done ${Math.round(timeout / SECOND)} s after it began, its time-out. Give it more (timeout), fewer runs (maxRuns), or a budget.\n\n${text}`
}

function report(name: string, exploration: Exploration, message: string | undefined): void {
  addToReport(() => ({
    kind: 'exploration',
    test: { file: '', name },
    outcome: message === undefined ? 'passed' : 'failed',
    message: message ?? null,
    trace: null,
    findings: findingsOf(exploration),
  }))
}

/** Makes `exploreTest` of `explore`. */
export function exploreTestWith(
  explore: <Result>(scenario: Scenario<Result>, options: ExploreOptions<Result>) => Promise<Exploration>,
) {
  return <Result>(
    test: TestFunction,
    name: string,
    scenario: Scenario<Result>,
    options: ExploreOptions<Result> & { timeout?: number | undefined } = {},
  ): void => {
    checkExplore(scenario, options, { isTest: true })
    const { timeout = TIMEOUT, ...rest } = options
    test(
      name,
      async () => {
        const shard = rest.shard ?? environment('VOSTRO_SHARD')
        const { budget = `${(SHARE_OF_TIMEOUT * timeout) / SECOND}s` } = rest
        const exploration = await explore(scenario, { ...rest, budget, shard })
        const isOutOfTime = exploration.cutBy === 'budget' && rest.budget === undefined
        const complaint = isOutOfTime ? outOfTime(exploration, timeout) : complaintOf(exploration)
        report(name, exploration, complaint)
        // The runner shows where the partner's code has failed.
        if (complaint !== undefined) throw new Error(complaint, { cause: failedGate(exploration)?.error })
        tell(`${name}: ${exploration.text}\n`)
      },
      timeout,
    )
  }
}
