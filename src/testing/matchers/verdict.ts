/** Verdicts of matchers, in the form that `expect.extend` takes. No file in this folder depends on a test runner. */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'

/** What a matcher found. */
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
export function cannotJudge(bank: Bank, fact: string, details: readonly string[] = []): UsageError {
  return new UsageError(told(bank, fact, details))
}

/** The reason why an expectation cannot be judged: some of the items that would decide are gone. */
export function goneFact(gone: number, [one, more]: readonly [string, string], keep: 'events' | 'requests'): string {
  const are = gone === 1 ? 'is' : 'are'
  return `${count(gone, one, more)} ${are} gone, because the bank keeps only the later ones (keep.${keep}).`
}

function told(bank: Bank, fact: string, details: readonly string[]): string {
  const paragraphs = [fact, ...details, lastFacts(bank)]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** The last facts of the timeline, as a paragraph. */
export function lastFacts(bank: Bank): string {
  const story = bank.timeline({ last: LAST_FACTS })
  return story ? `What happened last (bank.timeline() has all):\n${story}` : 'Nothing has happened in this bank yet.'
}
