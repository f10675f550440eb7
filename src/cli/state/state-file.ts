/**
 * The state file of `vostro serve --state FILE`: the journal of all banks of a process. An operation is acknowledged only when its line is
 * on disk: the next process has it, however this one ends. When the file has grown, it begins anew with a snapshot.
 */

import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/create-bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { checkedOptions, isFlag, isFunction, type OptionRules, rule } from '../../contract/options.ts'
import { MAIN, TEMPLATE } from '../../server/banks/bank-ids.ts'
import { askedBank } from '../../server/journal/asked-bank.ts'
import type { Chain, JournalRecord } from '../../server/journal/chain.ts'
import { JournalKeeper } from '../../server/journal/journal-keeper.ts'
import { AppendedFile, type WriteBytes } from './appended-file.ts'
import { header, NewEdition } from './new-edition.ts'
import { type OpenedFile, openFile } from './open-file.ts'

/** What `openStateFile` takes; everything is optional. */
export interface StateFileOptions {
  /** Whether an advance in which nothing happened is written only with the next change: for clocks that follow the wall clock. */
  readonly holdsTime?: boolean | undefined
  /** The file begins anew after it has grown by this many bytes, and by a quarter of its last snapshot. By default 16 MB. */
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
  checkedOptions(options, optionRules, { failed, advice: 'Write { holdsTime: true }, or leave it out. (§3)' })
  const opened = await openFile(path, failed)
  if (opened.read.torn) options.say?.(`${path}: ${opened.read.torn}. They are cut off.`)
  return new StateFile(opened, options, writeBytes)
}

export class StateFile {
  readonly #keeper: JournalKeeper
  #out: AppendedFile
  #chain: Chain
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
    const { file, read } = opening
    const isNew = read.place.lines === 0
    this.#out = this.#appended(file, read.bytes, isNew || read.saysKept)
    this.#chain = read.place
    this.#base = read.base
    this.#keeper = new JournalKeeper((record) => this.#take(record), { holdsTime: options.holdsTime === true })
    if (isNew) this.#take(header())
    for (const [id, bank] of read.banks) this.#keeper.takeOver(id, bank)
  }

  /** The banks that are kept, by their ids. */
  get banks(): ReadonlyMap<string, Bank> {
    return this.#keeper.banks
  }

  /**
   * The bank of a process that has only one: the bank of the file, or a new one.
   *
   * @throws {UsageError} if an option is invalid, or contradicts the file
   */
  bank(options: BankOptions = {}): Bank {
    const kept = this.#asked(MAIN, options)
    if (kept) return kept
    const bank = createBank(options)
    this.opened(MAIN, bank)
    return bank
  }

  /** The bank of the file with this id, if there is one. `options` must not contradict it. */
  #asked(id: string, options: BankOptions): Bank | undefined {
    const kept = this.banks.get(id)
    if (kept === undefined) return undefined
    const bank = askedBank(kept, options)
    if (bank !== kept) this.#keeper.takeOver(id, bank)
    return bank
  }

  /** Records a new bank, and every operation on it from now on. `from` is the id of the bank that it was forked from. */
  opened(id: string, bank: Bank, from?: string): void {
    this.#keeper.opened(id, bank, from)
  }

  /** Records that a bank was closed. */
  closed(id: string): void {
    this.#keeper.closed(id)
  }

  /**
   * Options for a server that keeps its banks in this file: `createBankServer({ ...state.keeping(options), … })`.
   *
   * @param options - the options of the first bank and of the template of the server
   * @throws {UsageError} if an option is invalid, or contradicts the file
   */
  keeping(options: BankOptions = {}) {
    for (const id of [TEMPLATE, MAIN]) this.#asked(id, options)
    return {
      banks: this.banks,
      opened: (id: string, bank: Bank, from?: string) => this.opened(id, bank, from),
      closed: (id: string) => this.closed(id),
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
    this.#keeper.stop()
    try {
      await this.#edition?.giveUp()
      await this.#editing
      this.#out.write()
    } finally {
      await this.#out.close().finally(this.opening.lock.unlock)
    }
  }

  #appended(file: number, size: number, saysKept: boolean): AppendedFile {
    const { path, lock } = this.opening
    return new AppendedFile({ file, path, size, saysKept, isHeld: lock.isHeld }, this.writeBytes)
  }

  #take(record: JournalRecord): void {
    const { line, next } = this.#chain.add(record)
    this.#chain = next
    this.#out.add(line)
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
      // The file stays in use. It tries to begin anew when it has grown as much once more.
      this.#base = this.#out.size
      this.options.say?.(`${this.opening.path} could not begin anew, and goes on: ${(error as Error).message}`)
    })
  }

  async #beginAnew(): Promise<void> {
    const edition = new NewEdition(this.opening.path, this.#keeper.recordsNow(), this.writeBytes)
    this.#edition = edition
    try {
      if (!(await edition.write())) return
      this.#out.check()
      const { file, size, chain } = edition.finish()
      const before = this.#out
      this.#out = this.#appended(file, size, true)
      this.#chain = chain
      this.#base = size
      await before.replaced()
    } catch (error) {
      await edition.giveUp()
      throw error
    } finally {
      this.#edition = undefined
    }
  }
}
