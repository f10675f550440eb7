/**
 * A file to which lines are appended. Lines are gathered until a caller waits for them, and then written at once. A line that could not
 * be written is written the next time, at the same place: the file never has a gap. Nothing is written to a file that was removed,
 * replaced or made shorter.
 * A caller that waits for its lines goes on when the disk has them, and the file says how much that is.
 */

import { closeSync, fstatSync, fsync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { KEPT_PLACE, keptText } from '../../server/journal/chain.ts'
import { StateFileError, stateErrorOf } from './state-error.ts'

/** What writes bytes: `writeSync` of Node. */
export type WriteBytes = (file: number, bytes: Uint8Array, from: number, length: number, place: number) => number

const syncFile = promisify(fsync)

/** A file that is open, and what is known of it. */
export interface Open {
  readonly file: number
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Whether its first line says how many bytes were kept; version 0.1.0 wrote none. */
  readonly saysKept: boolean
  /** Whether this process has the lock of the file still; a draft has none. */
  readonly isHeld?: () => boolean
}

export class AppendedFile {
  readonly #inode: number
  #lines: string[] = []
  /** How many bytes are there for good. */
  #size: number
  /** How many of them the disk has. */
  #synced: number
  #syncing: Promise<void> | undefined
  /** The disk has lost bytes that it was given: the content of the file is unknown. */
  #lost: StateFileError | undefined

  constructor(
    private readonly open: Open,
    private readonly writeBytes: WriteBytes = writeSync,
  ) {
    this.#inode = fstatSync(open.file).ino
    this.#size = open.size
    this.#synced = open.size
  }

  /** How many bytes were written. */
  get size(): number {
    return this.#size
  }

  /** Whether a line waits to be written. */
  get isBehind(): boolean {
    return this.#lines.length > 0
  }

  add(line: string): void {
    this.#lines.push(line)
  }

  /** Writes every line. @throws {StateFileError} where not all could be written; they are written the next time */
  write(): void {
    if (this.#lost) throw this.#lost
    if (this.#lines.length === 0) return
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`)
    try {
      this.look()
      let done = 0
      while (done < bytes.length) {
        done += this.writeBytes(this.open.file, bytes, done, bytes.length - done, this.#size + done)
      }
    } catch (error) {
      if (error instanceof StateFileError) throw error
      throw stateErrorOf(`Failed to write the state file "${this.open.path}"`, error)
    }
    this.#size += bytes.length
    this.#lines = []
  }

  /** Writes every line, and resolves when the disk has them. */
  async written(): Promise<void> {
    this.write()
    const needed = this.#size
    // One call of the system is for all that wait for it.
    while (this.#synced < needed) await this.sync()
  }

  /** Has the disk keep what was written. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  /** The same, in one go. */
  syncNow(): void {
    fsyncSync(this.open.file)
    this.#sayKept(this.#size)
  }

  /** Has the disk keep it all, and closes the file. */
  async close(): Promise<void> {
    try {
      await this.#syncing
      if (this.#synced < this.#size) await this.sync()
    } finally {
      closeSync(this.open.file)
    }
  }

  /** Closes it, as all that it has is in another file now, and the disk has that one. */
  async replaced(): Promise<void> {
    this.#lines = []
    this.#synced = Number.POSITIVE_INFINITY
    // This file is not needed any more, however closing it ends.
    await this.#syncing?.catch(() => undefined)
    closeSync(this.open.file)
  }

  /** Whether the file is there, as it was left, and still this process's. @throws {StateFileError} where it is not */
  look(): void {
    if (this.open.isHeld?.() === false) {
      throw new StateFileError(
        `Failed to write the state file "${this.open.path}": its lock was taken over by another process, as this one was paused for a minute, or was deleted. End this process: another may be writing the file. (§3)`,
        'gone',
      )
    }
    const there = statSync(this.open.path, { throwIfNoEntry: false })
    if (there?.ino === this.#inode && there.size >= this.#size) return
    const shorter = there && `it has ${there.size} bytes now, and ${this.#size} were written`
    const fact =
      there?.ino === this.#inode ? shorter : `${there ? 'another file is there' : 'it is not there any more'}`
    throw new StateFileError(
      `Failed to write the state file "${this.open.path}": ${fact}. Put it back as it was, or end this process and start again. (§3)`,
      'gone',
    )
  }

  async #sync(): Promise<void> {
    if (this.#lost) throw this.#lost
    const size = this.#size
    try {
      await syncFile(this.open.file)
    } catch (error) {
      this.#lost = stateErrorOf(`Failed to have the disk keep the state file "${this.open.path}"`, error)
      throw this.#lost
    }
    this.#sayKept(size)
    this.#synced = Math.max(size, this.#synced)
  }

  /** After the disk has them: a number that is too small after a power failure is true, one that is too large is not. */
  #sayKept(bytes: number): void {
    if (this.open.saysKept) writeSync(this.open.file, keptText(bytes), KEPT_PLACE)
  }
}

/** Has the disk keep the name of a file: one that was made or renamed is else gone after a power failure. */
export function syncFolderOf(path: string): void {
  // There a folder cannot be opened, and the system keeps names by itself.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
