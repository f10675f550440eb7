import type { ExploreOptions, Scene } from 'vostro/explore'
import type { CreateApp } from './app.ts'

/** What a task is graded by. */
export interface Grader {
  readonly scenario: (scene: Scene, createApp: CreateApp) => Promise<void>
  readonly options: ExploreOptions
  /** What some run has to meet of the bank, else the code does not do what the task asks for: rows of `npx vostro coverage`. */
  readonly must: readonly string[]
}
