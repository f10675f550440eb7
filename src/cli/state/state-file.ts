/**
 * The state file of `vostro serve --state FILE`: the journal of all banks of a process. An operation is acknowledged only when its line is
 * on disk. So the next process has the operation, however this one ends. When the file has grown, it begins anew with a snapshot.
 */

import type { Bank } from '../../bank/bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { checkedOptions, isFlag, isFunction, type OptionRules, rule } from '../../contract/options.ts'
import { MAIN, TEMPLATE } from '../../server/addresses.ts'
import { askedBank } from '../../server/journal/asked-bank.ts'
import type { JournalRecord } from '../../server/journal/chain.ts'
import { JournalKeeper } from '../../server/journal/journal-keeper.ts'
import { AppendedFile, type WriteBytes } from './appended-file.ts'
import { header, NewEdition } from './new-edition.ts'
import { type OpenedFile, openFile } from './open-file.ts'

export interface StateFileOptions {
  /** For clocks that follow the wall clock: if an advance brings about nothing, it is written only with the next change. */
  readonly holdsTime?: boolean | undefined
  /** The file begins anew when it has grown by this many bytes, but at least by a quarter of its last snapshot. By default 16 MB. */
  readonly beginAnewAfter?: number | undefined
  /** Gets a sentence for the operator if the end of the file was cut off, or if the file cannot be written. */
  readonly say?: ((sentence: string) => void) | undefined
}

const optionRules: OptionRules<StateFileOptions> = {
  holdsTime: isFlag,
  beginAnewAfter: rule(
    (value) => Number.isSafeInteger(value) && (value as number) > 0,
    'must be a whole number of bytes, at least 1',
  ),
  say: isFunction,
}

const ANEW_AFTER = 16_000_000

/**
 * Opens a state file, replays it, and records every operation from now on.
 *
 * @throws {StateFileError} if the file cannot be opened, or another process has it
 * @throws {UsageError} if it is no state file, if a line of it is damaged, or if an option is invalid
 */
export async function openStateFile(
  path: string,
  options: StateFileOptions = {},
  writeBytes?: WriteBytes,
): Promise<StateFile> {
  const failed = `Failed to open the state file "${path}"`
  checkedOptions(options, optionRules, { failed, advice: 'Write { holdsTime: true }, or leave it out.' })
  const opened = await openFile(path, failed)
  if (opened.read.torn) options.say?.(`${path}: ${opened.read.torn}. These bytes are removed.`)
  return new StateFile(opened, options, writeBytes)
}

export class StateFile {
  readonly keeper: JournalKeeper
  #out: AppendedFile
  #edition: NewEdition | undefined
  #editing: Promise<void> | undefined
  /** The size of the file at the end of its snapshot. */
  #base: number
  #isPlanned = false
  #hasFailed = false

  /** @internal Use `openStateFile()`. */
  constructor(
    private readonly opening: OpenedFile,
    private readonly options: StateFileOptions,
    private readonly writeBytes?: WriteBytes,
  ) {
    const { file, path, lock, read } = opening
    const { place, bytes: size } = read
    const isNew = place.lines === 0
    const saysKept = isNew || read.saysKept
    this.#out = new AppendedFile({ file, path, size, place, saysKept, isHeld: lock.isHeld }, writeBytes)
    this.#base = read.base
    this.keeper = new JournalKeeper((record) => this.#take(record), { holdsTime: options.holdsTime === true })
    if (isNew) this.#take(header())
    for (const [id, bank] of read.banks) this.keeper.takeOver(id, bank)
  }

  /**
   * Options for a server that keeps its banks in this file: `createBankServer({ ...state.keeping(options), … })`.
   *
   * @param options - the options of the first bank and of the template of the server
   * @throws {UsageError} if an option is invalid, or contradicts the file
   */
  keeping(options: BankOptions = {}) {
    const { keeper } = this
    for (const id of [TEMPLATE, MAIN]) {
      const kept = keeper.banks.get(id)
      if (kept === undefined) continue
      const bank = askedBank(kept, options)
      if (bank !== kept) keeper.takeOver(id, bank)
    }
    return {
      banks: keeper.banks,
      opened: (id: string, bank: Bank, from?: string) => keeper.opened(id, bank, from),
      closed: (id: string) => keeper.closed(id),
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
      await this.#out.written()
      this.#hasFailed = false
    } catch (error) {
      this.#fail(error)
      throw error
    }
    this.#beginAnewIfGrown()
  }

  /** Writes the waiting records, and gives the lock back. Later operations on the banks are not recorded. */
  async close(): Promise<void> {
    this.keeper.stop()
    try {
      await this.#edition?.giveUp()
      await this.#editing
      this.#out.write()
    } finally {
      await this.#out.close().finally(this.opening.lock.unlock)
    }
  }

  #take(record: JournalRecord): void {
    this.#out.add(record)
    this.#edition?.add(record)
    if (this.#isPlanned) return
    this.#isPlanned = true
    // Writes records that no answer waits for, such as advances in real time.
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#out.isBehind && !this.#hasFailed) this.written().catch(() => undefined)
    })
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.options.say?.((error as Error).message)
    this.#hasFailed = true
  }

  #beginAnewIfGrown(): void {
    const grown = this.#out.size - this.#base
    if (this.#edition || grown < Math.max(this.options.beginAnewAfter ?? ANEW_AFTER, this.#base / 4)) return
    this.#editing = this.#beginAnew().catch((error: unknown) => {
      // The file stays in use. When it has grown by the same number of bytes again, there is another try to begin it anew.
      this.#base = this.#out.size
      this.options.say?.(`Failed to begin "${this.opening.path}" anew; it stays in use: ${(error as Error).message}`)
    })
  }

  async #beginAnew(): Promise<void> {
    const { path, lock } = this.opening
    const edition = new NewEdition(path, this.keeper.recordsNow(), lock.isHeld, this.writeBytes)
    this.#edition = edition
    try {
      if (!(await edition.write())) return
      this.#out.check()
      const before = this.#out
      this.#out = edition.finish()
      this.#base = this.#out.size
      await before.replaced()
    } catch (error) {
      await edition.giveUp()
      throw error
    } finally {
      this.#edition = undefined
    }
  }
}
