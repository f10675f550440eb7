/** Faults, as the world keeps them: which fault strikes where, and how often it has. */
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { FaultKind } from './fault-kinds.ts'

export interface FaultsState {
  readonly injected: Table<FaultState>
  /** The slots of those that can strike still, as far as they are not over by the clock: what is over costs nothing. */
  readonly open: readonly number[]
}

export const faults = sliceOf<FaultsState>({ injected: Table.empty, open: [] })

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
