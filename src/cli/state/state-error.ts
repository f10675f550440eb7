/** An error with a state file. Its cause is the disk or another process, not a mistake of the caller or a defect of vostro. */

export class StateFileError extends Error {
  override readonly name = 'StateFileError'
  /**
   * The system's code, such as `ENOSPC`; otherwise `locked` (another process has the file), `links` (it has several names), `kind` (it is a
   * device or a pipe) or `gone` (the file or its lock is no longer there).
   */
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** What is wrong, and what to do, by the system's code. */
const advice: Readonly<Record<string, readonly [fact: string, advice: string]>> = {
  ENOENT: ['its folder is not there', 'Make the folder, or give another path.'],
  ENOTDIR: ['a part of its path is no folder', 'Give another path.'],
  EEXIST: ['it is a link to a file that is not there', 'Give the path of the file.'],
  EISDIR: ['it is a folder', 'Give the path of a file.'],
  ELOOP: ['its links lead to each other', 'Give the path of the file.'],
  EACCES: ['this user may not write there', 'Give the user that right, or give another path.'],
  EPERM: ['this user may not write there', 'Give the user that right, or give another path.'],
  EROFS: ['the disk can only be read', 'Give a path on another disk.'],
  ENOSPC: ['the disk is full', 'Make room: nothing that was kept is lost, and the next call tries again.'],
  EDQUOT: [
    'the quota of this user is used up',
    'Make room: nothing that was kept is lost, and the next call tries again.',
  ],
}

/** Converts an error of the system. `failed` begins the message: `Failed to open the state file "a/b"`. */
export function stateErrorOf(failed: string, cause: unknown): StateFileError {
  const { code = 'unknown', message } = cause as NodeJS.ErrnoException
  const [fact, what] = advice[code] ?? [message, 'Nothing that was kept is lost; the next call tries again.']
  return new StateFileError(`${failed}: ${fact} (${code}). ${what}`, code, cause)
}

/** The result of `run`; undefined if the system throws one of these codes. @throws {StateFileError} for any other code */
export function unlessSystemSays<Result>(
  codes: readonly string[],
  failed: string,
  run: () => Result,
): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw stateErrorOf(failed, error)
  }
}
