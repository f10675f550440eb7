/** Opening a state file: its lock, what its lines tell, and the cut of what was not finished when its process ended. */
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

/** A file that is this process's, and what it tells. */
export interface OpenedFile {
  /** Where it is, whatever links lead to it. */
  readonly path: string
  readonly file: number
  readonly read: JournalRead
  readonly lock: Lock
}

/**
 * Opens the file, or makes it; its end is cut off where that is torn.
 *
 * @throws {StateFileError} where it cannot be opened, or another process has it
 * @throws {UsageError} where it is none, or a line of it is damaged; then it stays as it is
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
 * The banks that a state file tells of, as they are after its last whole line; nothing is locked or changed, so that it may be read
 * while it grows.
 *
 * @throws {StateFileError} where it cannot be read
 * @throws {UsageError} where it is none, or a line of it is damaged
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

/** One place for all links that lead there, so that there is one lock. A file that is not there yet is to be in the folder of its path. */
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

/** Of a file with two names each would have a lock; and what is no file keeps nothing. */
function refuseOthers(stats: Stats, failed: string): void {
  if (stats.isDirectory()) return
  if (!stats.isFile())
    throw new StateFileError(`${failed}: it is a device or a pipe. Give the path of a file. (§3)`, 'kind')
  if (stats.nlink === 1) return
  throw new StateFileError(
    `${failed}: the file has ${stats.nlink} names (hard links), and two processes could write it by one each. Delete the others, or copy it and give the copy. (§3)`,
    'links',
  )
}

/** It holds the credentials of clients: only its owner may read it, whatever it was before. */
function openOrMake(path: string): number {
  const isThere = existsSync(path)
  const file = openSync(path, isThere ? 'r+' : 'wx+', 0o600)
  if (isThere) fchmodSync(file, 0o600)
  else syncFolderOf(path)
  return file
}
