/** Verdicts: what a matcher finds, in the form that `expect.extend` takes. Nothing in this room knows a test runner. */
import type { Bank } from '../../bank/bank.ts'
import { UsageError } from '../../core/errors.ts'

/** What a matcher found. */
export interface Verdict {
  readonly pass: boolean
  /** Why it fails: for `expect(bank).not` where it passes. */
  readonly message: () => string
}

/** So many facts of the timeline stand in a message: enough to see what led there, and no wall of text. */
const LAST_FACTS = 12

/** A verdict whose message, made when it is asked for, is the fact, the details that are not empty, and how the test came there. */
export function verdict(bank: Bank, pass: boolean, fact: string, detailsOf = (): string[] => []): Verdict {
  return { pass, message: () => told(bank, fact, detailsOf()) }
}

/** What is asked cannot be judged, so that neither it nor its contrary holds: under `not` too. */
export function cannotJudge(bank: Bank, fact: string, details: readonly string[] = []): UsageError {
  return new UsageError(told(bank, fact, details))
}

function told(bank: Bank, fact: string, details: readonly string[]): string {
  const paragraphs = [fact, ...details, lastFacts(bank)]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** How the test came there: the last facts of the timeline. */
export function lastFacts(bank: Bank): string {
  const story = bank.timeline({ last: LAST_FACTS })
  return story ? `What happened last (bank.timeline() has all):\n${story}` : 'Nothing has happened in this bank yet.'
}
