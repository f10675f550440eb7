/**
 * The state file of `vostro serve --state FILE`. An operation is acknowledged only when its line is on disk, so the next process has it,
 * however this one ends. When the file has doubled, a new one that begins with the present banks takes its place.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Bank } from '../../bank/bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { isUsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { MAIN, TEMPLATE } from '../../server/addresses.ts'
import { lockState } from './lock-state.ts'
import { assertAsked, BankReader, RecordedBanks } from './recorded-banks.ts'
import { StateFileError, stateErrorOf } from './state-error.ts'
import { KEPT_PLACE, keptText, type LineKind, readContent, textOfLine } from './state-lines.ts'
import { draftOf, type WriteBytes, writeAnew, writeBytesSync, writeText } from './write-state.ts'

const syncFile = promisify(fsync)

export interface StateFileSettings {
  /** Gets a sentence for the operator if the file was not as it should be, or cannot be written. */
  readonly say?: (sentence: string) => void
  /** The file is written anew when it has doubled, but not below this size. By default 1 MB. */
  readonly leastSize?: number
  /** How often to try to get the lock, four times a second. By default until the lock of a killed process is stale. */
  readonly tries?: number
  /** Writes bytes, as `writeSync` of Node does. */
  readonly writeBytes?: WriteBytes
}

/**
 * Opens a state file, or makes a new one, and performs its operations again.
 *
 * @throws {StateFileError} if the file cannot be opened, or another process has it
 * @throws {UsageError} if it is no state file, or if a line of it is damaged or missing; the file stays as it is
 */
export async function openStateFile(given: string, options: StateFileSettings = {}): Promise<StateFile> {
  const failed = `Failed to open the state file "${given}"`
  let file: StateFile | undefined
  let release = async () => {}
  try {
    const path = placeOf(given, failed)
    release = await lockState(path, failed, options, () =>
      file?.lose('its lock was taken over or deleted, so another process may write it'),
    )
    rmSync(draftOf(path), { force: true })
    if (!existsSync(path)) closeSync(writeAnew(path, () => {}, writeBytesSync).file)
    const reader = new BankReader()
    const { lines, size, base, dropped } = readContent(readFileSync(path), failed, (line) => reader.take(line))
    const descriptor = openSync(path, 'r+')
    // Only its owner may read it, because it has the credentials of clients.
    fchmodSync(descriptor, 0o600)
    if (dropped > 0) {
      ftruncateSync(descriptor, size)
      options.say?.(
        `${path}: its last line, ${lines + 1}, is incomplete. Its operation was not acknowledged: removes its ${count(dropped, 'byte')}.`,
      )
    }
    file = new StateFile({ path, failed, file: descriptor, lines, size, base }, options, reader.banks, release)
    return file
  } catch (error) {
    await release().catch(() => undefined)
    throw isUsageError(error) ? error : stateErrorOf(failed, error)
  }
}

/** The path of a file without links, so that all links to a file share one lock. */
function placeOf(path: string, failed: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (stats === undefined && !isThere) return join(realpathSync(dirname(path)), basename(path))
  if (stats?.isFile() && stats.nlink === 1) return realpathSync(path)
  throw new StateFileError(
    `${failed}: it is a folder, a device, a link to nothing, or a file with several names (hard links). Give the path of a plain file.`,
    'kind',
  )
}

interface OpenFile {
  readonly path: string
  readonly failed: string
  readonly file: number
  readonly lines: number
  readonly size: number
  readonly base: number
}

export class StateFile {
  readonly recorded: RecordedBanks
  readonly #path: string
  #file: number
  #inode: number
  #lines: number
  #size: number
  /** The size of the file without the operations since it was last written anew. */
  #base: number
  /** Lines that are not written yet. */
  #waiting: string[] = []
  /** How many lines this process has written, and how many of them are on disk. */
  #written = 0
  #kept = 0
  #syncing: Promise<void> | undefined
  #isPlanned = false
  #hasFailed = false
  /** Why nothing more may be written: nobody knows what the file contains. */
  #lost: StateFileError | undefined

  /** @internal Use `openStateFile()`. */
  constructor(
    private readonly opened: OpenFile,
    private readonly options: StateFileSettings,
    banks: ReadonlyMap<string, Bank>,
    private readonly release: () => Promise<void>,
  ) {
    this.#path = opened.path
    this.#file = opened.file
    this.#inode = fstatSync(opened.file).ino
    this.#lines = opened.lines
    this.#size = opened.size
    this.#base = opened.base
    this.recorded = new RecordedBanks((kind, bank, body) => this.#add(kind, bank, body))
    for (const [id, bank] of banks) this.recorded.follow(id, bank)
  }

  /**
   * Options for a server that keeps its banks in this file: `createBankServer({ ...state.keeping(options), … })`.
   *
   * @param options - the options of the first bank and of the template of the server
   * @throws {UsageError} if an option is invalid, or contradicts the file
   */
  keeping(options: BankOptions = {}) {
    const { recorded } = this
    for (const id of [TEMPLATE, MAIN]) {
      const bank = recorded.banks.get(id)
      if (bank) assertAsked(bank, options, this.opened.failed)
    }
    return {
      banks: recorded.banks,
      opened: (id: string, bank: Bank) => recorded.opened(id, bank),
      closed: (id: string) => recorded.closed(id),
      beforeTelling: () => this.written(),
    }
  }

  /**
   * Runs a function that changes banks, and resolves with its result once the changes are on disk. After a failed write, it first tries
   * that write again.
   *
   * @throws {StateFileError} if the file cannot be written: the changes are not acknowledged, and a later call writes them
   */
  async acknowledge<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#hasFailed) await this.written()
    const result = await run()
    await this.written()
    return result
  }

