/**
 * Reads a journal from the bytes of a file, as they come. A process that was killed while it wrote leaves a last line that is cut off,
 * or a snapshot without its end: that is left out and reported. Any other line that does not fit is an error with its number, and so is
 * a file that has fewer bytes than were on disk.
 */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { type Chain, canBegin, damaged, keptText, type RecordKind } from './chain.ts'
import { JournalReader } from './journal-reader.ts'

/** A file whose first line has more bytes than this is no journal. */
const LONGEST_FIRST = 65_536

const LINE_END = 10

/** The contents of a file. */
export interface JournalRead {
  readonly banks: Map<string, Bank>
  /** The bytes of all whole operations: the next line is to be written after them, and the rest to be cut off. */
  readonly bytes: number
  readonly place: Chain
  /** How many bytes come before the first operation: the snapshots with which the file began. */
  readonly base: number
  /** Whether the first line says how many bytes were kept. */
  readonly saysKept: boolean
  /** The part that is left out, as a sentence. */
  readonly torn: string | undefined
}

/** @throws {UsageError} where a line of what was kept is damaged, with its number; where kept lines are missing; where it is no journal */
export async function readJournal(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<JournalRead> {
  const reader = new JournalReader()
  let [bytes, whole, base, torn]: [number, number, number, number] = [0, 0, 0, 0]
  let kept: number | undefined
  for await (const { text, length, hasEnded } of linesOf(chunks)) {
    const isFirst = bytes === 0
    if (isFirst) kept = keptIn(text)
    // All lines after a torn one are of operations that were not acknowledged: a disk may write the pages of one call in any order.
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

/** The lines of a file, with their lengths in bytes; the last may be cut off. @throws {UsageError} where the first is not of a journal */
async function* linesOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  // A byte order mark in the middle of a file is part of its line.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let [rest, isFirst]: [Uint8Array, boolean] = [new Uint8Array(), true]
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : joined(rest, chunk)
    let from = 0
    // The rest of the last chunk was searched already.
    for (let end = all.indexOf(LINE_END, rest.length); end >= 0; end = all.indexOf(LINE_END, from)) {
      const text = decoder.decode(all.subarray(from, end))
      if (isFirst) assertBegins(text)
      yield { text, length: end + 1 - from, hasEnded: true }
      isFirst = false
      from = end + 1
    }
    rest = all.slice(from)
    if (isFirst && rest.length > LONGEST_FIRST) throw damaged(1, NOT_OURS)
  }
  if (rest.length === 0) return
  const text = decoder.decode(rest)
  if (isFirst) assertBegins(text)
  yield { text, length: rest.length, hasEnded: false }
}

const NOT_OURS = 'is no line of a journal'

function assertBegins(text: string): void {
  // Editors add it, and it would move every place in the file.
  if (text.startsWith('\uFEFF'))
    throw damaged(1, 'begins with a byte order mark, which an editor has added: save the file as UTF-8 without one')
  if (!canBegin(text)) throw damaged(1, NOT_OURS)
}

/** The number of kept bytes in a first line, which may be cut off; undefined where it is not there. */
function keptIn(beginning: string): number | undefined {
  const [, kept] = /"kept":"(\d+)"/.exec(beginning) ?? []
  return kept === undefined ? undefined : Number(kept)
}

/** The kinds of the lines at the beginning of a file, before any change of its banks. */
const ofBase: readonly RecordKind[] = ['vostro', 'open', 'fork', 'part']

function missing(kept: number, whole: number, lines: number): UsageError {
  const way = whole === 0 ? '' : ` To go on without it, write "kept":"${keptText(whole)}" into the first line.`
  return new UsageError(
    `Failed to read a journal: ${kept} bytes were kept, and ${whole} are whole: what was acknowledged after line ${lines} is missing or damaged. Give all of the file.${way} (§3)`,
  )
}

function tornBy(bytes: number, { place, isWhole }: JournalReader): string {
  const fact = isWhole ? 'is cut off' : 'begins a snapshot of which the end is missing'
  return `line ${place.lines + 1} ${fact}: ${bytes} ${bytes === 1 ? 'byte' : 'bytes'} of an operation that nobody was told of`
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
