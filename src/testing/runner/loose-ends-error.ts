/** The loose ends that fail a test: of its bank, of requests that reached no bank, and of calls whose test is unknown. */
import type { Bank } from '../../bank/bank.ts'
import { messagesOf } from '../../bank/current/current-bank.ts'
import { UsageError } from '../../core/errors.ts'
import { type LooseEnds, looseEndsOf, looseEndsOfFailed } from '../matchers/loose-ends.ts'
import { unansweredOf } from '../msw/listen.ts'

/**
 * An error with a line for each loose end that the test may not leave behind; undefined if there is none.
 *
 * @param allowed - what the test may leave behind
 * @param hasFailed - whether the test failed, and so broke off before it could deliver waiting pushes
 */
export function looseEndsError(bank: Bank, allowed: LooseEnds, hasFailed = false): UsageError | undefined {
  const ends = [
    ...messagesOf(bank),
    ...(allowed.unknownRequests ? [] : unansweredOf(bank)),
    ...looseEndsOf(bank, hasFailed ? { ...allowed, ...looseEndsOfFailed } : allowed),
  ]
  return ends.length === 0 ? undefined : new UsageError(ends.join('\n'))
}
