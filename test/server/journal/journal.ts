/** A journal in memory, as it grows; and what can be read of its bytes. */
import { Chain, type JournalRecord } from '../../../src/server/journal/chain.ts'
import { JournalKeeper } from '../../../src/server/journal/journal-keeper.ts'
import { type JournalRead, readJournal } from '../../../src/server/journal/read-journal.ts'

export function journal(options?: { holdsTime?: boolean }) {
  const lines: string[] = []
  let chain = Chain.start
  const write = (record: JournalRecord) => {
    const { line, next } = chain.add(record)
    lines.push(line)
    chain = next
  }
  write({ kind: 'vostro', bank: '', body: '{"form":1,"version":"0.1.0"}' })
  const keeper = new JournalKeeper(write, options)
  return { keeper, lines, write, text: () => `${lines.join('\n')}\n` }
}

/** Reads a text as the bytes of a file, which come in pieces of so many. */
export function read(text: string | Uint8Array, piece = 1_000): Promise<JournalRead> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const pieces = function* () {
    for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece)
  }
  return readJournal(pieces())
}
