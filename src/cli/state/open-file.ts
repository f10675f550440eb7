/** Opening a state file: its lock, what its lines tell, and the cut of what was not finished when its process ended. */
import { closeSync, createReadStream, ftruncateSync, openSync, rmSync } from 'node:fs'
import type { Bank } from '../../bank.ts'
import { isUsageError } from '../../core/errors.ts'
import { type JournalRead, readJournal } from '../../kits/survival/read-journal.ts'
import { lock, type Unlock } from './lock.ts'
import { draftOf } from './new-edition.ts'
import { stateErrorOf } from './state-error.ts'

/** So many bytes are read at once. */
const AT_ONCE = 1 << 20

/** A file that is this process's, and what it tells. */
export interface OpenedFile {
  readonly path: string
  readonly file: number
  readonly read: JournalRead
  readonly unlock: Unlock
}

/**
 * Opens the file, or makes it; its end is cut off where that is torn.
 *
 * @throws {StateFileError} where it cannot be opened, or another process has it
 * @throws {UsageError} where it is none, or a line of it is damaged; then it stays as it is
 */
export async function openFile(path: string, failed: string): Promise<OpenedFile> {
  const unlock = lock(path, failed)
  let file: number | undefined
  try {
    rmSync(draftOf(path), { force: true })
    file = openOrMake(path)
    const read = await readJournal(bytesOf(path))
    ftruncateSync(file, read.bytes)
    return { path, file, read, unlock }
  } catch (error) {
    if (file !== undefined) closeSync(file)
    unlock()
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

/** It holds what clients authenticate with: nobody else may read it. */
function openOrMake(path: string): number {
  try {
    return openSync(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return openSync(path, 'wx+', 0o600)
  }
}
