/** What a command of `vostro` is: a row of the table in commands.ts, and a file that does it. */
import { cannotBeUsed } from '../contract/problems.ts'
import type { Problem } from '../core/rejection.ts'
import type { GivenValues, OptionRow } from './options/option-row.ts'

/** One command. */
export interface Command {
  /** As it is called: `vostro serve`. */
  readonly name: string
  /** A sentence. */
  readonly summary: string
  /** What stands after the name and is no flag. */
  readonly words: readonly Word[]
  readonly options: readonly OptionRow[]
  /** What else is wrong with its options, beside what each row says of its own. */
  readonly check?: (asked: GivenValues) => readonly Problem[]
  /** Does it; what only this command needs is loaded here. Gives the exit code. */
  readonly run: (asked: Invocation, terminal: Terminal) => Promise<number>
}

/** A word of a command: all of them are needed, but for a rest. */
interface Word {
  /** `FILE` */
  readonly name: string
  readonly about: string
  /** Whether it stands for all words that are left, or none. */
  readonly isRest?: true
}

/** A command as it was called. */
export interface Invocation extends GivenValues {
  /** As many as the command has; those of a rest at the end. */
  readonly words: readonly string[]
}

/** What a command reads and writes beside files. */
export interface Terminal {
  /** Writes a line to stdout, for the caller: a person or a program. Resolves when it is written. */
  readonly stdout: (text: string) => Promise<void>
  /** Writes a line to stderr, for the operator: problems, and the requests that came. */
  readonly stderr: (line: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The error about a command line that cannot be understood, with every problem listed: the process ends with 2. */
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
    `Write "vostro ${command} --help" to see what there is.`,
  )
}
