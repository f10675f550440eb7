/**
 * Waiting on a clock that is moved by hand. Waiters wake in the order of their instants, and time goes on only while no call is under way:
 * two waits of a minute at the same time take one minute, as in real time.
 */

import { quiet } from '../../../bank/shell/pushes/event-loop.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { Sleepers } from '../../../core/kernel/sleepers.ts'
import type { Duration } from '../../../core/kernel/time/duration.ts'
import type { Recorder } from './recorder.ts'

interface Waiter {
  /** In milliseconds that went by since the beginning. */
  readonly at: number
  readonly wake: () => void
  readonly fail: (error: unknown) => void
}

export class Waiting {
  readonly #waiters = new Sleepers<Waiter>()
  #isPassing = false
  /** How many milliseconds went by. */
  passed = 0

  constructor(
    private readonly advance: (duration: Duration) => Promise<unknown>,
    private readonly recorder: Recorder,
  ) {}

  readonly wait = async (duration: Duration): Promise<void> => {
    const at = this.passed + durationFrom(duration, 'wait for')
    await new Promise<void>((wake, fail) => {
      this.#waiters.add({ at, wake, fail })
      if (!this.#isPassing) void this.#pass()
    })
  }

  async #pass(): Promise<void> {
    this.#isPassing = true
    while (this.#waiters.size > 0) {
      await this.#nothingElse()
      const next = this.#waiters.takeFirst() as Waiter
      try {
        await this.advance({ milliseconds: next.at - this.passed })
        this.passed = next.at
        next.wake()
      } catch (error) {
        next.fail(error)
      }
    }
    this.#isPassing = false
  }

  /** Resolves when no call is under way, and no code of the scenario runs. */
  async #nothingElse(): Promise<void> {
    const { recorder } = this
    do {
      await Promise.allSettled(recorder.pending)
      await quiet(() => recorder.steps + this.#waiters.size)
    } while (recorder.pending.size > 0)
  }
}
