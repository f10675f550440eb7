/** The history of a bank, as far as it is kept: its requests and the entries of its journal, in one order. */
import { firstRequest, type KeptExchange } from '../shell/state/exchange.ts'
import { entryAsKept, firstEntry, type JournalEntry, type KeptEntry } from '../shell/state/journal.ts'
import { itemOf, type Keep, sizeOf } from '../shell/state/log.ts'
import type { State } from '../shell/state/state.ts'

/** A request, or an entry of the journal. Each kind is numbered from 0. */
export type Happened =
  | { readonly exchange: KeptExchange; readonly number: number }
  | { readonly entry: JournalEntry; readonly number: number }

/** How many entries and requests are no longer kept. */
export interface Gone {
  readonly entries: number
  readonly requests: number
}

export function goneOf({ world, journal, requests }: State, keep: Keep): Gone {
  return { entries: firstEntry(journal, keep, world.now), requests: firstRequest(requests, keep, world.now) }
}

/**
 * Yields the history from the last request or entry back to the opening. A `Gone` takes the place of requests or entries that are no longer
 * kept. In the history, a request comes before the entries that it made, and before the entries of each later request, even if calls
 * overtake one another.
 *
 * @param most - how many happenings of each entry to read, counted from the last one
 */
export function* backwards({ world, journal, requests }: State, gone: Gone, most?: number): Generator<Happened | Gone> {
  let entries = sizeOf(journal)
  /** Yields, newest first, the entries not yet yielded, until only the first `size` entries are left. */
  function* backTo(size: number): Generator<Happened | Gone> {
    for (; entries > Math.max(size, gone.entries); entries--) {
      const number = entries - 1
      yield { number, entry: entryAsKept(world.settings.seed, itemOf(journal, number) as KeptEntry, most) }
    }
    if (entries > size) yield { entries: entries - size, requests: 0 }
    entries = Math.min(entries, size)
  }
  for (let number = sizeOf(requests) - 1; number >= gone.requests; number--) {
    const exchange = itemOf(requests, number) as KeptExchange
    yield* backTo(exchange.journalSize)
    yield { number, exchange }
  }
  if (gone.requests > 0) {
    // A log drops many requests at once, so it may still store the last gone request. `journalSize` of that request,
    // or else of the first kept request, shows which entries follow the gone requests.
    const next = itemOf(requests, gone.requests - 1) ?? itemOf(requests, gone.requests)
    yield* backTo(next?.journalSize ?? 0)
    yield { entries: 0, requests: gone.requests }
  }
  yield* backTo(0)
}

export function historyOf(state: State, gone: Gone): Happened[] {
  return [...backwards(state, gone)].filter((each): each is Happened => 'number' in each).reverse()
}
