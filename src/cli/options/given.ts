/** Options as they were given, each with the place where it stands, so that an error can name it as its author wrote it. */
import type { Problem } from '../../core/rejection.ts'

/** One option with its value. */
export interface Given {
  readonly name: string
  readonly value: unknown
  /** Where it was written: `--port`, `VOSTRO_PORT`, or `port in bank.json`. */
  readonly place: string
}

/** What was given in one place, and what is wrong there. */
export interface Findings {
  readonly given: readonly Given[]
  readonly problems: readonly Problem[]
}

/** Options that were given, by their names nested by dots, with the place of each. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, unknown>
  readonly places: ReadonlyMap<string, string>
}
