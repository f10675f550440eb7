/** The moments of a trace: each request with the entries of the journal that it made, and the entries that no request made. */
import { faultKinds } from '../../../core/faults/fault-kinds.ts'
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import { HOUR, type Instant, parseInstant } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
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
    } else if (last && goesWith(each.entry, last, state)) last.entries.push(each)
    else moments.push({ request: undefined, exchange: undefined, entries: [each] })
  }
  return moments
}

/** True if an entry belongs to the moment before it: both are of the same request or push, or both are short advances without happenings. */
function goesWith(entry: JournalEntry, { exchange, entries }: Moment, state: State): boolean {
  if (exchange) return entry.call.requestId === exchange.id || isMeetingOfRequest(entry, state)
  const first = entries[0]?.entry
  const isEndOfPush = first?.operation === 'pushes.begin' && entry.operation === 'pushes.end' && entries.length === 1
  return isEndOfPush || (isTimeAlone(entry) && isTimeAlone(first))
}

/** A request meets each fault that could strike it, just before it is performed. Pushes meet other kinds of faults. */
function isMeetingOfRequest({ operation, input }: JournalEntry, { world }: State): boolean {
  if (operation !== 'faults.meet') return false
  const slot = slotOfUuid(world.settings.seed, streams.fault, (input as { id: string }).id)
  const kind = slot === undefined ? undefined : world.faults.injected.get(slot)?.kind
  return kind !== undefined && faultKinds[kind].strikes === 'request'
}

/** True if the clock moved by less than an hour and nothing else happened. Such advances in a row are one moment. */
function isTimeAlone(entry: JournalEntry | undefined): boolean {
  if (entry?.operation !== 'clock.advance' || entry.happenings.length > 0) return false
  return (entry.input as { to: Instant }).to - (parseInstant(entry.at) as Instant) < HOUR
}
