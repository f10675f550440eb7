/** The timeline: what happened in a bank, as text. Each line has one fact, with its lane and its virtual time in the bank's zone. */
import { unreadParameters } from '../../contract/endpoints.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { openingOf } from '../../core/birth.ts'
import { type Happening, tellingOf } from '../../core/happening.ts'
import { count } from '../../core/kernel/count.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { visible } from '../../core/kernel/visible.ts'
import { type Lane, shortened } from '../../core/telling.ts'
import { type KeptExchange, keysOf, readable } from '../shell/state/exchange.ts'
import type { JournalEntry } from '../shell/state/journal.ts'
import type { Keep } from '../shell/state/log.ts'
import type { State } from '../shell/state/state.ts'
import { dayOf } from './day-of.ts'
import { backwards, type Gone, goneOf } from './history.ts'

export interface Fact {
  readonly at: string
  readonly lane: Lane
  /** True if something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: string
  /** Absent for a request, a refusal or a repeat. */
  readonly happening?: Happening
}

/**
 * Returns the kept facts in order, from the opening on. One fact stands for all that is no longer kept, and says how much. With `last`,
 * returns only that many facts from the end, without the opening, shows the keys of calls, and joins equal facts in a row. Reads
 * backwards, to stop early.
 *
 * @param since - the requests and entries that are left out, because they came before
 */
export function factsOf(state: State, keep: Keep, last?: number, since: Gone = { entries: 0, requests: 0 }): Fact[] {
  const { settings } = state.world
  const most = last ?? Number.POSITIVE_INFINITY
  const facts: Fact[] = []
  let gone: Gone = { entries: 0, requests: 0 }
  let [repeated, times]: [Fact | undefined, number] = [undefined, 1]
  const tellGone = () => {
    if (gone.entries + gone.requests === 0) return
    facts.push(factOfGone(gone, facts.at(-1)?.at ?? timeOf(state.world)))
    gone = { entries: 0, requests: 0 }
    repeated = undefined
  }
  for (const told of factsBackwards(state, keep, last, since)) {
    if ('entries' in told) {
      gone = { entries: gone.entries + told.entries, requests: gone.requests + told.requests }
      continue
    }
    tellGone()
    if (last !== undefined && repeated?.text === told.text && repeated.lane === told.lane) {
      times++
      facts[facts.length - 1] = { ...told, text: `${told.text}  (${times} times)` }
      continue
    }
    if (facts.length >= most) break
    facts.push(told)
    ;[repeated, times] = [told, 1]
  }
  // The opening is always known, even if what came after it is gone.
  tellGone()
  if (last === undefined) for (const happening of openingOf(settings).reverse()) facts.push(factOf(happening))
  return facts.slice(0, most).reverse()
}

function* factsBackwards(state: State, keep: Keep, last: number | undefined, since: Gone): Generator<Fact | Gone> {
  const gone = goneOf(state, keep)
  const first = { entries: Math.max(gone.entries, since.entries), requests: Math.max(gone.requests, since.requests) }
  const header = valuesWith(state.world.settings.assume)['idempotency.header']
  for (const each of backwards(state, first, last)) {
    // What came before `since` is left out on purpose, so no fact says that it is gone.
    if ('entries' in each) {
      const { entries, requests } = each
      yield {
        entries: gone.entries > since.entries ? entries : 0,
        requests: gone.requests > since.requests ? requests : 0,
      }
    } else if ('exchange' in each) {
      const { exchange } = each
      yield factOfExchange(
        exchange,
        last === undefined ? [] : keysOf({ ...exchange, body: readable(exchange.body) }, header),
      )
    } else yield* factsOfEntry(each.entry).reverse()
  }
}

export function factOfGone({ entries, requests }: Gone, at: string): Fact {
  const ofJournal = entries > 0 ? [`${count(entries, 'entry', 'entries')} of the journal`] : []
  const what = [...ofJournal, ...(requests > 0 ? [count(requests, 'request')] : [])].join(' and ')
  const text = `${what} before this ${entries + requests === 1 ? 'is' : 'are'} no longer kept`
  return { at, lane: 'bank', isRefusal: false, text }
}

export function timelineOf(state: State, keep: Keep, last?: number): string {
  return linesOf(factsOf(state, keep, last))
}

/** Writes facts as lines, under a heading for each day. The time is left out if it equals that of the line before. */
export function linesOf(facts: readonly Fact[]): string {
  const lines: string[] = []
  let [day, time] = ['', '']
  for (const { at, lane, isRefusal, text } of facts) {
    const [ownDay, ownTime] = [dayOf(at), at.slice(11, 19)]
    if (ownDay !== day) lines.push(`${lines.length === 0 ? '' : '\n'}${ownDay}`)
    const isNew = ownDay !== day || ownTime !== time
    lines.push(`${isNew ? ownTime : ' '.repeat(8)}  ${lane.padEnd(7)} ${isRefusal ? '✗' : '│'} ${text}`)
    ;[day, time] = [ownDay, ownTime]
  }
  return lines.join('\n')
}

export function factOfExchange(exchange: KeptExchange, keys: readonly string[] = []): Fact {
  const { at, method, url, endpoint, status, answer, isDeprecated } = exchange
  const { pathname, search } = new URL(url)
  const problem = status >= 400 ? `  ${answer}` : ''
  // For a parameter that the loan summary does not read, the journal has a happening, which is a line of its own.
  const unread = endpoint === null || endpoint === 'getLoanSummary' ? [] : unreadParameters(endpoint, url)
  const warning = `${isDeprecated ? '  deprecated' : ''}${unread.length > 0 ? `  not read: ${unread.join(', ')}` : ''}`
  const keyed = keys.map((key) => `  ${shortened(key)}`).join('')
  const text = `${method} ${shortened(pathname)}${search}${keyed}  ${status === 0 ? 'no answer' : status}${warning}${problem}`
  return { at, lane: 'request', isRefusal: status >= 400, text: visible(text) }
}

export function factOf(happening: Happening): Fact {
  return { at: happening.at, ...tellingOf(happening), happening }
}

export function factsOfEntry({ at, operation, outcome, happenings }: JournalEntry): Fact[] {
  if (outcome === 'done') return happenings.map(factOf)
  const lane = lanes[operation.split('.')[0] as string] ?? 'bank'
  return outcome === 'repeated'
    ? [{ at, lane, isRefusal: false, text: `${operation} is a repeat: it gets the first answer again` }]
    : [{ at, lane, isRefusal: true, text: `${operation} refused: ${outcome}` }]
}

/** The lanes of operations, by the first word of their names. All other operations are in the lane of the bank. */
const lanes: Readonly<Record<string, Lane>> = { wires: 'payment', transactions: 'money', pushes: 'push' }
