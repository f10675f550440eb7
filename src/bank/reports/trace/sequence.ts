/** The moments of a trace: each request with the entries of the journal that it made, and the entries that no request made. */
import type { KeptExchange } from '../../shell/state/exchange.ts'
import type { JournalEntry } from '../../shell/state/journal.ts'
import type { State } from '../../shell/state/state.ts'
import { historyOf, type Start } from '../history.ts'

export interface Moment {
  /** The index of the request in the trace. */
  readonly request: number | undefined
  readonly exchange: KeptExchange | undefined
  /** Entries of the journal with their numbers, from 0. */
  readonly entries: { readonly number: number; readonly entry: JournalEntry }[]
}

export function momentsOf(state: State, start: Start): Moment[] {
  const moments: Moment[] = []
  for (const each of historyOf(state, start)) {
    const last = moments.at(-1)
    if ('exchange' in each) {
      moments.push({ request: each.number - start.requests, exchange: each.exchange, entries: [] })
    } else if (last && goesWith(each.entry, last)) last.entries.push(each)
    else moments.push({ request: undefined, exchange: undefined, entries: [each] })
  }
  return moments
}

/** True if an entry belongs to the moment before it: both are of the same request or push, or both are advances without happenings. */
function goesWith(entry: JournalEntry, { exchange, entries }: Moment): boolean {
  if (exchange) {
    return entry.call.requestId === exchange.id || (entry.operation === 'faults.meet' && exchange.fault !== undefined)
  }
  const first = entries[0]?.entry
  const isEndOfPush = first?.operation === 'pushes.begin' && entry.operation === 'pushes.end' && entries.length === 1
  return isEndOfPush || (isTimeAlone(entry) && isTimeAlone(first))
}

/** True if the clock moved and nothing else happened. Such advances in a row are one moment. */
function isTimeAlone(entry: JournalEntry | undefined): boolean {
  return entry?.operation === 'clock.advance' && entry.happenings.length === 0
}
