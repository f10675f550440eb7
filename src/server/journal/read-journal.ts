/**
 * Reading a journal from the bytes of a file, as they come. Whatever was killed while it wrote leaves a last line that is cut off, or a
 * snapshot without its end: that is left out and told. Anything else that does not fit is an error with the number of its line.
 */
import type { Bank } from '../../bank/bank.ts'
import { type Chain, canBegin, damaged } from './chain.ts'
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
  /** So many of the bytes are no snapshot: what is done again. */
  readonly bytesDone: number
  /** What is left out, as a sentence. */
  readonly torn: string | undefined
}

/** @throws {UsageError} where a line that is not the last one is damaged, with its number; where it is no journal */
export async function readJournal(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<JournalRead> {
  const reader = new JournalReader()
  const decoder = new TextDecoder()
  let [rest, bytes, whole, bytesDone]: [Uint8Array, number, number, number] = [new Uint8Array(), 0, 0, 0]
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : joined(rest, chunk)
    let from = 0
    // What is left of the chunk before was looked through.
    for (let end = all.indexOf(LINE_END, rest.length); end >= 0; end = all.indexOf(LINE_END, from)) {
      const kind = reader.take(decoder.decode(all.subarray(from, end)))
      if (kind !== 'part') bytesDone += end + 1 - from
      bytes += end + 1 - from
      from = end + 1
      if (reader.isWhole) whole = bytes
    }
    rest = all.slice(from)
    if (bytes === 0 && rest.length > LONGEST_FIRST) throw damaged(1, 'is no line of a journal')
  }
  if (bytes === 0 && !canBegin(decoder.decode(rest))) throw damaged(1, 'is no line of a journal')
  const over = bytes + rest.length - whole
  return {
    banks: reader.banks(),
    bytes: whole,
    place: reader.place,
    bytesDone,
    torn: over === 0 ? undefined : tornBy(over, reader),
  }
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
