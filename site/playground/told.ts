/** The messages that the worker of a story sends to the page while the story runs. */

/** Something that the page can show: a bank of the story, or the run of `explore` that shows a bug. */
export interface Scene {
  readonly title: string
  readonly timeline: string
  /** The HTML of the trace. */
  readonly trace: string
}

/** The result of one test of the story. */
export interface ToldTest {
  readonly name: string
  /** The output of the test. */
  readonly printed: string
  /** The text of its failure, as a runner prints it; undefined if the test passed. */
  readonly failure: string | undefined
  readonly scenes: readonly Scene[]
}

/** A message for each test in order, and `ended` as the last message. */
export type Told = { readonly kind: 'test'; readonly test: ToldTest } | { readonly kind: 'ended' }
