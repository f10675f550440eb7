/** What the world keeps of faults: what is to go wrong, where, and how often it has. */
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'

export interface FaultsState {
  readonly injected: Table<FaultState>
}

export const faults = sliceOf<FaultsState>({ injected: Table.empty })

/**
 * What can go wrong with a request: `status`, answered with 401, 429, 500 or 503 and not done; `timeout`, `networkError`, never
 * answered and not done; `lostAnswer`, done and never answered; `slow`, done after some virtual seconds; `malformedBody`, done and
 * answered with half the JSON; `expiredToken`, its token is valid no more; `staleRead`, answered as if the last change had not
 * come through yet; `beforeAnswer`, the pushes that it causes come before its answer.
 */
export const requestFaults = [
  'status',
  'timeout',
  'networkError',
  'lostAnswer',
  'slow',
  'malformedBody',
  'expiredToken',
  'staleRead',
  'beforeAnswer',
] as const

/** What can go wrong with a push to a connected handler: it comes twice, never, later, or after the one behind it. */
export const pushFaults = ['duplicate', 'drop', 'delay', 'reorder'] as const

/** What can go wrong with a batch: some of its wires stay behind for the next one. */
export const batchFaults = ['partialRelease'] as const

export type RequestFault = (typeof requestFaults)[number]
export type PushFault = (typeof pushFaults)[number]
export type FaultKind = RequestFault | PushFault | (typeof batchFaults)[number]

export interface FaultState {
  readonly kind: FaultKind
  /** The call that it strikes; null for any. */
  readonly endpoint: string | null
  /** The event whose push it strikes; null for any. */
  readonly event: string | null
  /** Which of the occurrences it strikes, from 1; null for each. */
  readonly nth: number | null
  /** How often it strikes at most; null for no end. */
  readonly uses: number | null
  /** Until when it strikes, on the virtual clock; null for no end. */
  readonly until: Instant | null
  /** Of `status`: the HTTP status, and the seconds of Retry-After. */
  readonly status: number | null
  readonly retryAfter: number | null
  /** Of `slow` and `delay`: virtual seconds. */
  readonly seconds: number | null
  /** Of `partialRelease`: how many wires go out. */
  readonly count: number | null
  /** How often its place was met. */
  readonly met: number
  readonly struck: number
  readonly isCleared: boolean
}
