/** Verdicts: what a matcher finds, in the form that vitest and jest take. Nothing in this room knows either of them. */
import type { Bank } from '../../bank.ts'

/** What a matcher found. */
export interface Verdict {
  readonly pass: boolean
  /** Why it fails: for `expect(bank).not` where it passes. */
  readonly message: () => string
}

/** So many facts of the timeline stand in a message: enough to see what led there, and no wall of text. */
const LAST_FACTS = 12

/**
 * A message: the fact, what is known of the payment, and how the test came there.
 *
 * @param fact - a sentence with both values
 * @param details - paragraphs between the fact and the timeline
 */
export function tell(bank: Bank, fact: string, details: readonly string[] = []): string {
  const story = bank.timeline({ last: LAST_FACTS })
  const timeline =
    story === '' ? 'Nothing has happened in this bank yet.' : `What happened last (bank.timeline() has all):\n${story}`
  return [fact, ...details, timeline].join('\n\n')
}

/** `1 event`, `2 events`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
