/**
 * The lines of a journal in a file. Each line is a JSON array: its number, a checksum of all lines up to this one, its kind, the id of its
 * bank, and its body. So a line that is damaged, missing or out of order is detected.
 *
 *     [1,"9d1c03f2","vostro","",{"kept":"0000000004711","form":1,"version":"0.1.0"}]
 *     [2,"5f0c3a91","open","main",{"settings":{…},"keep":{…},"isFollowed":false}]
 *     [3,"0b77d2e4","entry","main",[…]]       an entry of the bank's journal, as the bank keeps it
 *     [4,"c01f5e6a","fork","b1",{"from":"main"}]
 *     [5,"e5d94b02","part","b1",[…]]          a line of a snapshot; the last line of the snapshot puts the bank in that state
 *     [6,"77aa0c1e","reset","b1",null]
 *     [7,"12d09b44","close","b1",null]
 *
 * Only `kept` in the first line changes later: it is the number of bytes that are on disk. No checksum covers `kept`.
 */
import { UsageError } from '../../core/errors.ts'
import { hashText, hex32 } from '../../core/kernel/identity.ts'

export type RecordKind = 'vostro' | 'open' | 'entry' | 'fork' | 'part' | 'reset' | 'close'

/** A line without its number and checksum. */
export interface JournalRecord {
  readonly kind: RecordKind
  /** The id of the bank; empty for the first line, which is of no bank. */
  readonly bank: string
  /** The body as JSON. */
  readonly body: string
}

/** The beginning of the first line of every journal, and an example of it. */
const FIRST = /^\[1,"[0-9a-f]{8}","vostro","",\{/
const LIKE_FIRST = '[1,"00000000","vostro","",{'

/** The position of the number `kept` in the first line. The number always has 13 digits. */
export const KEPT_PLACE = `${LIKE_FIRST}"kept":"`.length
export const keptText = (bytes: number): string => String(bytes).padStart(13, '0')

/** The length of the number and the checksum with which the body of a `part` begins. */
const PART_HEAD = 24

export const NO_LINE = 'is no line of a journal'

/** A place in a journal: the number of lines before it, and their checksum. */
export class Chain {
  private constructor(
    readonly lines: number,
    readonly sum: number,
  ) {}

  static readonly start: Chain = new Chain(0, 0)

  add({ kind, bank, body }: JournalRecord): { readonly line: string; readonly next: Chain } {
    const payload = `"${kind}","${bank}",${body}`
    const next = this.after(kind, payload)
    return { line: `[${next.lines},"${hex32(next.sum)}",${payload}]`, next }
  }

  /** The record of the next line, and the place after that line. If the line is damaged or not the next one: a text that says so. */
  read(line: string): { readonly record: JournalRecord; readonly next: Chain } | string {
    const number = this.lines + 1
    const [, own, sum] = /^\[(\d+),"([0-9a-f]{8})","/.exec(line) ?? []
    if (own === undefined || !line.endsWith(']')) return NO_LINE
    if (Number(own) !== number) return `is line ${own} of the journal: lines are missing, or out of order`
    const payload = line.slice(own.length + '[,"01234567",'.length, -1)
    // "kind","bank",body
    const [, kind = '', , bank = ''] = payload.split('"', 4)
    const next = this.after(kind, payload)
    if (hex32(next.sum) !== sum) return `is damaged: its checksum is ${sum}, and should be ${hex32(next.sum)}`
    const body = payload.slice(kind.length + bank.length + '"","",'.length)
    return { record: { kind: kind as RecordKind, bank, body }, next }
  }

  private after(kind: string, payload: string): Chain {
    return new Chain(this.lines + 1, hashText(summedOf(kind, payload), this.sum))
  }
}

/** The text that the checksum of a line covers: all but `kept`; in a `part` only the head, which has the checksum of the rest. */
function summedOf(kind: string, payload: string): string {
  if (kind === 'part') return payload.slice(0, payload.indexOf('[') + PART_HEAD)
  return kind === 'vostro' ? payload.replace(/"kept":"\d+",/, '') : payload
}

/** Whether a file that begins with this text can be a journal. The text may be only a part of the first line. */
export function canBegin(text: string): boolean {
  return FIRST.test(text + LIKE_FIRST.slice(text.length))
}

export function damaged(line: number, fact: string): UsageError {
  return new UsageError(
    `Failed to read a journal: line ${line} ${fact}. Give the whole file as this version of vostro wrote it, or begin with another file.`,
  )
}
