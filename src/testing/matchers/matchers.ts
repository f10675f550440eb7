/** All matchers, in the form that the `expect.extend` of any runner takes. Their subject is a bank. */
import type { Bank } from '../../bank/bank.ts'
import type { BookEntry } from '../../bank/invariants/oracles.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { valueText } from '../../contract/value-text.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import type { EventName } from '../../core/webhooks/event-name.ts'
import { type EventExpectation, type PushExpectation, toHaveEmitted, toHavePushed } from './event.ts'
import {
  type ConductOptions,
  type Ground,
  type GroundOptions,
  toFollowTheSpecification,
  toRelyOnlyOn,
} from './ground-and-conduct.ts'
import { type ExpectedBalance, type Movements, toHaveBalance, toMoveMoney } from './money.ts'
import {
  type IntentOptions,
  type ReconcileOptions,
  toConserveMoney,
  toCreditNothingBeforePosting,
  toPayEachIntentOnce,
  toReconcileWith,
} from './oracles.ts'
import { type RequestExpectation, toHaveReceivedRequest } from './request.ts'
import { type AnyStatus, toHaveCompleted, toHaveStatus } from './subject.ts'
import type { Verdict } from './verdict.ts'

/**
 * The matchers of `expect(bank)`, in addition to those of the test runner. Amounts are in minor units. An expectation that cannot be
 * judged, such as one with a mistyped name or with a payment that this bank does not have, is an error even with `not`.
 */
export interface BankMatchers<R = void> {
  /** The payment is `Completed` or, if it is a transaction on another rail, `Posted` (§3). */
  toHaveCompleted(paymentId: string): R
  /** The payment, transaction or loan has this status (§3). */
  toHaveStatus(id: string, status: AnyStatus): R
  /** The bank emitted this event, at least once or exactly `times` times; with `paymentId` or `loanId`, about that payment or loan (§6). */
  toHaveEmitted(eventName: EventName, expected?: EventExpectation): R
  /** The bank pushed this event at least once, or exactly `times` times, with this `attempt`, `outcome` and `callbackUrl` (§6). */
  toHavePushed(eventName: EventName, expected?: PushExpectation): R
  /** The account or subledger has this posted balance. `{ available }` is the balance that can be spent (§2.9). */
  toHaveBalance(accountNumber: string, balance: ExpectedBalance): R
  /**
   * While the function runs, the posted balance of each named account changes by exactly this much (§2.9). Await it:
   * `await expect(bank).toMoveMoney(() => payInvoice(), { [accountNumber]: -10_000 })`.
   */
  toMoveMoney(run: () => unknown, movements: Movements): Promise<R>
  /** At least one request for this endpoint, or exactly `times`, came to the bank and had at least these fields (§4). */
  toHaveReceivedRequest(endpoint: EndpointName, expected?: RequestExpectation): R
  /** No answer so far depends on an assumption weaker than this ground; `{ except }` names those that you have verified yourself (§7). */
  toRelyOnlyOn(ground: Ground, options?: GroundOptions): R
  /** The code under test did nothing against the specification so far: `bank.conduct()` is empty, except for `{ except }` (§5, §6). */
  toFollowTheSpecification(options?: ConductOptions): R
  /** No two wires paid the same thing, such as one invoice twice; `{ intentOf }` says what a wire is for (§2.3). */
  toPayEachIntentOnce(options?: IntentOptions): R
  /** The whole bank sums to zero: no money came from nowhere, and none vanished (§2.9). */
  toConserveMoney(): R
  /** Your books (your own records of payments) show no payment as completed before the bank has posted it (§3). */
  toCreditNothingBeforePosting(books: Iterable<BookEntry>): R
  /** Your books and the bank agree, payment by payment; `{ only: 'Outbound' }` if your books have no inbound payments (§6). */
  toReconcileWith(books: Iterable<BookEntry>, options?: ReconcileOptions): R
}

type RunnerMatcher<Given extends unknown[], Found> = (received: unknown, ...given: Given) => Found

/**
 * The matchers, for the `expect.extend` of any runner: Playwright, Bun, jest, vitest, or the package `expect`. `vostro/vitest` and
 * `vostro/jest` do this themselves.
 *
 * @example
 * ```ts
 * import { expect } from 'expect'
 * import { bankMatchers } from 'vostro/test'
 *
 * expect.extend(bankMatchers)
 * ```
 */
export const bankMatchers = {
  toHaveCompleted: onBank('toHaveCompleted', toHaveCompleted, ['paymentId']),
  toHaveStatus: onBank('toHaveStatus', toHaveStatus, ['id', 'status']),
  toHaveEmitted: onBank('toHaveEmitted', toHaveEmitted, ['eventName', '{ paymentId, loanId, times }']),
  toHavePushed: onBank('toHavePushed', toHavePushed, ['eventName', '{ callbackUrl, attempt, outcome, times }']),
  toHaveBalance: onBank('toHaveBalance', toHaveBalance, ['accountNumber', '{ current, available }']),
  toMoveMoney: onBank('toMoveMoney', toMoveMoney, ['run', '{ [accountNumber]: amount }']),
  toHaveReceivedRequest: onBank('toHaveReceivedRequest', toHaveReceivedRequest, [
    'endpoint',
    '{ url, headers, body, status, answer, times }',
  ]),
  toRelyOnlyOn: onBank('toRelyOnlyOn', toRelyOnlyOn, ['ground', '{ except }']),
  toFollowTheSpecification: onBank('toFollowTheSpecification', toFollowTheSpecification, ['{ except }']),
  toPayEachIntentOnce: onBank('toPayEachIntentOnce', toPayEachIntentOnce, ['{ intentOf }']),
  toConserveMoney: onBank('toConserveMoney', toConserveMoney, []),
  toCreditNothingBeforePosting: onBank('toCreditNothingBeforePosting', toCreditNothingBeforePosting, ['books']),
  toReconcileWith: onBank('toReconcileWith', toReconcileWith, ['books', '{ only }']),
} satisfies { readonly [Name in keyof BankMatchers]: unknown }

/** A matcher that refuses a subject other than a bank, and too many arguments. */
function onBank<Given extends unknown[], Found extends Verdict | Promise<Verdict>>(
  name: keyof BankMatchers,
  matcher: (bank: Bank, ...given: Given) => Found,
  takes: readonly string[],
): RunnerMatcher<Given, Found> {
  return (received, ...given) => {
    if (!isBank(received)) {
      throw new UsageError(
        `Failed to judge ${name}: expect(...) was given ${valueText(received)}, which is no bank. Write expect(bank).${name}(…), with the bank that createBank() or the test gave.`,
      )
    }
    // If an extra argument were ignored, the test might pass by mistake.
    if (given.length > takes.length) {
      const most = takes.length === 0 ? 'no argument' : `at most ${count(takes.length, 'argument')}`
      throw new UsageError(
        `Failed to judge ${name}: it takes ${most}, and was given ${given.length}. Write ${name}(${takes.join(', ')}).`,
      )
    }
    return matcher(received as Bank, ...given)
  }
}
