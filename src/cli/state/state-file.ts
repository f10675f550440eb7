/**
 * The state file of `vostro serve --state FILE`. An operation is acknowledged only when its line is on disk, so the next process has it,
 * however this one ends. When the file has doubled, a new one that begins with the present banks takes its place.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { lock } from 'proper-lockfile'
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { isUsageError, messageOf, UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { MAIN, TEMPLATE } from '../../server/addresses.ts'
import { Refusal } from '../../server/refusal.ts'
import { assertAsked, BankReader, wholeOf } from './recorded-banks.ts'
import { type Content, firstLine, KEPT_PLACE, keptText, type LineKind, readContent, textOfLine } from './state-lines.ts'

// The lock library ends the process at a signal to which nothing else listens. This one says that a file may not grow, and is no end.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined)

export interface StateFileSettings {
  /** Gets a sentence for the operator if the file was not as it should be, or cannot be written. */
  readonly say?: (sentence: string) => void
  /** The file is written anew when it has doubled, but not below this size. By default 1 MB. */
  readonly leastSize?: number
  /** How often to try to get the lock, four times a second. By default until the lock of a killed process is stale. */
  readonly tries?: number
}

/**
 * Opens a state file, or makes a new one, and performs its operations again.
 *
 * @throws {UsageError} if the file cannot be opened, if another process has it, if it is no state file, or if a line of it is damaged or
 *   missing; the file stays as it is
 */
export async function openStateFile(given: string, options: StateFileSettings = {}): Promise<StateFile> {
  const failed = failedToOpen(given)
  let state: StateFile | undefined
  let release = async () => {}
  try {
    // All links to a file share one lock.
    const path = existsSync(given) ? realpathSync(given) : given
    release = await lockOf(path, failed, options, () => state?.lose('its lock was taken over or deleted'))
    // A process that was killed while it wrote anew left its draft behind.
    rmSync(draftOf(path), { force: true })
    if (!existsSync(path)) closeSync(writeAnew(path, new Map()).file)
    const reader = new BankReader()
    const { dropped, ...content } = readContent(readFileSync(path), failed, (line) => reader.take(line))
    const file = openSync(path, 'r+')
    if (dropped > 0) {
      ftruncateSync(file, content.size)
      options.say?.(
        `${path}: its last line, ${content.lines + 1}, is incomplete. Its operation was not acknowledged: removes its ${count(dropped, 'byte')}.`,
      )
    }
    state = new StateFile(path, { file, ...content }, options, reader.banks, release)
    return state
  } catch (error) {
    await release().catch(() => undefined)
    if (isUsageError(error) || codeOf(error) === undefined) throw error
    throw new UsageError(`${failed}: ${messageOf(error)}. Give the path of a file that this user may read and write.`)
  }
}

const failedToOpen = (path: string) => `Failed to open the state file "${path}"`

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** What is wrong with a lock, by the code of the error. */
const lockFacts: Readonly<Record<string, string>> = {
  ELOCKED: 'is renewed by a process that has the file. End that process, or give another path.',
  ENOTDIR: 'is a file, and no folder, as the locks of this version are. If no process has the state file, delete it.',
  ENOTEMPTY: 'is not empty, as the locks of this version are. If no process has the state file, delete it.',
}

/** Resolves with the function that gives the lock back. `onCompromised` is called when another process has taken the lock over. */
async function lockOf(
  path: string,
  failed: string,
  { say, tries = 24 }: StateFileSettings,
  onCompromised: () => void,
): Promise<() => Promise<void>> {
  // The lock of a killed process counts for five seconds; a process that lives renews its lock each second.
  const how = { stale: 5_000, update: 1_000, realpath: false, onCompromised }
  const retries = { retries: tries, minTimeout: 250, factor: 1 }
  return await lock(path, how)
    .catch(async (error: unknown) => {
      if (codeOf(error) !== 'ELOCKED') throw error
      say?.(
        `${path}: it is locked, by a process that has it or that was killed just now. Waits some seconds for "${path}.lock".`,
      )
      return await lock(path, { ...how, retries })
    })
    .catch((error: unknown) => {
      const fact = lockFacts[codeOf(error) ?? '']
      throw fact === undefined ? error : new UsageError(`${failed}: "${path}.lock" ${fact}`)
    })
}

interface OpenFile extends Content {
  readonly file: number
}

const draftOf = (path: string): string => `${path}.next`

/** Writes a file with these banks beside the one at `path`, puts it on disk, and then in place of that one. */
function writeAnew(path: string, banks: ReadonlyMap<string, Bank>): OpenFile {
  const draft = draftOf(path)
  // Only its owner may read it, because it has the credentials of clients.
  const file = openSync(draft, 'wx', 0o600)
  try {
    let [lines, size] = [1, writeText(file, firstLine(), 0)]
    for (const [id, bank] of banks) size += writeText(file, textOfLine(++lines, 'bank', id, wholeOf(bank)), size)
    writeText(file, keptText(size), KEPT_PLACE)
    fsyncSync(file)
    renameSync(draft, path)
    return { file, lines, size, base: size }
  } catch (error) {
    closeSync(file)
    rmSync(draft, { force: true })
    throw error
  }
}

/** @returns the number of bytes */
function writeText(file: number, text: string, place: number): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, place + done)
  }
  return bytes.length
}

