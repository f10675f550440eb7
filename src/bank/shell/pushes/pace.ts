/**
 * The pace: how a bank waits for what is not its own, a handler or whoever sleeps, and what else is to be done on its way through time.
 * By default turns of the event loop are counted (`turn-by-turn.ts`); where the partner's own timers run on the bank's clock, they are
 * waited for instead.
 */
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { endsWithin } from './event-loop.ts'

export interface Pace {
  /** Whether a promise settles before nothing more can happen at this instant; `patience` in turns. `spent`: the turns that it took. */
  readonly endsWithin: typeof endsWithin
  /** When something of the partner's own is due; undefined where nothing is. */
  readonly nextAt: () => Instant | undefined
  /** The clock has come to another instant: what is due there of the partner's own is done. */
  readonly arrived: () => Promise<void>
  /** The clock has come there at one go, while nothing else could happen: what has come due since is done as soon as anything can. */
  readonly moved: () => void
  /** Advances the clock, step by step. */
  readonly during: <Result>(advance: () => Promise<Result>) => Promise<Result>
  /** Calls `wake` when the clock has gone on by so many milliseconds; gives what calls that off. */
  readonly wakeAfter: (delay: number, wake: () => void) => () => void
  /** Somebody may sleep from now on. */
  readonly expectSleepers?: () => void
  /** What waits for an instant waits no more: the bank has another history now. */
  readonly forget: () => void
  /** Resolves once time has passed, where it passes by itself: whoever settles waits for that, and the end of an advance does not. */
  readonly timePasses?: () => Promise<void>
}
