/** Faults, as the world keeps them: which fault strikes where, and how often it has; and the outcomes that a test asked for. */
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Duration } from '../kernel/time/duration.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { RefusalCode } from '../ledger/posting-codes.ts'
import type { FaultKind } from './fault-kinds.ts'

export interface FaultsState {
  readonly injected: Table<FaultState>
  /** The slots of the faults that may still strike: only these are looked at. Some may have ended by the clock since. */
  readonly open: readonly number[]
  readonly expected: Table<ExpectationState>
}

export const faults = sliceOf<FaultsState>(
  { injected: Table.empty, open: [], expected: Table.empty },
  {},
  [],
  ['expected'],
)

/** The kind of payments for which an outcome is asked. */
export type ExpectedOf = 'wire' | 'transaction'

/** The details of the outcome that a payment is to have. */
export interface OutcomeDetails {
  /** For `Rejected`; by default `ERR`. */
  postingCode?: RefusalCode | undefined
  /** For `Rejected`: why. */
  reason?: string | undefined
  /** For `Completed`: how long it is on hold before. */
  afterHold?: Duration | undefined
  /** For `Completed`: how long after that the payment is reversed. */
  reversedAfter?: Duration | undefined
}

/** The payments that are to have an outcome, and the outcome. */
export interface ExpectationRequest extends OutcomeDetails {
  of: ExpectedOf
  /** The fields that the request must have, with their values; a party by some of its fields. */
  match: Readonly<Record<string, unknown>>
  /** Only the n-th of the payments that match, from 1; by default the first. */
  nth?: number | undefined
  /** Every payment that matches. */
  every?: boolean | undefined
  status: Outcome['status']
}

/** The same as a record. `met`: how many payments have matched since; `taken`: how many of them had the outcome. */
export interface Expectation extends ExpectationRequest {
  met: number
  taken: number
}

/** An outcome that a test asked for, with the payments that are to have it. */
export interface ExpectationState extends Outcome {
  readonly of: ExpectedOf
  /** The fields of the request, or of a part of it, that must be so. */
  readonly match: Readonly<Record<string, unknown>>
  /** The partner whose payments match; null for any. */
  readonly partner: number | null
  /** Which of the payments that match, from 1; null for every one. */
  readonly nth: number | null
  readonly met: number
  /** How many payments had the outcome. */
  readonly taken: number
}

/** How a payment is to end. */
export interface Outcome {
  readonly status: 'Completed' | 'Rejected' | 'Hold'
  /** For `Rejected`. */
  readonly postingCode: RefusalCode | null
  readonly reason: string | null
  /** For `Completed`: how long it is on hold before; null for not at all. */
  readonly holdSeconds: number | null
  /** For `Completed`: how long after that the payment is reversed; null for never. */
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
  /** Of `status` and `failedAnswer`: the HTTP status, and a body of the test's own; and the seconds of Retry-After. */
  readonly status: number | null
  /** Absent in worlds of version 0.1.0. */
  readonly body?: string | null
  readonly retryAfter: number | null
  /** Of `underWay`, `slow` and `delay`: virtual seconds. */
  readonly seconds: number | null
  /** Of `partialRelease`: how many wires go out. */
  readonly count: number | null
  /** Stands for the function that decides whether it strikes; null for none. */
  readonly predicate: PredicateName | null
  /** How often its place matched. */
  readonly met: number
  readonly struck: number
  readonly isCleared: boolean
}

/**
 * Stands in the world for a function of the test that decides whether a fault strikes, as the world holds no functions. The shell finds
 * the function by this very object, so that an equal object from JSON or from another history of the bank finds none.
 */
export interface PredicateName {
  readonly ofFault: string
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const faultStreams = { fault: 20 } as const
