/** The type of a command of `vostro`; commands.ts lists all of them. */
import { cannotBeUsed } from '../contract/problems.ts'
import type { Problem } from '../core/rejection.ts'
import type { GivenValues, OptionRow } from './options/option-row.ts'

export interface Command {
  /** The word after `vostro`: `serve`. */
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  readonly words: readonly Word[]
  readonly options: readonly OptionRow[]
  /** Finds problems between options; each row checks its own value. */
  readonly check?: (asked: GivenValues) => readonly Problem[]
  /** Runs the command, and returns its exit code. It imports the modules that only this command needs. */
  readonly run: (asked: Invocation, terminal: Terminal) => Promise<number>
}

/** An argument that is not a flag. It is required, unless `isRest`. */
interface Word {
  /** `FILE` */
  readonly name: string
  readonly about: string
  /** It takes all remaining arguments. There may be none. */
  readonly isRest?: true
}

export interface Invocation extends GivenValues {
  /** The arguments for the words of the command, in order; those for an `isRest` word come last. */
  readonly words: readonly string[]
}

export interface Terminal {
  /** Writes a line to stdout, for the caller: a person or a program. Resolves when it is written. */
  readonly stdout: (text: string) => Promise<void>
  /** Writes a line to stderr, for the operator: problems, and requests as they come in. */
  readonly stderr: (line: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
  /** How wide it is; undefined if it is a file or a pipe. */
  readonly columns?: number | undefined
}

/** How many columns a text takes: those of the terminal, but no more than can be read in one line. */
export const widthOf = (columns = 80): number => Math.min(Math.max(columns, 60), 100)

/** The error about an invalid command line, with every problem. The process exits with 2. */
export class CallError extends Error {
  override readonly name = 'CallError'

  constructor(failed: string, problems: readonly Problem[], advice: string) {
    super(`${cannotBeUsed(failed, 'words', problems)}\n${advice}`)
  }
}

export function callError(command: string, problems: readonly Problem[]): CallError {
  return new CallError(
    `Failed to run vostro ${command}`,
    problems,
    `Run "vostro ${command} --help" to see its options.`,
  )
}
