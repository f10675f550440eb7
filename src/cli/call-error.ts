/** The error about a command line that cannot be understood: the process ends with 2. */
import { cannotBeUsed } from '../contract/problems.ts'
import type { Problem } from '../core/rejection.ts'

/** A command line that cannot be understood, with every problem listed. */
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