export class StateFile {
  /** Lines that are not written yet. */
  #waiting: string[] = []
  #writing: Promise<void> | undefined
  #hasFailed = false
  /** Why nothing more may be written: nobody knows what the file contains. */
  #lost: string | undefined
  /** The banks whose operations are recorded, in one order for all of them. */
  readonly #banks = new Map<string, Bank>()
  #isEnding = false

  /** @internal Use `openStateFile()`. */
  constructor(
    private readonly path: string,
    private content: OpenFile,
    private readonly options: StateFileSettings,
    banks: ReadonlyMap<string, Bank>,
    private readonly release: () => Promise<void>,
  ) {
    for (const [id, bank] of banks) this.#record(id, bank)
  }

  get banks(): ReadonlyMap<string, Bank> {
    return this.#banks
  }

  readonly opened = (id: string, bank: Bank): void => {
    this.#add('bank', id, wholeOf(bank))
    this.#record(id, bank)
  }

  readonly closed = (id: string): void => {
    if (this.#banks.delete(id)) this.#add('close', id, null)
  }

  /**
   * Options for a server that keeps its banks in this file: `createBankServer({ ...state.keeping(options), … })`.
   *
   * @param options - the options of the first bank and of the template of the server
   * @throws {UsageError} if an option is invalid, or contradicts the file
   */
  keeping(options: BankOptions = {}) {
    const { opened, closed } = this
    const banks = new Map(this.#banks)
    for (const bank of [banks.get(TEMPLATE), banks.get(MAIN)]) {
      if (bank) assertAsked(bank, options, failedToOpen(this.path))
    }
    return { banks, opened, closed, beforeTelling: () => this.written() }
  }

  /** After a failed write, tries that write again. @throws {Refusal} `not_kept` if it fails again */
  async retried(): Promise<void> {
    if (this.#hasFailed) await this.written()
  }

  /** Resolves when every operation so far is on disk. @throws {Refusal} `not_kept` if the file cannot be written: a later call writes them */
  async written(): Promise<void> {
    if (this.#waiting.length === 0) return
    // Callers of one turn of the event loop share one fsync.
    this.#writing ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#writing = undefined
        try {
          this.#write()
          resolve()
        } catch (error) {
          reject(this.#refusal(error))
        }
      })
    })
    await this.#writing
  }

  /** Writes nothing more, whatever comes. */
  lose(fact: string): void {
    this.#lost ??= fact
  }

  /** Writes the waiting lines, and gives the lock back. Later operations on the banks are not recorded. */
  async close(): Promise<void> {
    this.#isEnding = true
    try {
      await this.written()
    } finally {
      closeSync(this.content.file)
      await this.release().catch(() => undefined)
    }
  }

  #record(id: string, bank: Bank): void {
    this.#banks.set(id, bank)
    portOf(bank).subscribe((fact) => {
      if (this.#isEnding || this.#banks.get(id) !== bank) return
      if (fact.what === 'operation') this.#add('entry', id, fact.entry)
      if (fact.what === 'replacement') this.#add('bank', id, wholeOf(bank))
    })
  }

  #add(kind: LineKind, bank: string, body: unknown): void {
    this.#waiting.push(textOfLine(++this.content.lines, kind, bank, body))
    // Writes lines that no answer waits for as well, such as an advance in real time.
    this.written().catch(() => undefined)
  }

  #write(): void {
    if (this.#lost !== undefined) throw new Error(`${this.#lost}. End this process, and start it again.`)
    this.#check()
    const { file, size } = this.content
    try {
      this.content.size += writeText(file, this.#waiting.join(''), size)
      fsyncSync(file)
    } catch (error) {
      // Some of it may be written: the file has whole lines only.
      ftruncateSync(file, size)
      this.content.size = size
      const advice = 'Every acknowledged change is in the file. Make room: the next call writes the others.'
      throw new Error(`${messageOf(error)}. ${advice}`)
    }
    this.#waiting = []
    this.#hasFailed = false
    writeText(file, keptText(this.content.size), KEPT_PLACE)
    const { leastSize = 1_000_000 } = this.options
    if (this.content.size >= Math.max(2 * this.content.base, leastSize)) this.#beginAnew()
  }

  #refusal(error: unknown): Refusal {
    const message = `Failed to write the state file "${this.path}": ${messageOf(error)}`
    if (!this.#hasFailed) this.options.say?.(message)
    this.#hasFailed = true
    return new Refusal('not_kept', message)
  }

  /** Checks that the file is still the one that this process wrote. @throws {Error} if not */
  #check(): void {
    const { file, size } = this.content
    const there = statSync(this.path, { throwIfNoEntry: false })
    if (there?.ino === fstatSync(file).ino && there.size === size) return
    throw new Error(
      `it was deleted, replaced or changed. It had ${size} bytes: put it back as it was, or end this process and start again.`,
    )
  }

  #beginAnew(): void {
    const { file, size } = this.content
    try {
      this.content = writeAnew(this.path, this.#banks)
      closeSync(file)
    } catch (error) {
      // The file stays in use. When it has doubled again, there is another try.
      this.options.say?.(`Failed to write "${this.path}" anew; it stays in use: ${messageOf(error)}`)
      this.content.base = size
    }
  }
}
