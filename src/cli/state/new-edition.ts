/**
 * A state file that begins anew: first a snapshot of all banks, then what was done to them while it was written. It is written beside
 * the present file, which stays in use, and replaces that one once it is on disk.
 */
import { openSync, renameSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { version } from '../../../package.json'
import { Chain, type JournalRecord, keptText } from '../../server/journal/chain.ts'
import type { HeaderBody } from '../../server/journal/journal-reader.ts'
import { AppendedFile, syncFolderOf, type WriteBytes } from './appended-file.ts'

/** How many characters are written in one turn; the process answers requests in between. */
const AT_ONCE = 250_000

/** The first line of every state file. */
export function header(): JournalRecord {
  const body: HeaderBody = { kept: keptText(0), form: 1, version }
  return { kind: 'vostro', bank: '', body: JSON.stringify(body) }
}

/** The file of an unfinished edition: of no use once its process has ended. */
export function draftOf(path: string): string {
  return `${path}.next`
}

export class NewEdition {
  readonly #file: number
  readonly #out: AppendedFile
  #chain = Chain.start
  #meanwhile: JournalRecord[] = []
  #isGivenUp = false

  /** @param records - those that restore the banks as they are now, each made when it is read */
  constructor(
    private readonly path: string,
    private readonly records: Iterable<JournalRecord>,
    writeBytes?: WriteBytes,
  ) {
    const draft = draftOf(path)
    // Removed first: a link of this name could lead to another file.
    rmSync(draft, { force: true })
    this.#file = openSync(draft, 'wx', 0o600)
    this.#out = new AppendedFile({ file: this.#file, path: draft, size: 0, saysKept: true }, writeBytes)
  }

  /** Adds a later record. */
  add(record: JournalRecord): void {
    this.#meanwhile.push(record)
  }

  /** Writes the snapshot, turn by turn; false where it was given up. @throws {StateFileError} where it cannot be written */
  async write(): Promise<boolean> {
    this.#line(header())
    let length = 0
    for (const record of this.records) {
      length += this.#line(record)
      if (length < AT_ONCE) continue
      length = 0
      this.#out.write()
      await nextTurn()
      if (this.#isGivenUp) return false
    }
    this.#out.write()
    await this.#out.sync()
    return !this.#isGivenUp
  }

  /** Writes what was done meanwhile, and replaces the present file, in one go. */
  finish(): { readonly file: number; readonly size: number; readonly chain: Chain } {
    for (const record of this.#meanwhile) this.#line(record)
    this.#out.write()
    this.#out.syncNow()
    renameSync(draftOf(this.path), this.path)
    syncFolderOf(this.path)
    return { file: this.#file, size: this.#out.size, chain: this.#chain }
  }

  /** Removes the file. */
  async giveUp(): Promise<void> {
    if (this.#isGivenUp) return
    this.#isGivenUp = true
    await this.#out.replaced()
    rmSync(draftOf(this.path), { force: true })
  }

  #line(record: JournalRecord): number {
    const { line, next } = this.#chain.add(record)
    this.#out.add(line)
    this.#chain = next
    return line.length
  }
}
