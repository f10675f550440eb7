/** Verdicts of matchers, in the form that `expect.extend` takes. No file in this folder depends on a test runner. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import type { Gone } from '../../bank/reports/history.ts'
import { factsOf, linesOf } from '../../bank/reports/timeline.ts'
import { itemOf, sizeOf } from '../../bank/shell/state/log.ts'
import type { State } from '../../bank/shell/state/state.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { visibleLines } from '../../core/kernel/visible.ts'

export interface Verdict {
  readonly pass: boolean
  /** Why the test fails; if `pass` is true, why it fails with `not`. */
  readonly message: () => string
}

/** How many facts of the timeline a message shows: enough to see the cause, but no wall of text. */
const LAST_FACTS = 12

/** A verdict. Its message is made on demand: the fact, the details that are not empty, and the last facts of the timeline. */
export function verdict(bank: Bank, pass: boolean, fact: string, detailsOf = (): string[] => []): Verdict {
  return { pass, message: () => told(bank, fact, detailsOf()) }
}

/** The error of an expectation that cannot be judged. Such an expectation fails with `not`, too. */
export function cannotJudge(bank: Bank, fact: string, details: readonly string[]): UsageError {
  return new UsageError(told(bank, fact, details))
}

/** How often something was expected, and how often it happened as far as the bank still keeps it. */
interface Counted {
  /** The exact number that is expected; by default one or more. */
  readonly times: number | undefined
  readonly found: number
  readonly kept: number
  readonly gone: number
  readonly nouns: readonly [one: string, more: string]
  /** The field of the bank's option `keep` that limits how many items it keeps. */
  readonly keep: 'events' | 'requests'
  /** What is judged: `Wire.Payment.Sent was pushed`. */
  readonly what: string
  /** The message of a pass and of a failure, without the section. */
  readonly ifPass: string
  readonly ifNot: string
  readonly section: string
}

/**
 * The verdict on how often something happened. Gone items, which the bank no longer keeps, matter only if the kept ones do not decide.
 *
 * @throws {UsageError} if items that would decide are gone
 */
export function verdictOnCount(bank: Bank, counted: Counted, details: () => string[]): Verdict {
  const { times, found, kept, gone, what, ifPass, ifNot, section } = counted
  const pass = times === undefined ? found > 0 : found === times
  const isDecided = times === undefined ? pass : found > times
  if (isDecided || gone === 0) return verdict(bank, pass, `${pass ? ifPass : ifNot} (${section})`, details)
  const counts = `${times ?? 'at least one'} expected, ${found} found among the ${kept} that are kept`
  const fact = `${counts}, and ${goneFact(gone, counted.nouns, counted.keep)} Judge it sooner, or keep them all.`
  throw cannotJudge(bank, `Failed to judge whether ${what}: ${fact} (${section})`, details())
}

/** Why an expectation cannot be judged: some of the items that would decide are gone. */
export function goneFact(gone: number, [one, more]: readonly [string, string], keep: 'events' | 'requests'): string {
  const are = gone === 1 ? 'is' : 'are'
  return `${count(gone, one, more)} ${are} gone, because the bank keeps only the later ones (keep.${keep}).`
}

function told(bank: Bank, fact: string, details: readonly string[]): string {
  const paragraphs = [fact, ...details, lastFacts(bank)]
  return visibleLines(paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'))
}

/** How many entries and requests a bank had when the own code of its test began, and the last entry of them. */
interface SetUp extends Gone {
  readonly last: unknown
}
const setUps = new WeakMap<Bank, SetUp>()

/** Notes that the fixtures and hooks of a test have ended. From then on, messages leave out what they did. */
export function endSetUp(bank: Bank): void {
  const { journal, requests } = portOf(bank).state
  const entries = sizeOf(journal)
  setUps.set(bank, { entries, requests: sizeOf(requests), last: itemOf(journal, entries - 1) })
}

/** The set-up of the test. Undefined if there was none, or if it is no longer a part of the history, as after a reset of the bank. */
function setUpOf(bank: Bank, { journal, requests }: State): SetUp | undefined {
  const setUp = setUps.get(bank)
  if (!setUp || setUp.entries + setUp.requests === 0 || setUp.requests > sizeOf(requests)) return undefined
  return itemOf(journal, setUp.entries - 1) === setUp.last ? setUp : undefined
}

export function lastFacts(bank: Bank): string {
  const { state, keeps } = portOf(bank)
  const setUp = setUpOf(bank, state)
  const facts = factsOf(state, keeps, LAST_FACTS, setUp)
  const since = setUp && facts.length < LAST_FACTS ? 'since the set-up' : ''
  if (facts.length > 0) return `What happened ${since || 'last'} (bank.timeline() has all):\n${linesOf(facts)}`
  return since ? `Nothing has happened ${since} (bank.timeline() has all).` : 'Nothing has happened in this bank yet.'
}
