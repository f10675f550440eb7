/**
 * A new edition of a state file: first a snapshot of all banks, then the operations that came while the snapshot was written. The
 * edition is written to a file beside the present one, which stays in use. Once the edition is on disk, it replaces the present file.
 */
import { openSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { version } from '../../../package.json'
import { Chain, type JournalRecord, keptText } from '../../server/journal/chain.ts'
import type { HeaderBody } from '../../server/journal/journal-reader.ts'
import { AppendedFile, type WriteBytes } from './appended-file.ts'

/** How many characters are written in one turn of the event loop: the process answers requests in between. */
const AT_ONCE = 250_000

/** The first line of every state file. */
export function header(): JournalRecord {
  const body: HeaderBody = { kept: keptText(0), form: 1, version }
  return { kind: 'vostro', bank: '', body: JSON.stringify(body) }
}

/** The path of an unfinished edition, which is of no use once its process has ended. */
export function draftOf(path: string): string {
  return `${path}.next`
}

export class NewEdition {
  readonly #out: AppendedFile
  #meanwhile: JournalRecord[] = []
  #isGivenUp = false

  /** @param records - the records that restore the present banks; each is made when it is read */
  constructor(
    private readonly path: string,
    private readonly records: Iterable<JournalRecord>,
    isHeld: () => boolean,
    writeBytes?: WriteBytes,
  ) {
    const draft = draftOf(path)
    // An old draft is removed first: a link of this name could lead to another file.
    rmSync(draft, { force: true })
    const file = openSync(draft, 'wx', 0o600)
    this.#out = new AppendedFile({ file, path: draft, size: 0, place: Chain.start, saysKept: true, isHeld }, writeBytes)
  }

  /** Adds the record of a later operation. */
  add(record: JournalRecord): void {
    this.#meanwhile.push(record)
  }

  /** Writes the snapshot, turn by turn. Returns false if the edition was given up. @throws {StateFileError} if it cannot be written */
  async write(): Promise<boolean> {
    this.#out.add(header())
    let length = 0
    for (const record of this.records) {
      length += this.#out.add(record)
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

  /** Writes the records of later operations, and replaces the present file, all in one turn. */
  finish(): AppendedFile {
    for (const record of this.#meanwhile) this.#out.add(record)
    this.#out.write()
    this.#out.replace(this.path)
    return this.#out
  }

  async giveUp(): Promise<void> {
    if (this.#isGivenUp) return
    this.#isGivenUp = true
    await this.#out.replaced()
    rmSync(draftOf(this.path), { force: true })
  }
}
