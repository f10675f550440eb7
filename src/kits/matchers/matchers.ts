/** All matchers, as vitest and jest are given them: the subject is a bank. */

import type { Bank } from '../../bank.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import { type Ground, type GroundOptions, toRelyOnlyOn } from './assumption.ts'
import { type ConductOptions, toFollowTheSpecification } from './conduct.ts'
import { type EventExpectation, toHaveEmitted } from './event.ts'
import { type ExpectedBalance, type Movements, toHaveBalance, toMoveMoney } from './money.ts'
import { type AnyStatus, toHaveCompleted, toHaveStatus } from './payment.ts'
import { type RequestExpectation, toHaveReceivedRequest } from './request.ts'
import type { Verdict } from './verdict.ts'

export type {
  AnyStatus,
  AssumptionId,
  ConductOptions,
  EndpointName,
  EventExpectation,
  ExpectedBalance,
  Ground,
  GroundOptions,
  Movements,
  RequestExpectation,
}

/** What `expect(bank)` knows beside the matchers of the test runner. Amounts in minor units. */
export interface BankMatchers<R = void> {
  /** The payment is `Completed`; a transaction on another rail, `Posted` (§3). */
  toHaveCompleted(paymentId: string): R
  /** The payment, transaction or loan has this status (§3). */
  toHaveStatus(id: string, status: AnyStatus): R
  /** The bank emitted this event: once or more, or exactly `times`, about `paymentId` where it is given (§6). */
  toHaveEmitted(eventName: string, expected?: EventExpectation): R
  /** The account or subledger has this posted balance, or `{ available }` to spend (§2.9). */
  toHaveBalance(accountNumber: string, balance: ExpectedBalance): R
  /**
   * While the function runs, the posted balance of each named account changes by exactly so much (§2.9). Await it:
   * `await expect(bank).toMoveMoney(() => payInvoice(), { [accountNumber]: -10_000 })`.
   */
  toMoveMoney(run: () => unknown, movements: Movements): Promise<R>
  /** The bank received a request for this endpoint that has at least these fields (§4). */
  toHaveReceivedRequest(endpoint: EndpointName, expected?: RequestExpectation): R
  /** Nothing so far rests on more than what is specified, or published; `{ except }` names what you made certain of (§7). */
  toRelyOnlyOn(ground: Ground, options?: GroundOptions): R
  /** The code under test did nothing against the specification so far: `bank.conduct()` is empty, but for `{ except }` (§5, §6). */
  toFollowTheSpecification(options?: ConductOptions): R
}

/** A matcher as a test runner calls it. */
type RunnerMatcher<Given extends unknown[], Found> = (received: unknown, ...given: Given) => Found

/** The matchers for `expect.extend`. */
export const bankMatchers = {
  toHaveCompleted: onBank(toHaveCompleted),
  toHaveStatus: onBank(toHaveStatus),
  toHaveEmitted: onBank(toHaveEmitted),
  toHaveBalance: onBank(toHaveBalance),
  toMoveMoney: onBank(toMoveMoney),
  toHaveReceivedRequest: onBank(toHaveReceivedRequest),
  toRelyOnlyOn: onBank(toRelyOnlyOn),
  toFollowTheSpecification: onBank(toFollowTheSpecification),
}

/** A matcher whose subject is held to be a bank. */
function onBank<Given extends unknown[], Found extends Verdict | Promise<Verdict>>(
  matcher: (bank: Bank, ...given: Given) => Found,
): RunnerMatcher<Given, Found> {
  return (received, ...given) => {
    internalsOf(received)
    return matcher(received as Bank, ...given)
  }
}
