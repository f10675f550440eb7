/** The form of a partner of the corpus: a small application, right or with one real bug, and the scenario in which it works. */
import type { ExploreOptions, Scenario } from 'vostro/explore'

/** What it takes to bring a bug out. */
export type Needs = 'one change' | 'two changes' | 'a crash' | 'an overlap' | 'an outage' | 'a calendar'

export interface Partner {
  /** What it is built like: partners of one design share it. */
  readonly design: string
  /** The one thing that it does wrongly; undefined where the partner is right. */
  readonly bug: string | undefined
  /** What brings the bug out; undefined where there is none. */
  readonly needs: Needs | undefined
  readonly scenario: Scenario
  /** What an engineer would set for it, beside the defaults. */
  readonly options: ExploreOptions
}

/** A design's partners: the right one, and one for each bug. */
export function partners<Bug extends string>(
  design: string,
  scenarioWith: (bug?: Bug) => Scenario,
  bugs: { readonly [Each in Bug]: Needs },
  options: ExploreOptions = {},
): Partner[] {
  const names = Object.keys(bugs) as Bug[]
  return [
    { design, bug: undefined, needs: undefined, scenario: scenarioWith(), options },
    ...names.map((bug) => ({ design, bug, needs: bugs[bug], scenario: scenarioWith(bug), options })),
  ]
}
