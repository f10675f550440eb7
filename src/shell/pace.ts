/**
 * The pace: how a bank waits for what is not its own, a handler, and what else is to be done on its way through time. By default turns
 * of the event loop are counted; where the partner's own timers run on the bank's clock, they are waited for instead.
 */
import type { Instant } from '../core/kernel/time/instant.ts'
import { endsWithin } from './event-loop.ts'

export interface Pace {
  /** Whether a promise settles before nothing more can happen at this instant; `patience` in turns. `spent`: the turns that it took. */
  readonly endsWithin: typeof endsWithin
  /** When something of the partner's own is due; undefined where nothing is. */
  readonly nextAt: () => Instant | undefined
  /** The clock has come to another instant: what is due there of the partner's own is done. */
  readonly arrived: () => Promise<void>
  /** Advances the clock, step by step. */
  readonly during: <Result>(advance: () => Promise<Result>) => Promise<Result>
  /** Resolves once time has passed, where it passes by itself: whoever settles waits for that, and the end of an advance does not. */
  readonly timePasses?: () => Promise<void>
}

export const turnByTurn: Pace = {
  endsWithin,
  nextAt: () => undefined,
  arrived: async () => {},
  during: (advance) => advance(),
}
