/**
 * A file to which the lines of records are appended. Lines wait in memory until a caller needs them, and are then written together. If the
 * write fails, the next call writes them at the same place, so the file never has a gap. Nothing is written to a file that was removed,
 * replaced or made shorter. A caller goes on once its lines are on disk. The first line of the file says how many bytes are on disk.
 */

import { closeSync, fstatSync, fsync, fsyncSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Chain, type JournalRecord, KEPT_PLACE, keptText } from '../../server/journal/chain.ts'
import { StateFileError, stateErrorOf } from './state-error.ts'

/** Writes bytes, as `writeSync` of Node does. */
export type WriteBytes = (file: number, bytes: Uint8Array, from: number, length: number, place: number) => number

const syncFile = promisify(fsync)

export interface Open {
  readonly file: number
  readonly path: string
  /** The size in bytes. */
  readonly size: number
  /** The place of the next line in the chain: its number, and the hash of the line before it. */
  readonly place: Chain
  /** Whether the first line says how many bytes are on disk; in files of version 0.1.0 it does not. */
  readonly saysKept: boolean
  /** Whether this process still has the lock of the file. */
  readonly isHeld: () => boolean
}

export class AppendedFile {
  readonly #inode: number
  #path: string
  #place: Chain
  #lines: string[] = []
  /** How many bytes were written. */
  #size: number
  /** How many bytes are on disk. */
  #synced: number
  #syncing: Promise<void> | undefined
  /** The error of a failed fsync. After it, nobody knows what the file contains, so nothing more is written. */
  #lost: StateFileError | undefined

  constructor(
    private readonly open: Open,
    private readonly writeBytes: WriteBytes = writeSync,
  ) {
    this.#inode = fstatSync(open.file).ino
    this.#path = open.path
    this.#place = open.place
    this.#size = open.size
    this.#synced = open.size
  }

  get size(): number {
    return this.#size
  }

  get isBehind(): boolean {
    return this.#lines.length > 0
  }

  /** Adds the line of a record, and returns its length. */
  add(record: JournalRecord): number {
    const { line, next } = this.#place.add(record)
    this.#place = next
    this.#lines.push(line)
    return line.length
  }

  /** Writes the waiting lines. @throws {StateFileError} if that fails; the next call tries again */
  write(): void {
    if (this.#lost) throw this.#lost
    if (this.#lines.length === 0) return
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`)
    try {
      this.check()
      let done = 0
      while (done < bytes.length) {
        done += this.writeBytes(this.open.file, bytes, done, bytes.length - done, this.#size + done)
      }
    } catch (error) {
      if (error instanceof StateFileError) throw error
      throw stateErrorOf(`Failed to write the state file "${this.#path}"`, error)
    }
    this.#size += bytes.length
    this.#lines = []
  }

  /** Writes the waiting lines, and resolves when they are on disk. */
  async written(): Promise<void> {
    this.write()
    const needed = this.#size
    // Callers that wait at the same time share one fsync.
    while (this.#synced < needed) await this.sync()
  }

  /** Resolves when all written bytes are on disk. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  /** Puts all written bytes on disk, and renames the file to `path`, in place of the file there. Both are done when it returns. */
  replace(path: string): void {
    fsyncSync(this.open.file)
    this.#synced = this.#size
    this.#sayKept(this.#size)
    renameSync(this.#path, path)
    this.#path = path
    syncFolderOf(path)
  }

  /** Puts everything on disk, and closes the file. */
  async close(): Promise<void> {
    try {
      await this.#syncing
      if (this.#synced < this.#size) await this.sync()
    } finally {
      closeSync(this.open.file)
    }
  }

  /** Closes the file without putting it on disk: another file has its content, or the content is not needed. */
  async replaced(): Promise<void> {
    this.#lines = []
    this.#synced = Number.POSITIVE_INFINITY
    // A failed fsync does not matter any more.
    await this.#syncing?.catch(() => undefined)
    closeSync(this.open.file)
  }

  /** Checks that the file is still there, not shorter than it was, and locked. @throws {StateFileError} if not */
  check(): void {
    if (!this.open.isHeld()) {
      throw new StateFileError(
        `Failed to write the state file "${this.#path}": its lock was taken over by another process while this one was paused for a minute, or the lock was deleted. End this process: another may be writing the file.`,
        'gone',
      )
    }
    const there = statSync(this.#path, { throwIfNoEntry: false })
    if (there?.ino === this.#inode && there.size >= this.#size) return
    const shorter = there && `it has ${there.size} bytes now, and ${this.#size} were written`
    const fact =
      there?.ino === this.#inode ? shorter : `${there ? 'another file is there' : 'it is not there any more'}`
    throw new StateFileError(
      `Failed to write the state file "${this.#path}": ${fact}. Put it back as it was, or end this process and start again.`,
      'gone',
    )
  }

  async #sync(): Promise<void> {
    if (this.#lost) throw this.#lost
    const size = this.#size
    try {
      await syncFile(this.open.file)
    } catch (error) {
      this.#lost = stateErrorOf(`Failed to put the state file "${this.#path}" on disk`, error)
      throw this.#lost
    }
    this.#sayKept(size)
    this.#synced = Math.max(size, this.#synced)
  }

  /** Writes into the first line how many bytes are on disk, after they are there. So a power failure never leaves too large a number. */
  #sayKept(bytes: number): void {
    if (this.open.saysKept) writeSync(this.open.file, keptText(bytes), KEPT_PLACE)
  }
}

/** Puts the folder of a file on disk: otherwise a power failure may undo that the file was made or renamed. */
export function syncFolderOf(path: string): void {
  // Windows cannot open a folder, and puts names on disk by itself.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
