/** The history of a bank, as far as it is kept: its requests and the entries of its journal, in one order. */
import type { KeptExchange } from '../shell/state/exchange.ts'
import { entryAsKept, type JournalEntry } from '../shell/state/journal.ts'
import type { State } from '../shell/state/state.ts'

/** A request, or an entry of the journal. Each kind is numbered from 0. */
export type Happened =
  | { readonly exchange: KeptExchange; readonly number: number }
  | { readonly entry: JournalEntry; readonly number: number }

/** Where a part of the history begins: the numbers of its first entry and of its first request. */
export interface Start {
  readonly entries: number
  readonly requests: number
}

/** Where the kept history begins, or its part from `since` on. In a test, everything is kept. */
export function keptFrom({ journal, requests }: State, since: Start = { entries: 0, requests: 0 }): Start {
  return { entries: Math.max(journal.first, since.entries), requests: Math.max(requests.first, since.requests) }
}

/**
 * Yields the history from the last request or entry back to its start. A request comes before the entries that it made.
 *
 * @param most - how many happenings of each entry to read, counted from the last one
 */
export function* backwards({ world, journal, requests }: State, start: Start, most?: number): Generator<Happened> {
  let entries = journal.size
  /** Yields, newest first, the entries not yet yielded, until only the first `size` entries are left. */
  function* backTo(size: number): Generator<Happened> {
    for (; entries > Math.max(size, start.entries); entries--) {
      const number = entries - 1
      yield { number, entry: entryAsKept(world.settings.seed, journal.at(number), most) }
    }
  }
  for (let number = requests.size - 1; number >= start.requests; number--) {
    const exchange = requests.at(number)
    yield* backTo(exchange.journalSize)
    yield { number, exchange }
  }
  yield* backTo(0)
}

export function historyOf(state: State, start = keptFrom(state)): Happened[] {
  return [...backwards(state, start)].reverse()
}
