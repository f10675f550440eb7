/**
 * How a bank goes through time: how it waits for handlers and sleepers, and what else happens on its way. Where the partner's own timers
 * follow the bank's clock, `time/` drives it.
 */
import { Sleepers } from '../../../core/kernel/sleepers.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { Shell } from '../state/shell.ts'
import { endsWithin, quiet } from './event-loop.ts'
import type { ChoosePush } from './next-push.ts'

export interface TimeDriver {
  /** Whether a promise settles before nothing more can happen at this instant; `maxTurns` and `spent` count turns of the event loop. */
  readonly endsWithin: typeof endsWithin
  /** When the next timer or sleeper of the partner's is due; undefined where there is none. */
  readonly nextAt: () => Instant | undefined
  /** The clock has come to another instant: the partner's timers and sleepers that are due there run. */
  readonly arrived: () => Promise<void>
  /** The clock jumped synchronously. Timers that came due fire as soon as the event loop runs. */
  readonly moved: () => void
  readonly during: <Result>(advance: () => Promise<Result>) => Promise<Result>
  /** Calls `wake` when the clock has gone on by so many milliseconds. @returns a function that calls that off */
  readonly wakeAfter: (delay: number, wake: () => void) => () => void
  /** From now on there may be sleepers: code that waits on the clock was seen, or a client that may soon wait on it. */
  readonly expectSleepers?: () => void
  /** The bank has another history now: nothing waits for its instants any more. */
  readonly forget: () => void
  /** Resolves when time has moved on by itself. `settled()` waits for it; the end of `advanceAsync()` does not. */
  readonly timePasses?: (() => Promise<void>) | undefined
  /** Which of the pushes that wait goes next; without it, the first. */
  readonly choose?: ChoosePush
}

/** Resolves when the clock has gone on by so many milliseconds; rejects with the reason of the signal as soon as that is aborted. */
export function timeToPass(time: TimeDriver, delay: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      callOff()
      reject(signal?.reason)
    }
    const callOff = time.wakeAfter(delay, () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    })
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

/**
 * The usual time of a bank: its clock moves only when it is told to, turns of the event loop are counted while a handler runs, and sleepers
 * wake, in the order of their instants, when the clock has come to these.
 */
export class ManualTime implements TimeDriver {
  readonly #sleepers = new Sleepers<{ readonly at: Instant; readonly wake: () => void }>()
  #isWatchful = false

  constructor(private readonly shell: Pick<Shell, 'state'>) {}

  readonly endsWithin = endsWithin
  readonly nextAt = (): Instant | undefined => this.#sleepers.first?.at
  readonly moved = (): void => void this.#wakeDue()

  readonly expectSleepers = (): void => {
    this.#isWatchful = true
  }

  /** Code that is about to sleep gets there before time goes on. */
  readonly during: TimeDriver['during'] = async (advance) => {
    if (this.#isWatchful) await quiet(() => this.shell.state)
    return advance()
  }

  /** Sleepers that wake finish what they do before time goes on. */
  readonly arrived = async (): Promise<void> => {
    while (this.#wakeDue()) await quiet(() => this.shell.state)
  }

  readonly wakeAfter: TimeDriver['wakeAfter'] = (delay, wake) =>
    this.#sleepers.add({ at: this.shell.state.world.now + delay, wake })
  readonly forget = (): void => this.#sleepers.clear()

  #wakeDue(): boolean {
    const due = this.#sleepers.takeDue(this.shell.state.world.now)
    for (const { wake } of due) wake()
    return due.length > 0
  }
}
