/** `expect` of wires, transfers and the other rails: outcomes that a test asks for by name. (§2.4, §3) */
import type { Given } from '../../contract/absent.ts'
import type { ExpectedOf, Outcome, OutcomeDetails } from '../../core/faults/state.ts'
import { type Access, call } from './calls.ts'

/** Which of the payments that match is meant; by default the first. */
export interface WhichPayment {
  /** Only the n-th, counted from 1. */
  nth?: number | undefined
  /** Every payment that matches. */
  every?: boolean | undefined
}

/** The fields by which a payment is recognised: some of its request, and some of the fields of a party in it. */
export type PartOf<Request> = { [Field in keyof Request]?: PartOfField<Request[Field]> }
type PartOfField<Field> = NonNullable<Field> extends object ? Partial<NonNullable<Field>> : Field

/** A payment that is to come. */
export interface ExpectedWire {
  /**
   * Lets it end so: `Rejected`, with `postingCode` and `reason`; `Completed`, possibly after a hold (`afterHold`) or with a later reversal
   * (`reversedAfter`); or `Hold`, until the desk lets it go. `Completed` removes no obstacle: a wire without money is still rejected.
   *
   * @throws {UsageError} where the fields or the details cannot be used, with every problem listed
   */
  toEnd(status: Outcome['status'], details?: OutcomeDetails): void
}

/** A transaction that is to come. */
export interface ExpectedTransaction {
  /** Lets it be refused, with `postingCode` (by default `ERR`) and `reason`. @throws {UsageError} where these cannot be used */
  toEnd(status: 'Rejected', details?: Pick<OutcomeDetails, 'postingCode' | 'reason'>): void
}

/** What `expect` of a resource gives. */
export function expected(access: Access, of: ExpectedOf, match: object, which: Given<WhichPayment> = {}): ExpectedWire {
  return {
    toEnd: (status, details = {}) =>
      void call(access, 'outcomes.expect', {
        of,
        match: match as Record<string, unknown>,
        ...which,
        status,
        ...details,
      }),
  }
}
