/** An exploration as a test of a suite. */
import type { Exploration, ExploreOptions, Scenario } from './scenario.ts'

/** The `test` of vitest or jest. */
export type TestFunction = (name: string, run: () => Promise<void>, timeout: number) => unknown

/** Long enough for the runs that there are by default, on a slow machine. */
const TIMEOUT = 300_000

interface Process {
  readonly env?: { readonly VOSTRO_SHARD?: string }
}

/** Why an exploration does not pass; undefined where it does. */
function complaintOf({ failures, complete, text }: Exploration): string | undefined {
  if (failures.length === 0 && complete) return undefined
  const [first] = failures
  return first ? `${text}\n\nThe story of ${first.run}:\n${first.timeline}` : text
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
    const { timeout = TIMEOUT, ...rest } = options
    test(
      name,
      async () => {
        const shard = rest.shard ?? (globalThis as { process?: Process }).process?.env?.VOSTRO_SHARD
        const complaint = complaintOf(await explore(scenario, { ...rest, shard }))
        if (complaint !== undefined) throw new Error(complaint)
      },
      timeout,
    )
  }
}
