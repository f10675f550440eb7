/**
 * Reads a journal from the bytes of a file. A process that is killed while it writes leaves a last line that is cut off, or a snapshot
 * without its end: these lines are left out and reported. Any other damage is an error, and so is the loss of bytes that were on disk.
 */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { type Chain, canBegin, damaged, keptText, NO_LINE, type RecordKind } from './chain.ts'
import { JournalReader } from './journal-reader.ts'

/** A file whose first line has more bytes than this is no journal. */
const LONGEST_FIRST = 65_536

const LINE_END = 10

export interface JournalRead {
  readonly banks: Map<string, Bank>
  /** The number of bytes of all complete operations: cut the file off there, and write the next line there. */
  readonly bytes: number
  readonly place: Chain
  /** The number of bytes before the first operation. These bytes hold the banks with which the file began. */
  readonly base: number
  /** Whether the first line has `kept`: the number of bytes that are known to be on disk. */
  readonly saysKept: boolean
  /** If lines at the end of the file were left out, a sentence about them. */
  readonly torn: string | undefined
}

/** @throws {UsageError} if the file is no journal, or if lines that must be on disk are damaged or missing */
export async function readJournal(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<JournalRead> {
  const reader = new JournalReader()
  let [bytes, whole, base, torn]: [number, number, number, number] = [0, 0, 0, 0]
  let kept: number | undefined
  for await (const { text, length, hasEnded } of linesOf(chunks)) {
    if (bytes + torn === 0) {
      assertBegins(text)
      kept = keptIn(text)
    }
    // Lines after a torn (cut off or damaged) one are left out even if whole: a disk may write the pages of one write in any order.
    const isTorn = torn > 0 || !hasEnded || (kept !== undefined && whole >= kept && !reader.fits(text))
    if (isTorn) {
      torn += length
      continue
    }
    const kind = reader.take(text)
    if (base === bytes && ofBase.includes(kind)) base += length
    bytes += length
    if (reader.isWhole) whole = bytes
  }
  if (kept !== undefined && whole < kept) throw missing(kept, whole, reader.place.lines)
  const over = bytes + torn - whole
  return {
    banks: reader.banks(),
    bytes: whole,
    place: reader.place,
    base,
    saysKept: kept !== undefined,
    torn: over === 0 ? undefined : tornBy(over, reader),
  }
}

/** The lines of a file, with their lengths in bytes; the last may be cut off. @throws {UsageError} if the first is too long */
async function* linesOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  // A byte order mark at the beginning of a line is part of the line.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let [rest, isFirst]: [Uint8Array, boolean] = [new Uint8Array(), true]
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : joined(rest, chunk)
    let from = 0
    // The rest of the last chunk was searched already.
    for (let end = all.indexOf(LINE_END, rest.length); end >= 0; end = all.indexOf(LINE_END, from)) {
      yield { text: decoder.decode(all.subarray(from, end)), length: end + 1 - from, hasEnded: true }
      isFirst = false
      from = end + 1
    }
    rest = all.slice(from)
    if (isFirst && rest.length > LONGEST_FIRST) throw damaged(1, NO_LINE)
  }
  if (rest.length > 0) yield { text: decoder.decode(rest), length: rest.length, hasEnded: false }
}

function assertBegins(text: string): void {
  // Editors may add a byte order mark, which would shift every position in the file.
  if (text.startsWith('\uFEFF'))
    throw damaged(1, 'begins with a byte order mark, which an editor has added: save the file as UTF-8 without one')
  if (!canBegin(text)) throw damaged(1, NO_LINE)
}

/** The number `kept` in a first line, which may be cut off; undefined if it is missing. */
function keptIn(beginning: string): number | undefined {
  const [, kept] = /"kept":"(\d+)"/.exec(beginning) ?? []
  return kept === undefined ? undefined : Number(kept)
}

/** The kinds of the lines with which a file begins, before the first operation on its banks. */
const ofBase: readonly RecordKind[] = ['vostro', 'open', 'fork', 'part']

function missing(kept: number, whole: number, lines: number): UsageError {
  const way =
    whole === 0 ? '' : ` To go on without these operations, write "kept":"${keptText(whole)}" into the first line.`
  return new UsageError(
    `Failed to read a journal: ${kept} bytes were on disk, but only ${whole} of them can be read: acknowledged operations after line ${lines} are missing or damaged. Give the whole file.${way}`,
  )
}

function tornBy(bytes: number, { place, isWhole }: JournalReader): string {
  const fact = isWhole ? 'is cut off' : 'begins a snapshot of which the end is missing'
  return `line ${place.lines + 1} ${fact}: ${count(bytes, 'byte')} of an operation that was not acknowledged`
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
