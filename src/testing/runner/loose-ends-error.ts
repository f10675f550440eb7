/** The loose ends that fail a test: of its bank, of requests that reached no bank, and of calls whose test is unknown. */
import type { Bank } from '../../bank/bank.ts'
import { messagesOf } from '../../bank/current/current-bank.ts'
import { UsageError } from '../../core/errors.ts'
import { type LooseEnds, looseEndsOf, looseEndsOfFailed } from '../matchers/loose-ends.ts'
import { unansweredOf } from '../msw/listen.ts'

/**
 * An error with a line for each thing that a test left behind without being allowed to; undefined where it left nothing.
 *
 * @param allowed - what the test may leave behind
 * @param hasFailed - whether it failed: it broke off then, and had no chance to deliver what waits
 */
export function looseEndsError(bank: Bank, allowed: LooseEnds, hasFailed = false): UsageError | undefined {
  const ends = [
    ...messagesOf(bank),
    ...(allowed.unknownRequests ? [] : unansweredOf(bank)),
    ...looseEndsOf(bank, hasFailed ? { ...allowed, ...looseEndsOfFailed } : allowed),
  ]
  return ends.length === 0 ? undefined : new UsageError(ends.join('\n'))
}
