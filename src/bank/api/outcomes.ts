/** `expect` of wires and transactions: a test chooses the outcome of a future payment. (§2.4, §3) */
import type { Given } from '../../contract/absent.ts'
import { plainInput } from '../../contract/plain.ts'
import type { DetailsOfStatus, ExpectedOf, Outcome } from '../../core/faults/state.ts'
import { type Access, call } from './checked-call.ts'

/** Which of the matching payments gets the outcome; by default the first. */
export interface WhichPayment {
  /** Only the n-th payment that matches, counted from 1. */
  nth?: number | undefined
  /** Every payment that matches. */
  every?: boolean | undefined
}

/** The fields that identify a payment: fields of its request, and fields of the parties in that request. */
export type PartOf<Request> = { [Field in keyof Request]?: PartOfField<Request[Field]> }
type PartOfField<Field> = NonNullable<Field> extends object ? Partial<NonNullable<Field>> : Field

/** A future wire whose outcome the test chooses. */
export interface ExpectedWire {
  /**
   * Chooses how the wire ends: `Rejected`, with `postingCode` and `reason`; `Completed`, possibly after a hold (`afterHold`) or with a
   * later reversal (`reversedAfter`); or `Hold`, until the desk approves or rejects the wire. `Completed` overrides no refusal: a
   * wire for which the account has too little money is still rejected.
   *
   * @throws {UsageError} if the fields or the details cannot be used, with every problem listed
   */
  toEnd<Status extends Outcome['status']>(status: Status, details?: DetailsOfStatus[Status]): void
}

/** A future transaction that the bank will refuse. */
export interface ExpectedTransaction {
  /** Refuses the transaction, with `postingCode` (by default `ERR`) and `reason`. @throws {UsageError} if these cannot be used */
  toEnd(status: 'Rejected', details?: DetailsOfStatus['Rejected']): void
}

const FAILED = 'Failed to expect the outcome'

export function expected(access: Access, of: ExpectedOf, match: object, which: Given<WhichPayment> = {}): ExpectedWire {
  return {
    toEnd: (status, details = {}) =>
      void call(access, 'outcomes.expect', {
        of,
        match: match as Record<string, unknown>,
        ...plainInput(FAILED, which),
        status,
        ...plainInput(FAILED, details),
      }),
  }
}
