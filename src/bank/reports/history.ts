/** The kept history of a bank in order, from the last to the first: its requests, and the entries of its journal. */
import { firstRequest, type KeptExchange } from '../shell/state/exchange.ts'
import { entryAsKept, firstEntry, type JournalEntry, type KeptEntry } from '../shell/state/journal.ts'
import { itemOf, type Keep, sizeOf } from '../shell/state/log.ts'
import type { State } from '../shell/state/state.ts'

/** A request, or an entry of the journal, with its number, from 0. */
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
 * What happened since the opening, after the first `gone` entries and requests; those that are gone stand in their place. Calls may
 * overtake one another: none comes after an entry that a later call comes before.
 *
 * @param most - of an entry only the last so many happenings are read
 */
export function* backwards({ world, journal, requests }: State, gone: Gone, most?: number): Generator<Happened | Gone> {
  let entries = sizeOf(journal)
  /** Yields the entries after the first `size` ones that were not yielded yet, the newest first. */
  function* backTo(size: number): Generator<Happened | Gone> {
    for (; entries > Math.max(size, gone.entries); entries--) {
      const number = entries - 1
      yield { number, entry: entryAsKept(world.settings.seed, itemOf(journal, number) as KeptEntry, most) }
    }
    if (entries > size) yield { entries: entries - size, requests: 0 }
    entries = Math.min(entries, size)
  }
  for (let number = sizeOf(requests) - 1; number >= gone.requests; number--) {
    // A request comes before the entries that it made.
    const exchange = itemOf(requests, number) as KeptExchange
    yield* backTo(exchange.journalSize)
    yield { number, exchange }
  }
  if (gone.requests > 0) {
    // A log drops half of itself at once, so the newest dropped request may still be stored; if not, all before the first kept one is gone.
    const next = itemOf(requests, gone.requests - 1) ?? itemOf(requests, gone.requests)
    yield* backTo(next?.journalSize ?? 0)
    yield { entries: 0, requests: gone.requests }
  }
  yield* backTo(0)
}

/** The same from the first to the last, without what is gone. */
export function historyOf(state: State, gone: Gone): Happened[] {
  return [...backwards(state, gone)].filter((each): each is Happened => 'number' in each).reverse()
}
