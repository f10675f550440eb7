/** Verdicts of matchers, in the form that `expect.extend` takes. No file in this folder depends on a test runner. */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import { lastFacts } from '../story/last-facts.ts'
import { useBank } from '../story/used-banks.ts'

export interface Verdict {
  readonly pass: boolean
  /** Why the test fails; if `pass` is true, why it fails with `not`. */
  readonly message: () => string
}

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

/** Only a matcher that fails asks for its message. The story below is then of the same bank. */
function messageWith(bank: Bank, fact: string, details: readonly string[]): string {
  useBank(bank)
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
