/** The kept history of a bank, in order: its requests, and the entries of the journal that a request made or that came without one. */
import { firstRequest, type KeptExchange } from '../../shell/state/exchange.ts'
import { entryOf, firstEntry, type Journal, type JournalEntry, type KeptEntry } from '../../shell/state/journal.ts'
import { itemOf, type Keep, sizeOf } from '../../shell/state/log.ts'
import type { State } from '../../shell/state/state.ts'
import type { Gone } from '../timeline.ts'

/** A request, an entry of the journal, or both: an operation that was asked for over HTTP. */
export interface Moment {
  /** The place of the request among those of the trace. */
  readonly request: number | undefined
  readonly exchange: KeptExchange | undefined
  /** Entries of the journal with their numbers, from 0. */
  readonly entries: { readonly number: number; readonly entry: JournalEntry }[]
}

export function goneOf({ world, journal, requests }: State, keep: Keep): Gone {
  return { entries: firstEntry(journal, keep, world.now), requests: firstRequest(requests, keep, world.now) }
}

/** All kept requests and entries, in order: those after the first `gone` ones. @param whole - the journal, where it is made already */
export function momentsOf({ journal, requests, world }: State, gone: Gone, whole?: Journal | null): Moment[] {
  const { seed } = world.settings
  const entryAt = (number: number) =>
    whole ? (whole[number + 1] as JournalEntry) : entryOf(seed, itemOf(journal, number) as KeptEntry)
  const moments: Moment[] = []
  let next = gone.entries
  const entriesUntil = (end: number) => {
    for (; next < end; next++) {
      const entry = entryAt(next)
      const last = moments.at(-1)
      const at = { number: next, entry }
      if (last && goesWith(entry, last)) last.entries.push(at)
      else moments.push({ request: undefined, exchange: undefined, entries: [at] })
    }
  }
  const kept = Array.from({ length: sizeOf(requests) - gone.requests }, (_, index) => index)
  const exchanges = kept.map((index) => itemOf(requests, gone.requests + index) as KeptExchange)
  // Calls may overtake one another. As in the timeline, none comes after an entry that a later call comes before.
  const before = exchanges.map(({ journalSize }) => journalSize)
  for (let index = before.length - 2; index >= 0; index--) {
    before[index] = Math.min(before[index] as number, before[index + 1] as number)
  }
  for (const [request, exchange] of exchanges.entries()) {
    entriesUntil(before[request] as number)
    moments.push({ request, exchange, entries: [] })
  }
  entriesUntil(sizeOf(journal))
  return moments
}

/** Whether an entry is part of the moment before it: of its request, of the same push, or of an advance in which nothing happened. */
function goesWith(entry: JournalEntry, { exchange, entries }: Moment): boolean {
  if (exchange) {
    return entry.call.requestId === exchange.id || (entry.operation === 'faults.meet' && exchange.fault !== undefined)
  }
  const first = entries[0]?.entry
  const isEndOfPush = first?.operation === 'pushes.begin' && entry.operation === 'pushes.end' && entries.length === 1
  return isEndOfPush || (isTimeAlone(entry) && isTimeAlone(first))
}

/** Whether the clock moved and nothing else happened: many such advances in a row are one. */
function isTimeAlone(entry: JournalEntry | undefined): boolean {
  return entry?.operation === 'clock.advance' && entry.happenings.length === 0
}