  /** Resolves when every operation so far is on disk. @throws {StateFileError} if the file cannot be written */
  async written(): Promise<void> {
    try {
      this.#write()
      const needed = this.#written
      // Callers that wait at the same time share one fsync.
      while (this.#kept < needed) {
        this.#syncing ??= this.#sync()
        await this.#syncing
      }
    } catch (cause) {
      const error = stateErrorOf(`Failed to write the state file "${this.#path}"`, cause)
      if (!this.#hasFailed) this.options.say?.(error.message)
      this.#hasFailed = true
      throw error
    }
    const hasDoubled = this.#size >= Math.max(2 * this.#base, this.options.leastSize ?? 1_000_000)
    if (hasDoubled && !this.#syncing) this.#beginAnew()
  }

  /** Writes nothing more, whatever comes. */
  lose(fact: string, cause?: unknown): void {
    this.#lost ??= new StateFileError(
      `Failed to write the state file "${this.#path}": ${fact}. End this process, and start it again.`,
      'lost',
      cause,
    )
  }

  /** Writes the waiting lines, and gives the lock back. Later operations on the banks are not recorded. */
  async close(): Promise<void> {
    this.recorded.stop()
    try {
      await this.written()
    } finally {
      closeSync(this.#file)
      await this.release().catch(() => undefined)
    }
  }

  #add(kind: LineKind, bank: string, body: unknown): void {
    this.#waiting.push(textOfLine(++this.#lines, kind, bank, body))
    if (this.#isPlanned) return
    this.#isPlanned = true
    // Writes lines that no answer waits for, such as an advance in real time.
    setImmediate(() => {
      this.#isPlanned = false
      if (!this.#hasFailed) this.written().catch(() => undefined)
    })
  }

  #write(): void {
    if (this.#lost) throw this.#lost
    if (this.#waiting.length === 0) return
    this.#check()
    try {
      this.#size += writeText(this.#file, this.#waiting.join(''), this.#size, this.#writeBytes)
    } catch (error) {
      // Some of it may be written: the file has whole lines only.
      ftruncateSync(this.#file, this.#size)
      throw error
    }
    this.#written += this.#waiting.length
    this.#waiting = []
    this.#hasFailed = false
  }

  async #sync(): Promise<void> {
    const [written, size] = [this.#written, this.#size]
    try {
      await syncFile(this.#file).catch((cause: Error) => {
        this.lose(`the system cannot put it on disk (${cause.message})`, cause)
        throw this.#lost
      })
      // Only now: after a power failure, the number is never too large.
      writeText(this.#file, keptText(size), KEPT_PLACE, this.#writeBytes)
      this.#kept = written
    } finally {
      this.#syncing = undefined
    }
  }

  /** Checks that the file is still the one that this process wrote. @throws {StateFileError} if not */
  #check(): void {
    const there = statSync(this.#path, { throwIfNoEntry: false })
    if (there?.ino === this.#inode && there.size === this.#size) return
    const size = there && `it has ${there.size} bytes, and this process wrote ${this.#size}`
    const fact = there?.ino === this.#inode ? size : there ? 'another file is there' : 'it is not there any more'
    throw new StateFileError(
      `Failed to write the state file "${this.#path}": ${fact}. Put it back as it was, or end this process and start again.`,
      'gone',
    )
  }

  #beginAnew(): void {
    try {
      this.#check()
      const { file, lines, size } = writeAnew(this.#path, (write) => this.recorded.writeAll(write), this.#writeBytes)
      closeSync(this.#file)
      this.#file = file
      this.#inode = fstatSync(file).ino
      this.#lines = lines
      this.#size = size
      // The banks in the new file have every operation so far.
      this.#written += this.#waiting.length
      this.#waiting = []
      this.#kept = this.#written
    } catch (error) {
      // The file stays in use. When it has doubled again, there is another try.
      const { message } = stateErrorOf(`Failed to write "${this.#path}" anew; it stays in use`, error)
      this.options.say?.(message)
    }
    this.#base = this.#size
  }

  get #writeBytes(): WriteBytes {
    return this.options.writeBytes ?? writeBytesSync
  }
}
