/** The type of a command of `vostro`; commands.ts lists all of them. */
import { cannotBeUsed } from '../contract/problems.ts'
import type { Problem } from '../core/rejection.ts'
import type { GivenValues, OptionRow } from './options/option-row.ts'

/** One command. */
export interface Command {
  /** `serve` of `vostro serve`. */
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  /** The arguments after the name that are no flags. */
  readonly words: readonly Word[]
  readonly options: readonly OptionRow[]
  /** Finds problems of the options together; each row checks its own value. */
  readonly check?: (asked: GivenValues) => readonly Problem[]
  /** Runs the command, and gives its exit code. It imports what only this command needs. */
  readonly run: (asked: Invocation, terminal: Terminal) => Promise<number>
}

/** A word of a command: each is needed, unless `isRest`. */
interface Word {
  /** `FILE` */
  readonly name: string
  readonly about: string
  /** Whether it takes all words that are left, if any. */
  readonly isRest?: true
}

/** A command as it was called. */
export interface Invocation extends GivenValues {
  /** One for each word of the command; an `isRest` word may have several, at the end. */
  readonly words: readonly string[]
}

/** What a command reads and writes besides files. */
export interface Terminal {
  /** Writes a line to stdout, for the caller: a person or a program. Resolves when it is written. */
  readonly stdout: (text: string) => Promise<void>
  /** Writes a line to stderr, for the operator: problems, and requests as they come in. */
  readonly stderr: (line: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The error about a command line that cannot be understood; it lists every problem. The process exits with 2. */
export class CallError extends Error {
  override readonly name = 'CallError'

  constructor(failed: string, problems: readonly Problem[], advice: string) {
    super(`${cannotBeUsed(failed, 'words', problems)}\n${advice}`)
  }
}

/** The error about how a command was called. */
export function callError(command: string, problems: readonly Problem[]): CallError {
  return new CallError(
    `Failed to run vostro ${command}`,
    problems,
    `Run "vostro ${command} --help" to see its options.`,
  )
}
