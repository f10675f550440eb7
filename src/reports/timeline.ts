/**
 * The timeline: the story of a bank as text that a person reads. Virtual times in the bank's zone; one line, one fact; a lane
 * each for requests, payments, money and pushes.
 */
import { openingOf } from '../core/birth.ts'
import { type Happening, tellingOf } from '../core/happening.ts'
import { formatInstant } from '../core/kernel/time/instant.ts'
import { type Lane, shortened } from '../core/telling.ts'
import type { World } from '../core/world.ts'
import { firstRequest, type KeptExchange } from '../shell/exchange.ts'
import { entryOf, firstEntry, type JournalEntry } from '../shell/journal.ts'
import { itemOf, type Keep, sizeOf } from '../shell/log.ts'
import type { State } from '../shell/shell.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts since the opening of the bank; by default all, and the opening. */
  last?: number | undefined
}

export interface Fact {
  readonly at: string
  readonly lane: Lane
  /** Whether something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: string
}

/**
 * Everything that happened and is kept, in order and beginning with the opening of the bank, or with what is gone; or the last that
 * happened since the opening: read from the end, and no further than is told.
 */
export function factsOf({ world, journal, requests }: State, keep: Keep, last?: number): Fact[] {
  const most = last ?? Number.POSITIVE_INFINITY
  const facts: Fact[] = []
  const [fromEntry, fromRequest] = [firstEntry(journal, keep, world.now), firstRequest(requests, keep, world.now)]
  let next = sizeOf(requests) - 1
  for (let number = sizeOf(journal); number >= fromEntry && facts.length < most; number--) {
    const kept = itemOf(journal, number)
    const entry = kept && entryOf(world.settings.seed, kept, most - facts.length)
    if (entry) for (const fact of factsOfEntry(entry).reverse()) facts.push(fact)
    // A request comes before the entries that it made; before the first one that is kept are those whose entries are gone.
    for (; next >= fromRequest && facts.length < most; next--) {
      const exchange = itemOf(requests, next) as KeptExchange
      if (exchange.journalSize < number && number > fromEntry) break
      facts.push(factOfExchange(exchange))
    }
  }
  if (fromEntry + fromRequest > 0) facts.push(factOfGap(world.settings, fromEntry, fromRequest))
  else if (last === undefined)
    for (const happening of openingOf(world.settings).reverse()) facts.push(factOf(happening))
  return facts.slice(0, Math.max(0, most)).reverse()
}

/** What is told in place of what is gone. */
function factOfGap({ now, timeZone }: World['settings'], entries: number, requests: number): Fact {
  const text = `${entries} entries of the journal and ${requests} requests before this are no longer kept`
  return { at: formatInstant(now, timeZone), lane: 'bank', isRefusal: false, text }
}

/** The story as lines with the time, the lane and the fact: days as headings, the time of a line only where it changes. */
export function timelineOf(state: State, keep: Keep, last?: number): string {
  const lines: string[] = []
  let [day, time] = ['', '']
  for (const { at, lane, isRefusal, text } of factsOf(state, keep, last)) {
    const [ownDay, ownTime] = [dayOf(at), at.slice(11, 19)]
    if (ownDay !== day) lines.push(`${lines.length === 0 ? '' : '\n'}${ownDay}`)
    const isNew = ownDay !== day || ownTime !== time
    lines.push(`${isNew ? ownTime : ' '.repeat(8)}  ${lane.padEnd(7)} ${isRefusal ? '✗' : '│'} ${text}`)
    ;[day, time] = [ownDay, ownTime]
  }
  return lines.join('\n')
}

function factOfExchange({ at, method, url, status, answer, isDeprecated }: KeptExchange): Fact {
  const { pathname, search } = new URL(url)
  const problem = status >= 400 ? `  ${answer}` : ''
  const warning = isDeprecated ? '  deprecated' : ''
  const text = `${method} ${shortened(pathname)}${search}  ${status === 0 ? 'no answer' : status}${warning}${problem}`
  return { at, lane: 'request', isRefusal: status >= 400, text }
}

function factOf(happening: Happening): Fact {
  return { at: happening.at, ...tellingOf(happening) }
}

function factsOfEntry({ at, operation, outcome, happenings }: JournalEntry): Fact[] {
  if (outcome === 'done') return happenings.map(factOf)
  const lane = lanes[operation.split('.')[0] as string] ?? 'bank'
  return outcome === 'repeated'
    ? [{ at, lane, isRefusal: false, text: `${operation} was asked before: the same answer, nothing moves` }]
    : [{ at, lane, isRefusal: true, text: `${operation} refused: ${outcome}` }]
}

/** The lanes of operations, by the first word of their names. */
const lanes: Readonly<Record<string, Lane>> = { wires: 'payment', transactions: 'money', pushes: 'push' }

/** The day of a fact: `Monday 2026-01-05`. */
export function dayOf(at: string): string {
  const day = at.slice(0, 10)
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${day}`
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
