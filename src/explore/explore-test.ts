/** An exploration as a test of a suite. */
import { environment } from '../bank/shell/state/platform.ts'
import { checkExplore } from './explore-options.ts'
import { tell } from './findings/progress.ts'
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'

/** The `test` of vitest or jest. */
export type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Long enough for the runs that there are by default, on a slow machine. */
const TIMEOUT = 300_000

const NOTHING =
  'There was nothing to explore: the scenario called nothing through the fetch, connect, store or bank of its scene, so that nothing could go wrong. Let the code under test use those of the scene.'

/**
 * Why an exploration does not pass; undefined where it does. There may be more pairs than there is time
 * for: pairs that were left out are reported, and are no failure.
 */
function complaintOf({ runs, failures, warnings, coverage, cutBy, text }: Exploration): string | undefined {
  const [first] = failures
  if (first) return `${text}\n\nThe story of ${first.run}:\n${first.timeline}`
  // Two are made without any change; every call and push could be struck, so where no change is known there was none.
  if (runs <= 2 && coverage.every(({ known }) => known === 0)) return `${NOTHING}\n\n${text}`
  const isEnough =
    cutBy === undefined || (cutBy !== 'signal' && coverage.every(({ depth, left }) => depth > 1 || left === 0))
  return isEnough && warnings.length === 0 ? undefined : text
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
        const exploration = await explore(scenario, { ...rest, shard })
        const complaint = complaintOf(exploration)
        // The runner shows where the partner's code has failed.
        if (complaint !== undefined) throw new Error(complaint, { cause: exploration.failures[0]?.error })
        tell(`${name}: ${exploration.text}\n`)
      },
      timeout,
    )
  }
}
