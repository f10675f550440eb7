/** Opens a state file: takes its lock, reads its lines, and removes lines at its end that the previous process did not finish. */
import {
  closeSync,
  createReadStream,
  existsSync,
  fchmodSync,
  ftruncateSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Bank } from '../../bank/bank.ts'
import { isUsageError } from '../../core/errors.ts'
import { type JournalRead, readJournal } from '../../server/journal/read-journal.ts'
import { syncFolderOf } from './appended-file.ts'
import { type Lock, lock } from './lock.ts'
import { draftOf } from './new-edition.ts'
import { StateFileError, stateErrorOf } from './state-error.ts'

/** How many bytes are read at once. */
const AT_ONCE = 1 << 20

export interface OpenedFile {
  /** Its path without links. */
  readonly path: string
  readonly file: number
  readonly read: JournalRead
  readonly lock: Lock
}

/**
 * @throws {StateFileError} if the file cannot be opened, or another process has it
 * @throws {UsageError} if it is no state file, or a line of it is damaged; the file stays as it is
 */
export async function openFile(given: string, failed: string): Promise<OpenedFile> {
  const path = placeOf(given, failed)
  const held = lock(path, failed)
  let file: number | undefined
  try {
    rmSync(draftOf(path), { force: true })
    file = openOrMake(path)
    const read = await readJournal(bytesOf(path))
    ftruncateSync(file, read.bytes)
    return { path, file, read, lock: held }
  } catch (error) {
    if (file !== undefined) closeSync(file)
    held.unlock()
    throw isUsageError(error) ? error : stateErrorOf(failed, error)
  }
}

/**
 * The banks of a state file after its last complete operation. This locks nothing and changes nothing, so the file may grow meanwhile.
 *
 * @throws {StateFileError} if the file cannot be read
 * @throws {UsageError} if it is no state file, or a line of it is damaged
 */
export async function readStateFile(
  path: string,
): Promise<{ readonly banks: ReadonlyMap<string, Bank>; readonly torn: string | undefined }> {
  try {
    return await readJournal(bytesOf(path))
  } catch (error) {
    throw isUsageError(error) ? error : stateErrorOf(`Failed to read the state file "${path}"`, error)
  }
}

function bytesOf(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: AT_ONCE })
}

/** The path of a file without links, so that all links to a file share one lock. For a new file, the links of its folder are resolved. */
function placeOf(path: string, failed: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return join(realpathSync(dirname(path)), basename(path))
    refuseOthers(stats, failed)
    return realpathSync(path)
  } catch (error) {
    if (error instanceof StateFileError) throw error
    throw stateErrorOf(failed, error)
  }
}

/** Refuses a device or a pipe, because it keeps nothing, and a file with two names, because each name would have its own lock. */
function refuseOthers(stats: Stats, failed: string): void {
  if (stats.isDirectory()) return
  if (!stats.isFile()) throw new StateFileError(`${failed}: it is a device or a pipe. Give the path of a file.`, 'kind')
  if (stats.nlink === 1) return
  throw new StateFileError(
    `${failed}: the file has ${stats.nlink} names (hard links), and two processes could write it, each by another name. Delete the other names, or copy the file and give the copy.`,
    'links',
  )
}

/** Opens the file, and lets only its owner read it, even if others could read it before: the file has the credentials of clients. */
function openOrMake(path: string): number {
  const isThere = existsSync(path)
  const file = openSync(path, isThere ? 'r+' : 'wx+', 0o600)
  if (isThere) fchmodSync(file, 0o600)
  else syncFolderOf(path)
  return file
}
