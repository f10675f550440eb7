/**
 * What follows the message of a failed test that has a bank: how the bank came there, what the code under test did against the
 * specification, and what was left behind. Nothing here knows a test runner, and nothing here throws: the failure is what the reader came for.
 */
import type { Bank } from '../../bank/bank.ts'
import { isUsageError } from '../../core/errors.ts'
import type { LooseEnds } from '../matchers/loose-ends.ts'
import { lastFacts } from '../matchers/verdict.ts'
import { leftBehindText } from './left-behind.ts'
import { placesOfThrown } from './thrown-places.ts'

/** So many findings stand in a message: the first say what to mend. */
const FINDINGS = 5

/**
 * The story of a bank, as paragraphs.
 *
 * @param bank - of the test that failed
 * @param message - of the failure: what it tells already is not told again
 * @param allowed - what the test may leave behind
 */
export function storyOf(bank: Bank, message: string, allowed: LooseEnds = {}): string {
  const paragraphs = [
    attempt(() => timelineOf(bank, message)),
    attempt(() => placesOfThrown(bank, message)),
    attempt(() => conductOf(bank, message)),
    attempt(() => leftBehindText(bank, message, allowed)),
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

function timelineOf(bank: Bank, message: string): string {
  const facts = lastFacts(bank)
  // A message of one of our matchers ends in it.
  return message.includes(facts.split('\n')[0] as string) ? '' : facts
}

function conductOf(bank: Bank, message: string): string {
  const findings = bank.conduct().filter(({ text }) => !message.includes(text))
  if (findings.length === 0) return ''
  const more = findings.length - FINDINGS
  return [
    'Against the specification (bank.conduct() has all):',
    ...findings.slice(0, FINDINGS).map(({ text }) => `- ${text}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

/** A paragraph; where it cannot be told as things are gone, nothing; where a defect keeps it back, that. */
function attempt(tell: () => string): string {
  try {
    return tell()
  } catch (error) {
    if (isUsageError(error)) return ''
    return `The bank cannot tell its story: ${error instanceof Error ? error.message : String(error)}`
  }
}
