/**
 * A state file that begins anew: first a snapshot of all banks, then what was done to them while it was written. It is written beside
 * the one that there is, which goes on meanwhile, and takes its place once the disk has it.
 */
import { openSync, renameSync, rmSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { version } from '../../../package.json'
import { Chain, type JournalRecord, keptText } from '../../server/journal/chain.ts'
import type { HeaderBody } from '../../server/journal/journal-reader.ts'
import { AppendedFile, syncFolderOf, type WriteBytes } from './appended-file.ts'

/** How many letters are written at once; the process answers requests in between. */
const AT_ONCE = 250_000

/** The first line of every state file. */
export function header(): JournalRecord {
  const body: HeaderBody = { kept: keptText(0), form: 1, version }
  return { kind: 'vostro', bank: '', body: JSON.stringify(body) }
}

/** The file of an edition that is not finished, and of no use when its process has ended. */
export function draftOf(path: string): string {
  return `${path}.next`
}

export class NewEdition {
  readonly #file: number
  readonly #out: AppendedFile
  #chain = Chain.start
  #meanwhile: JournalRecord[] = []
  #isGivenUp = false

  /** @param records - those that lead to the banks as they are now, made as they are asked for */
  constructor(
    private readonly path: string,
    private readonly records: Iterable<JournalRecord>,
    writeBytes?: WriteBytes,
  ) {
    const draft = draftOf(path)
    // Made anew: what a link of this name leads to is nothing of ours.
    rmSync(draft, { force: true })
    this.#file = openSync(draft, 'wx', 0o600)
    this.#out = new AppendedFile({ file: this.#file, path: draft, size: 0, saysKept: true }, writeBytes)
  }

  /** What was done since. */
  add(record: JournalRecord): void {
    this.#meanwhile.push(record)
  }

  /** Writes what was before, turn by turn; false where it was given up. @throws {StateFileError} where it cannot be written */
  async write(): Promise<boolean> {
    this.#line(header())
    let length = 0
    for (const record of this.records) {
      length += this.#line(record)
      if (length < AT_ONCE) continue
      length = 0
      this.#out.write()
      await turn()
      if (this.#isGivenUp) return false
    }
    this.#out.write()
    await this.#out.sync()
    return !this.#isGivenUp
  }

  /** Writes what was done meanwhile, and takes the place of the other, in one go. */
  finish(): { readonly file: number; readonly size: number; readonly chain: Chain } {
    for (const record of this.#meanwhile) this.#line(record)
    this.#out.write()
    this.#out.syncNow()
    renameSync(draftOf(this.path), this.path)
    syncFolderOf(this.path)
    return { file: this.#file, size: this.#out.size, chain: this.#chain }
  }

  /** Takes it away. */
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
