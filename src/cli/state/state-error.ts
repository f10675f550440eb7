/** An error with a state file. Its cause is the disk or another process, not a mistake of the caller or a defect of vostro. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'

  /** `code` is the system's, such as `ENOSPC`, or `locked`, `kind` (it is no plain file), `gone` or `lost` (see the message). */
  constructor(
    message: string,
    readonly code: string,
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}

const MAKE_ROOM = 'Make room: every acknowledged change is in the file, and the next call writes the others.'
const GIVE_RIGHT = 'Give this user the right to write there, or give another path.'

/** What is wrong, and what to do, by the system's code. */
const facts: Readonly<Record<string, readonly [fact: string, advice: string]>> = {
  ENOSPC: ['the disk is full', MAKE_ROOM],
  EDQUOT: ['the quota of this user is used up', MAKE_ROOM],
  EFBIG: ['the file may not grow any further', MAKE_ROOM],
  ENOENT: ['its folder is not there', 'Make the folder, or give another path.'],
  ENOTDIR: ['a part of its path is no folder', 'Give another path.'],
  EACCES: ['this user may not write there', GIVE_RIGHT],
  EPERM: ['this user may not write there', GIVE_RIGHT],
  EROFS: ['the disk can only be read', GIVE_RIGHT],
}

/** An error of the system as one of the state file. `failed` begins the message: `Failed to open the state file "a/b"`. */
export function stateErrorOf(failed: string, cause: unknown): StateFileError {
  if (cause instanceof StateFileError) return cause
  const { code = 'unknown', message } = cause as NodeJS.ErrnoException
  const [fact, advice] = facts[code] ?? [
    message,
    'Every acknowledged change is in the file; the next call tries again.',
  ]
  return new StateFileError(`${failed}: ${fact} (${code}). ${advice}`, code, cause)
}
