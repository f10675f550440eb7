/**
 * Time drivers: how a bank waits for handlers and sleepers while its clock moves. If the partner's own timers follow the bank's clock,
 * `time/` sets another driver in place of `ManualTime`.
 */

import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { Shell } from '../state/shell.ts'
import { endsWithin, quiet } from './event-loop.ts'
import type { ChoosePush } from './push-queue.ts'
import { Sleepers } from './sleepers.ts'

export interface TimeDriver {
  /** Waits until a promise settles or nothing more can happen at this instant. `maxTurns` and `spent` count turns of the event loop. */
  readonly endsWithin: typeof endsWithin
  /** When the partner's next timer or sleeper is due; undefined if there is none. */
  readonly nextAt: () => Instant | undefined
  /** Runs the partner's timers and sleepers that are due at the instant that the clock has reached. */
  readonly arrived: () => Promise<void>
  /** Called after a synchronous call moved the clock. Timers that are now due fire as soon as the event loop runs. */
  readonly moved: () => void
  /** Runs an advance, after what the partner's code of the present instant is about to do. */
  readonly during: <Result>(advance: () => Promise<Result>) => Promise<Result>
  /** Calls `wake` when the clock has advanced by `delay` milliseconds. @returns a function that cancels the wake-up */
  readonly wakeAfter: (delay: number, wake: () => void) => () => void
  /** Called when code begins to sleep on the clock, or when a client that may sleep is connected. */
  readonly expectSleepers?: () => void
  /** Forgets all timers and sleepers, because the bank now has another history. */
  readonly forget: () => void
  /** For a clock that moves on its own: resolves when it has moved. `settled()` awaits it while pushes are open, `advanceAsync()` never. */
  readonly timePasses?: (() => Promise<void>) | undefined
  /** Chooses the waiting push that goes next. Without this function, the first push goes. */
  readonly choose?: ChoosePush | undefined
}

/** Resolves when the clock has advanced by `delay` milliseconds. Rejects with the reason of the signal as soon as the signal is aborted. */
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

/** The usual driver: the clock moves only when the test moves it, and sleepers then wake in the order of their instants. */
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

  /** Before time goes on, lets code that is about to sleep begin its sleep. */
  readonly during: TimeDriver['during'] = async (advance) => {
    if (this.#isWatchful) await quiet(() => this.shell.state)
    return advance()
  }

  /** Before time goes on, lets sleepers that woke finish their work. */
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
