/**
 * How a bank goes through time: how it waits for handlers and sleepers, and what else happens on its way. By default the clock moves only
 * when it is told to (`manual-time.ts`); where the partner's own timers follow the bank's clock, `time/` drives it.
 */
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { endsWithin } from './event-loop.ts'

export interface TimeDriver {
  /** Whether a promise settles before nothing more can happen at this instant; `maxTurns` in turns. `spent`: the turns that it took. */
  readonly endsWithin: typeof endsWithin
  /** When the next timer or sleeper of the partner's is due; undefined where there is none. */
  readonly nextAt: () => Instant | undefined
  /** The clock has come to another instant: the partner's timers and sleepers that are due there run. */
  readonly arrived: () => Promise<void>
  /** The clock jumped synchronously. Timers that came due fire as soon as the event loop runs. */
  readonly moved: () => void
  /** Advances the clock, step by step. */
  readonly during: <Result>(advance: () => Promise<Result>) => Promise<Result>
  /** Calls `wake` when the clock has gone on by so many milliseconds. @returns what calls that off */
  readonly wakeAfter: (delay: number, wake: () => void) => () => void
  /** From now on there may be sleepers: code that waits on the clock was seen, or a client that may be about to. */
  readonly expectSleepers?: () => void
  /** The bank has another history now: nothing waits for its instants any more. */
  readonly forget: () => void
  /** Resolves when time has moved on by itself. `settled()` waits for it; the end of `advanceAsync()` does not. */
  readonly timePasses?: () => Promise<void>
}
