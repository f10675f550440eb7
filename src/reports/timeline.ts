/**
 * The timeline: the story of a bank as text that a person reads. Virtual times in the bank's zone; one line, one fact; a lane
 * each for requests, payments, money and pushes.
 */
import { tellingOf } from '../core/happening.ts'
import { type Lane, shortened } from '../core/telling.ts'
import type { KeptExchange } from '../shell/exchange.ts'
import type { JournalEntry, State } from '../shell/shell.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts; by default all. */
  last?: number | undefined
}

/** One fact of the story. */
export interface Fact {
  readonly at: string
  readonly lane: Lane
  /** Whether something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: string
}

/** Everything that happened, in order. */
export function factsOf({ journal, requests }: State): Fact[] {
  const facts: Fact[] = []
  const exchanges = [...requests]
  let next = 0
  for (let index = 0; index <= journal.size; index++) {
    // A request comes before the entries that it made.
    for (; (exchanges[next]?.journalSize ?? Number.POSITIVE_INFINITY) <= index; next++) {
      facts.push(factOfExchange(exchanges[next] as KeptExchange))
    }
    const entry = journal.get(index)
    if (entry) facts.push(...factsOfEntry(entry))
  }
  return facts
}

/** The story as lines with the time, the lane and the fact. */
export function timelineOf(state: State, last = Number.POSITIVE_INFINITY): string {
  const facts = factsOf(state)
  return render(facts.slice(Math.max(0, facts.length - last)))
}

function factOfExchange({ at, method, url, status, answer, isDeprecated }: KeptExchange): Fact {
  const { pathname, search } = new URL(url)
  const problem = status >= 400 ? `  ${answer}` : ''
  const warning = isDeprecated ? '  deprecated' : ''
  const text = `${method} ${shortened(pathname)}${search}  ${status === 0 ? 'no answer' : status}${warning}${problem}`
  return { at, lane: 'request', isRefusal: status >= 400, text }
}

function factsOfEntry({ at, operation, outcome, happenings }: JournalEntry): Fact[] {
  if (outcome === 'repeated') {
    const text = `${operation} was asked before: the same answer, nothing moves`
    return [{ at, lane: laneOf(operation), isRefusal: false, text }]
  }
  if (outcome !== 'done') {
    return [{ at, lane: laneOf(operation), isRefusal: true, text: `${operation} refused: ${outcome}` }]
  }
  return happenings.map((happening) => ({ at: happening.at, ...tellingOf(happening) }))
}

/** The lane of an operation, by the first word of its name. */
function laneOf(operation: string): Lane {
  return lanes[operation.split('.')[0] as string] ?? 'bank'
}

const lanes: Readonly<Record<string, Lane>> = { wires: 'payment', transactions: 'money', pushes: 'push' }

/** Days as headings, the time of a line only where it changes. */
function render(facts: readonly Fact[]): string {
  const text: string[] = []
  let [day, time] = ['', '']
  for (const { at, lane, isRefusal, text: fact } of facts) {
    if (at.slice(0, 10) !== day) {
      day = at.slice(0, 10)
      time = ''
      text.push(`${text.length === 0 ? '' : '\n'}${weekday(day)} ${day}`)
    }
    const isNew = at.slice(11, 19) !== time
    time = at.slice(11, 19)
    text.push(`${isNew ? time : ' '.repeat(8)}  ${lane.padEnd(7)} ${isRefusal ? '✗' : '│'} ${fact}`)
  }
  return text.join('\n')
}

/** The name of a day. */
export function weekday(day: string): string {
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
  return names[new Date(`${day}T00:00:00Z`).getUTCDay()] as string
}
