/** Verdicts of matchers, in the form that `expect.extend` takes. No file in this folder depends on a test runner. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { dayOf } from '../../bank/reports/day-of.ts'
import type { Start } from '../../bank/reports/history.ts'
import { type Fact, factsOf, linesOf } from '../../bank/reports/timeline.ts'
import type { State } from '../../bank/shell/state/state.ts'
import { UsageError } from '../../core/errors.ts'
import { visibleLines } from '../../core/kernel/visible.ts'

export interface Verdict {
  readonly pass: boolean
  /** Why the test fails; if `pass` is true, why it fails with `not`. */
  readonly message: () => string
}

/** What stands above the facts of each message. */
export const HAS_ALL = 'bank.timeline() has all'

/** How many facts of the timeline a message shows: enough to see the cause, but no wall of text. */
const LAST_FACTS = 12

/** A verdict. Its message is made on demand: the fact, the details that are not empty, and the last facts of the timeline. */
export function verdict(bank: Bank, pass: boolean, fact: string, detailsOf = (): string[] => []): Verdict {
  return { pass, message: () => messageWith(bank, fact, detailsOf()) }
}

/** The error of an expectation that cannot be judged. Such an expectation fails with `not`, too. */
export function cannotJudge(bank: Bank, fact: string, details: readonly string[]): UsageError {
  return new UsageError(messageWith(bank, fact, details))
}

/** How often something was expected, and how often it happened. */
interface Counted {
  /** The exact number that is expected; by default one or more. */
  readonly times: number | undefined
  readonly found: number
  /** The message of a pass and of a failure, without the section. */
  readonly ifPass: string
  readonly ifNot: string
  readonly section: string
}

export function verdictOnCount(bank: Bank, counted: Counted, details: () => string[]): Verdict {
  const { times, found, ifPass, ifNot, section } = counted
  const pass = times === undefined ? found > 0 : found === times
  return verdict(bank, pass, `${pass ? ifPass : ifNot} (${section})`, details)
}

function messageWith(bank: Bank, fact: string, details: readonly string[]): string {
  const facts = lastFacts(bank)
  const paragraphs = [...[fact, ...details].map((text) => asIn(facts, text, bank.clock.now)), facts]
  return visibleLines(paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'))
}

/** A text with ids and times as short as in the facts below it. A time of another day has its day; one in quotation marks is code. */
function asIn(facts: string, text: string, now: string): string {
  return text
    .replace(/\b([\da-f]{8})-[\da-f]{4}-[\da-f-]{22}/g, (id, first: string) => (facts.includes(first) ? first : id))
    .replace(
      /(?<!["'])(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}(?:Z|[+-]\d\d:\d\d)/g,
      (_, day: string, time: string) => (now.startsWith(day) ? time : `${day} ${time}`),
    )
}

/** The state of a bank when the own code of its test began. */
const setUps = new WeakMap<Bank, State>()

/** Notes that the fixtures and hooks of a test have ended. From then on, messages leave out what they did. */
export function endSetUp(bank: Bank): void {
  setUps.set(bank, portOf(bank).state)
}

/** Where the set-up of the test ended. Undefined if there was none, or if it is no longer a part of the history, as after a reset. */
function endOfSetUp(bank: Bank, { journal, requests }: State): Start | undefined {
  const setUp = setUps.get(bank)
  const end = { entries: setUp?.journal.size ?? 0, requests: setUp?.requests.size ?? 0 }
  if (end.entries + end.requests === 0 || end.requests > requests.size) return undefined
  return journal.get(end.entries - 1) === setUp?.journal.get(end.entries - 1) ? end : undefined
}

export function lastFacts(bank: Bank): string {
  const { state } = portOf(bank)
  const setUp = endOfSetUp(bank, state)
  const facts = factsOf(state, LAST_FACTS, setUp)
  const since = setUp && facts.length < LAST_FACTS ? 'since the set-up' : ''
  if (facts.length > 0) return `What happened ${since || 'last'} (${HAS_ALL}):\n${linesOf([...facts, failedAt(bank)])}`
  return since ? `Nothing has happened ${since} (${HAS_ALL}).` : 'Nothing has happened in this bank yet.'
}

/** The end of the facts: that the test failed, and what time it was at the bank. */
function failedAt({ clock: { now } }: Bank): Fact {
  const text = `failed: it is ${dayOf(now)} ${now.slice(11, 19)} at the bank`
  return { at: now, lane: 'test', isRefusal: true, text }
}
