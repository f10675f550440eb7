/** The moments of a trace: the requests of a bank, and the entries of the journal that a request made or that came without one. */
import type { KeptExchange } from '../../shell/state/exchange.ts'
import type { JournalEntry } from '../../shell/state/journal.ts'
import type { State } from '../../shell/state/state.ts'
import { type Gone, historyOf } from '../history.ts'

/** A request, an entry of the journal, or both: an operation that was asked for over HTTP. */
export interface Moment {
  /** The place of the request among those of the trace. */
  readonly request: number | undefined
  readonly exchange: KeptExchange | undefined
  /** Entries of the journal with their numbers, from 0. */
  readonly entries: { readonly number: number; readonly entry: JournalEntry }[]
}

/** All moments in order, after the first `gone` requests and entries. */
export function momentsOf(state: State, gone: Gone): Moment[] {
  const moments: Moment[] = []
  for (const each of historyOf(state, gone)) {
    const last = moments.at(-1)
    if ('exchange' in each) {
      moments.push({ request: each.number - gone.requests, exchange: each.exchange, entries: [] })
    } else if (last && goesWith(each.entry, last)) last.entries.push(each)
    else moments.push({ request: undefined, exchange: undefined, entries: [each] })
  }
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
