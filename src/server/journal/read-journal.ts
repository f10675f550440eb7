/**
 * Reading a journal from the bytes of a file, as they come. Whatever was killed while it wrote leaves a last line that is cut off, or a
 * snapshot without its end: that is left out and told. Anything else that does not fit is an error with the number of its line, and so
 * is a file that has less than the disk has had.
 */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { type Chain, canBegin, damaged, keptText, type RecordKind } from './chain.ts'
import { JournalReader } from './journal-reader.ts'

/** So many bytes without the end of a line, and it is the first line of something else. */
const LONGEST_FIRST = 65_536

const LINE_END = 10

/** What a file holds. */
export interface JournalRead {
  readonly banks: Map<string, Bank>
  /** After so many bytes the next line is to be written; what comes after them is to be cut off. */
  readonly bytes: number
  readonly place: Chain
  /** So many bytes come before the first operation: the snapshots with which the file began. */
  readonly base: number
  /** Whether the first line says how many bytes were kept. */
  readonly saysKept: boolean
  /** What is left out, as a sentence. */
  readonly torn: string | undefined
}

/** @throws {UsageError} where a line that is not the last one is damaged, with its number; where kept lines are missing; where it is no journal */
export async function readJournal(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<JournalRead> {
  const reader = new JournalReader()
  const decoder = new TextDecoder()
  let [rest, bytes, whole, base]: [Uint8Array, number, number, number] = [new Uint8Array(), 0, 0, 0]
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : joined(rest, chunk)
    let from = 0
    // What is left of the chunk before was looked through.
    for (let end = all.indexOf(LINE_END, rest.length); end >= 0; end = all.indexOf(LINE_END, from)) {
      const kind = reader.take(decoder.decode(all.subarray(from, end)))
      if (base === bytes && ofBase.includes(kind)) base += end + 1 - from
      bytes += end + 1 - from
      from = end + 1
      if (reader.isWhole) whole = bytes
    }
    rest = all.slice(from)
    if (bytes === 0 && rest.length > LONGEST_FIRST) throw damaged(1, 'is no line of a journal')
  }
  if (bytes === 0 && !canBegin(decoder.decode(rest))) throw damaged(1, 'is no line of a journal')
  const { kept } = reader
  if (kept !== undefined && whole < kept) throw missing(kept, whole, reader.place.lines)
  const over = bytes + rest.length - whole
  return {
    banks: reader.banks(),
    bytes: whole,
    place: reader.place,
    base,
    saysKept: kept !== undefined,
    torn: over === 0 ? undefined : tornBy(over, reader),
  }
}

/** What a file begins with, before anything is done to its banks. */
const ofBase: readonly RecordKind[] = ['vostro', 'open', 'fork', 'part']

function missing(kept: number, whole: number, lines: number): UsageError {
  return new UsageError(
    `Failed to read a journal: ${kept} bytes were kept, and ${whole} are whole: what was acknowledged after line ${lines} is missing or damaged. Give all of the file. To go on without it, write "kept":"${keptText(whole)}" into the first line. (§3)`,
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
