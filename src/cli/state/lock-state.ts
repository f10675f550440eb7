/** The lock of a state file: one process writes it, and another one that wants it is refused. */
import { lock } from 'proper-lockfile'
import { StateFileError } from './state-error.ts'

// The lock library ends the process at a signal to which nothing else listens. This one says that a file may not grow, and is no end.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined)

/** Milliseconds after which the lock of a process that was killed counts no more, and between two renewals by one that lives. */
const [STALE, RENEWAL] = [5_000, 1_000]
/** Milliseconds between two tries to get the lock. */
const BETWEEN = 250

/**
 * Resolves with the function that gives the lock back. `tries`: how often to try to get it, by default until the lock of a killed process
 * is stale. `onCompromised` is called when another process has taken the lock over.
 */
export async function lockState(
  path: string,
  failed: string,
  { say, tries }: { readonly say?: (sentence: string) => void; readonly tries?: number },
  onCompromised: () => void,
): Promise<() => Promise<void>> {
  const how = { stale: STALE, update: RENEWAL, realpath: false, onCompromised }
  try {
    return await lock(path, how)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
    say?.(`${path}: another process has it, or was killed just now. Waits some seconds for "${path}.lock".`)
  }
  const retries = { retries: tries ?? Math.ceil((STALE + RENEWAL) / BETWEEN), minTimeout: BETWEEN, factor: 1 }
  return await lock(path, { ...how, retries }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOCKED') throw error
    throw new StateFileError(
      `${failed}: another process has it, and renews "${path}.lock". End that process, or give another path.`,
      'locked',
    )
  })
}
