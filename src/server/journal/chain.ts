/**
 * The lines of a journal that grows in a file. Each is a list of JSON: its number, a checksum of all lines up to it, its kind, the id of
 * its bank, and its body. A line that is damaged, missing or in another place does not fit.
 *
 *     [1,"9d1c03f2","vostro","",{"kept":"0000000004711","form":1,"version":"0.1.0"}]
 *     [2,"5f0c3a91","open","main",{"settings":{…},"keep":{…},"isFollowed":false}]
 *     [3,"0b77d2e4","entry","main",[…]]       an entry of the bank's journal, as the bank keeps it
 *     [4,"c01f5e6a","fork","b1",{"from":"main"}]
 *     [5,"e5d94b02","part","b1",[…]]          a line of a snapshot, which is restored once its last line is there
 *     [6,"77aa0c1e","reset","b1",null]
 *     [7,"12d09b44","close","b1",null]
 *
 * Only the first line changes later: `kept` says how many bytes of the file are on disk. No checksum covers it.
 */
import { UsageError } from '../../core/errors.ts'
import { hashText, hex32 } from '../../core/kernel/identity.ts'

export type RecordKind = 'vostro' | 'open' | 'entry' | 'fork' | 'part' | 'reset' | 'close'

/** A line without its number and checksum. */
export interface JournalRecord {
  readonly kind: RecordKind
  /** The id of the bank; empty for the first line, which is of no bank. */
  readonly bank: string
  /** JSON. */
  readonly body: string
}

/** How the first line of every journal begins, with any checksum. */
const FIRST = /^\[1,"[0-9a-f]{8}","vostro","",\{/
const SHORTEST_FIRST = 27

/** The place of the number of kept bytes in the first line, and how many digits it has. */
export const KEPT_PLACE = '[1,"00000000","vostro","",{"kept":"'.length
const KEPT_DIGITS = 13

/** A number of bytes as the first line has it: always as many digits. */
export function keptText(bytes: number): string {
  return String(bytes).padStart(KEPT_DIGITS, '0')
}

/** The length of the beginning of a snapshot's line that has its number and its checksum. */
const PART_HEAD = 24

/** A place in a journal: the number of lines before it, and their checksum. */
export class Chain {
  private constructor(
    readonly lines: number,
    readonly sum: number,
  ) {}

  static readonly start: Chain = new Chain(0, 0)

  /** The next line, and the place after it. */
  add({ kind, bank, body }: JournalRecord): { readonly line: string; readonly next: Chain } {
    const payload = `"${kind}","${bank}",${body}`
    const next = this.after(kind, payload)
    return { line: `[${next.lines},"${hex32(next.sum)}",${payload}]`, next }
  }

  /**
   * The record of the next line, and the place after it.
   *
   * @throws {UsageError} where it is not the line that comes next, letter by letter
   */
  read(line: string): { readonly record: JournalRecord; readonly next: Chain } {
    const number = this.lines + 1
    const [, own, sum] = /^\[(\d+),"([0-9a-f]{8})","/.exec(line) ?? []
    if (own === undefined || !line.endsWith(']')) throw damaged(number, 'is no line of a journal')
    if (Number(own) !== number)
      throw damaged(number, `is line ${own} of the journal: lines are missing, or out of order`)
    const payload = line.slice(own.length + '[,"01234567",'.length, -1)
    // "kind","bank",body
    const [, kind = '', , bank = ''] = payload.split('"', 4)
    const next = this.after(kind, payload)
    if (hex32(next.sum) !== sum)
      throw damaged(number, `is damaged: its checksum is ${sum}, and should be ${hex32(next.sum)}`)
    const body = payload.slice(kind.length + bank.length + '"","",'.length)
    return { record: { kind: kind as RecordKind, bank, body }, next }
  }

  /** Whether this is the line that comes next. */
  follows(line: string): boolean {
    try {
      this.read(line)
      return true
    } catch {
      return false
    }
  }

  private after(kind: string, payload: string): Chain {
    return new Chain(this.lines + 1, hashText(summedOf(kind, payload), this.sum))
  }
}

/** What the checksum covers. The line of a snapshot has a checksum of its own, at its beginning; the number of kept bytes changes. */
function summedOf(kind: string, payload: string): string {
  if (kind === 'part') return payload.slice(0, payload.indexOf('[') + PART_HEAD)
  return kind === 'vostro' ? payload.replace(/"kept":"\d+",/, '') : payload
}

/** Whether a text may be the beginning of a journal's first line, which may be cut off: false for any other file. */
export function canBegin(text: string): boolean {
  return text.length < SHORTEST_FIRST
    ? FIRST.test(text + '[1,"00000000","vostro","",{'.slice(text.length))
    : FIRST.test(text)
}

/** The error about a line of a journal. */
export function damaged(line: number, fact: string): UsageError {
  return new UsageError(
    `Failed to read a journal: line ${line} ${fact}. Give all of the file as this version of vostro wrote it, or begin with another file. (§3)`,
  )
}
