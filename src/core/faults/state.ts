/** Faults, and the outcomes that a test asked for, as the world keeps them. */
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Duration } from '../kernel/time/duration.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { RefusalCode } from '../ledger/posting-codes.ts'
import type { FaultKind } from './fault-kinds.ts'

export interface FaultsState {
  readonly injected: Table<FaultState>
  /** The slots of the faults that may still strike: only these are searched. Some may have expired since this list was made. */
  readonly open: readonly number[]
  readonly expected: Table<ExpectationState>
}

export const faults = sliceOf<FaultsState>({ injected: Table.empty, open: [], expected: Table.empty })

/** The kind of payment for which a test asks for an outcome. */
export type ExpectedOf = 'wire' | 'transaction'

/** The details of the outcome that a payment is to have. */
interface OutcomeDetails {
  /** For `Rejected`; by default `ERR`. */
  postingCode?: RefusalCode | undefined
  /** For `Rejected`: why. */
  reason?: string | undefined
  /** For `Completed`: how long the payment is on hold first. */
  afterHold?: Duration | undefined
  /** For `Completed`: how long after completion the payment is reversed. */
  reversedAfter?: Duration | undefined
}

/** The details that each status takes. */
export interface DetailsOfStatus {
  Rejected: Pick<OutcomeDetails, 'postingCode' | 'reason'>
  Completed: Pick<OutcomeDetails, 'afterHold' | 'reversedAfter'>
  Hold: { [Name in keyof OutcomeDetails]?: undefined }
}

/** The outcome that a test asks for, and the payments that are to have it. */
export interface ExpectationRequest extends OutcomeDetails {
  of: ExpectedOf
  /** The fields, with their values, that a request must have to match. Of a party, such as the beneficiary, some fields are enough. */
  match: Readonly<Record<string, unknown>>
  /** Only the n-th of the payments that match, from 1; by default the first. */
  nth?: number | undefined
  /** Every payment that matches. */
  every?: boolean | undefined
  status: Outcome['status']
}

/** An expectation with its counts. `met`: how many payments have matched; `taken`: how many of those had the outcome. */
export interface Expectation extends ExpectationRequest {
  met: number
  taken: number
}

/** An outcome that a test asked for, with the payments that are to have it. */
export interface ExpectationState extends Outcome {
  readonly of: ExpectedOf
  readonly match: Readonly<Record<string, unknown>>
  /** The partner whose payments match; null for any. */
  readonly partner: number | null
  /** Which of the matching payments has the outcome, counted from 1; null for every one. */
  readonly nth: number | null
  readonly met: number
  readonly taken: number
}

/** How a payment is to end. */
export interface Outcome {
  readonly status: 'Completed' | 'Rejected' | 'Hold'
  /** For `Rejected`. */
  readonly postingCode: RefusalCode | null
  readonly reason: string | null
  /** For `Completed`: how long the payment is on hold first; null if it is never on hold. */
  readonly holdSeconds: number | null
  /** For `Completed`: how long after completion the payment is reversed; null if it is never reversed. */
  readonly reverseSeconds: number | null
}

export interface FaultState {
  readonly kind: FaultKind
  /** The call that it strikes; null for any. */
  readonly endpoint: string | null
  /** The event whose push it strikes; null for any. */
  readonly event: string | null
  /** Which of the occurrences it strikes, from 1; null for every one. */
  readonly nth: number | null
  /** How often it strikes at most; null for no end. */
  readonly uses: number | null
  /** Until when it strikes, on the virtual clock; null for no end. */
  readonly until: Instant | null
  /** For `status` and `failedAnswer`: the HTTP status. */
  readonly status: number | null
  /** For `status` and `failedAnswer`: the test's own body. */
  readonly body: string | null
  /** For `status`: the seconds of Retry-After. */
  readonly retryAfter: number | null
  /** For `underWay`, `slow` and `delay`: virtual seconds. */
  readonly seconds: number | null
  /** For `partialRelease`: how many wires are released. */
  readonly count: number | null
  /** Null if no function of the test decides whether the fault strikes. */
  readonly predicate: PredicateName | null
  /** How often a call, a push or a batch matched the place of the fault. */
  readonly met: number
  readonly struck: number
  readonly isCleared: boolean
}

/**
 * Represents, in the world, the function of the test that decides whether a fault strikes. The bank finds the function by the identity of
 * this object. An equal object from JSON, or from another history of the bank, therefore has no function.
 */
export interface PredicateName {
  readonly ofFault: string
}

/** One stream (see streams.ts) for each kind of id in this folder. Never change a number: every id of its kind would change. */
export const faultStreams = { fault: 20 } as const
