/** `exploreTest`: an exploration as a test of a suite. */
import { addToReport } from '../bank/reports/report.ts'
import { environment } from '../bank/shell/state/platform.ts'
import { SECOND } from '../core/kernel/time/instant.ts'
import { checkExplore } from './explore-options.ts'
import { complaintOf, failedGate, findingsOf } from './findings/gate.ts'
import { tell } from './findings/progress.ts'
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'

/** The `test` of vitest or jest. */
export type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Milliseconds: enough for the default number of runs on a slow machine. */
const TIMEOUT = 300_000
/** The share of the time-out after which the exploration ends itself, so that it can still report. */
const SHARE_OF_TIMEOUT = 0.9

/** The message of an exploration that took too long. The exploration ends before the runner does, whose message would show no findings. */
function outOfTime({ text }: Exploration, timeout: number): string {
  return `The exploration did not end within its time-out of ${Math.round(timeout / SECOND)} s. Give it a longer timeout, fewer runs (maxRuns), or a budget.\n\n${text}`
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

/** Makes `exploreTest`. It is given `explore`, as importing it would be a cycle. */
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
        // The runner prints the cause, which shows where the partner's code failed.
        if (complaint !== undefined) throw new Error(complaint, { cause: failedGate(exploration)?.error })
        tell(`${name}: ${exploration.text}\n`)
      },
      timeout,
    )
  }
}
