/** What a story tells of itself while it runs, as it goes from the worker to the page. */

/** One thing to look at: a bank of the story, or the run of `explore` that shows a bug. */
export interface Scene {
  readonly title: string
  readonly timeline: string
  /** The page of the trace. */
  readonly trace: string
}

/** One test of the story, when it has ended. */
export interface ToldTest {
  readonly name: string
  /** What it printed. */
  readonly printed: string
  /** What it failed with, as a runner shows it; undefined where it passed. */
  readonly failure: string | undefined
  readonly scenes: readonly Scene[]
}

/** Of one test after the other; `ended` is the last. */
export type Told = { readonly kind: 'test'; readonly test: ToldTest } | { readonly kind: 'ended' }
