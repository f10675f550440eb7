/** The timeline: what happened in a bank, as text. Each line has one fact, with its lane and its virtual time in the bank's zone. */
import { unreadParameters } from '../../contract/endpoints.ts'
import { checkedOptions, isWholeFrom, type OptionRules } from '../../contract/options.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { openingOf } from '../../core/birth.ts'
import { type Happening, tellingOf } from '../../core/happening.ts'
import { count } from '../../core/kernel/count.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { visible } from '../../core/kernel/visible.ts'
import { type Lane, shortened } from '../../core/telling.ts'
import { idempotencyKeysOf, type KeptExchange, readable } from '../shell/state/exchange.ts'
import type { JournalEntry } from '../shell/state/journal.ts'
import type { State } from '../shell/state/state.ts'
import { dayOf } from './day-of.ts'
import { backwards, keptFrom, type Start } from './history.ts'
import { isOfBank, lanes } from './lanes.ts'

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
 * Returns the kept facts in order, from the opening on. One fact says how much is no longer kept. With `last`, returns only that many facts
 * from the end, without the opening, and joins equal facts in a row. Reads backwards, to stop early.
 *
 * @param since - where to begin, if what came before is left out
 */
export function factsOf(state: State, last?: number, since?: Start): Fact[] {
  const most = last ?? Number.POSITIVE_INFINITY
  const facts: Fact[] = []
  let [repeated, times]: [Fact | undefined, number] = [undefined, 1]
  for (const fact of factsBackwards(state, last, since)) {
    if (last !== undefined && repeated?.text === fact.text && repeated.lane === fact.lane) {
      times++
      facts[facts.length - 1] = { ...fact, text: `${fact.text}  (${times} times)` }
      continue
    }
    if (facts.length >= most) break
    facts.push(fact)
    ;[repeated, times] = [fact, 1]
  }
  return facts.reverse()
}

function* factsBackwards(state: State, last: number | undefined, since: Start | undefined): Generator<Fact> {
  const header = keyHeaderOf(state)
  for (const each of backwards(state, keptFrom(state, since), last)) {
    if ('entry' in each) yield* factsOfEntry(each.entry).reverse()
    else yield factOfExchange(each.exchange, header)
  }
  if (since === undefined) yield* factsOfGone(state)
  // The opening is always known, even if what came after it is not kept.
  if (last === undefined) yield* openingOf(state.world.settings).reverse().map(factOf)
}

/** A fact for what a process has forgotten; none if everything is kept. */
export function factsOfGone(state: State): Fact[] {
  const { entries, requests } = keptFrom(state)
  const ofJournal = entries > 0 ? [count(entries, 'entry of the journal', 'entries of the journal')] : []
  const gone = [...ofJournal, ...(requests > 0 ? [count(requests, 'request')] : [])]
  if (gone.length === 0) return []
  const text = `no longer kept: ${gone.join(' and ')} before this`
  return [{ at: timeOf(state.world, state.world.settings.now), lane: 'bank', isRefusal: false, text }]
}

/** How much the timeline shows. */
export interface TimelineOptions {
  /** How many facts to show: only the last ones, without the opening of the bank. By default, all facts and the opening are shown. */
  last?: number | undefined
}

const rules: OptionRules<TimelineOptions> = { last: isWholeFrom(0) }

const failing = {
  failed: 'Failed to write the timeline',
  advice: 'Write bank.timeline({ last: 10 }), for example.',
}

/** @throws {UsageError} if an option cannot be used; the message lists every problem */
export function timelineOf(state: State, options: TimelineOptions = {}): string {
  return linesOf(factsOf(state, checkedOptions(options, rules, failing).last))
}

/** Writes facts as lines, under a heading for each day. The time is left out if it equals that of the line before. */
export function linesOf(facts: readonly Fact[]): string {
  const lines: string[] = []
  let [day, time] = ['', '']
  for (const { at, lane, isRefusal, text } of facts) {
    const [ownDay, ownTime] = [dayOf(at), at.slice(11, 19)]
    if (ownDay !== day) lines.push(`${lines.length === 0 ? '' : '\n'}${ownDay}`)
    const isNew = ownDay !== day || ownTime !== time
    lines.push(
      `${isNew ? ownTime : ' '.repeat(8)}  ${lanes[lane].name.toLowerCase().padEnd(9)} ${isRefusal ? '✗' : '│'} ${text}`,
    )
    ;[day, time] = [ownDay, ownTime]
  }
  return lines.join('\n')
}

/** @param header - the header of the idempotency key */
export function factOfExchange(exchange: KeptExchange, header: string): Fact {
  const { at, method, url, endpoint, status, answer, isDeprecated } = exchange
  const { pathname, search } = new URL(url)
  const problem = status >= 400 ? `  ${answer}` : ''
  // For a parameter that the loan summary does not read, the journal has a happening, which is a line of its own.
  const unread = endpoint === null || endpoint === 'getLoanSummary' ? [] : unreadParameters(endpoint, url)
  const warning = `${isDeprecated ? '  deprecated' : ''}${unread.length > 0 ? `  not read: ${unread.join(', ')}` : ''}`
  const keyed = idempotencyKeysOf({ ...exchange, body: readable(exchange.body) }, header)
    .map((key) => `  ${shortened(key)}`)
    .join('')
  const text = `${method} ${shortened(pathname)}${search}${keyed}  ${status === 0 ? 'no answer' : status}${warning}${problem}`
  return { at, lane: 'request', isRefusal: status >= 400, text: visible(text) }
}

/** The last fact of a test or run that failed: what time it was at the bank. */
export function factOfFailure(now: string): Fact {
  const text = `failed: it is ${dayOf(now)} ${now.slice(11, 19)} at the bank`
  return { at: now, lane: 'test', isRefusal: true, text }
}

export const keyHeaderOf = ({ world }: State): string => valuesWith(world.settings.assume)['idempotency.header']

export function factOf(happening: Happening): Fact {
  return { at: happening.at, ...tellingOf(happening), happening }
}

export function factsOfEntry({ at, operation, outcome, call, happenings }: JournalEntry): Fact[] {
  // What no request caused, the test did, or the clock, or the bank on its own.
  const isOfTest = call.requestId === undefined && !isOfBank(operation) && !operation.startsWith('clock.')
  if (outcome === 'done') {
    const facts = happenings.map(factOf)
    return isOfTest ? facts.map((fact) => (fact.lane === 'bank' ? { ...fact, lane: 'test' } : fact)) : facts
  }
  const lane = isOfTest ? 'test' : (ownLanes[operation.split('.')[0] as string] ?? 'bank')
  return outcome === 'repeated'
    ? [{ at, lane, isRefusal: false, text: `${operation} is a repeat: it gets the first answer again` }]
    : [{ at, lane, isRefusal: true, text: `${operation} refused: ${outcome}` }]
}

/** The lanes of operations, by the first word of their names. All other operations are in the lane of the bank. */
const ownLanes: Readonly<Record<string, Lane>> = { wires: 'payment', transactions: 'money', pushes: 'push' }
