/** An exploration as a test of a suite. */
import { addToReport } from '../bank/reports/report/report-file.ts'
import { type ReportedFinding, reportedFinding } from '../bank/reports/report/report-line.ts'
import { environment } from '../bank/shell/state/platform.ts'
import { SECOND } from '../core/kernel/time/instant.ts'
import { checkExplore } from './explore-options.ts'
import { failsGate } from './findings/memory.ts'
import { tell } from './findings/progress.ts'
import { unreachedIn } from './findings/report.ts'
import type { Exploration, ExploreOptions, Failure, Scenario } from './scenario.ts'

/** The `test` of vitest or jest. */
export type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Long enough for the runs that there are by default, on a slow machine. */
const TIMEOUT = 300_000
/** An exploration ends by itself before its test runs out of time. */
const SHARE_OF_TIMEOUT = 0.9

const NOTHING =
  'There was nothing to explore: the scenario called nothing through the fetch, connect, store or bank of its scene, so that nothing could go wrong. Let the code under test use those of the scene.'

/**
 * Why an exploration does not pass; undefined where it does. There may be more pairs than there is time
 * for: pairs that were left out are reported, and are no failure.
 */
function complaintOf(exploration: Exploration): string | undefined {
  const { runs, failures, warnings, coverage, cutBy, text } = exploration
  const first = failures.find((failure) => failsGate(failure, exploration))
  if (first) return `${text}\n\nThe story of ${first.run}:\n${first.timeline}`
  // Two are made without any change; every call and push could be struck, so where no change is known there was none.
  if (runs <= 2 && coverage.every(({ known }) => known === 0)) return `${NOTHING}\n\n${text}`
  const isEnough =
    cutBy === undefined || (cutBy !== 'signal' && coverage.every(({ depth, left }) => depth > 1 || left === 0))
  return isEnough && warnings.length === 0 && unreachedIn(exploration).length === 0 ? undefined : text
}

/** What was found before the runner ends the test, which would say nothing of it. */
function outOfTime({ text }: Exploration, timeout: number): string {
  return `The exploration was not done ${Math.round(timeout / SECOND)} s after it began, its time-out. Give it more (timeout), fewer runs (maxRuns), or a budget.\n\n${text}`
}

/** A failure as it is reported. */
function reportedFailure(failure: Failure): ReportedFinding {
  const { code, section, run, changes, message, advice, replay } = failure
  return { code, section: section ?? null, place: [run, ...changes], fact: message, advice, repeat: replay }
}

function report(name: string, { failures, conduct }: Exploration, message: string | undefined): void {
  addToReport(() => ({
    kind: 'exploration',
    test: { file: '', name },
    outcome: message === undefined ? 'passed' : 'failed',
    message: message ?? null,
    trace: null,
    findings: [...failures.map(reportedFailure), ...conduct.map((finding) => reportedFinding(finding, null))],
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
        const failed = exploration.failures.find((failure) => failsGate(failure, exploration))
        if (complaint !== undefined) throw new Error(complaint, { cause: failed?.error })
        tell(`${name}: ${exploration.text}\n`)
      },
      timeout,
    )
  }
}
