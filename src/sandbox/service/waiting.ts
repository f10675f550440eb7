/**
 * Lets several questions wait at the same time on a clock that moves only when it is told to, and only while no call is under way. The
 * question whose wait ends first goes on first. So two waits of a minute at the same time take one minute, as in real time.
 */
import { quiet } from '../../bank/shell/pushes/event-loop.ts'
import { Sleepers } from '../../core/kernel/sleepers.ts'

export class Activity {
  /** The calls under way. */
  readonly pending = new Set<Promise<unknown>>()
  /** Grows whenever a call is sent or answered. */
  steps = 0

  async during<Result>(call: Promise<Result>): Promise<Result> {
    this.pending.add(call)
    this.steps++
    try {
      return await call
    } finally {
      this.pending.delete(call)
      this.steps++
    }
  }
}

interface Sleeper {
  /** The instant to wake at, in milliseconds since the start. */
  readonly at: number
  readonly wake: () => void
  readonly fail: (error: unknown) => void
}

export class Waiting {
  readonly #sleepers = new Sleepers<Sleeper>()
  #isPassing = false
  /** Milliseconds by which the clock was moved since the start. */
  passed = 0

  constructor(
    private readonly advance: (milliseconds: number) => Promise<unknown>,
    private readonly activity: Activity,
  ) {}

  async wait(milliseconds: number): Promise<void> {
    const at = this.passed + milliseconds
    await new Promise<void>((wake, fail) => {
      this.#sleepers.add({ at, wake, fail })
      if (!this.#isPassing) void this.#pass()
    })
  }

  async #pass(): Promise<void> {
    this.#isPassing = true
    while (this.#sleepers.size > 0) {
      await this.#nothingElse()
      const next = this.#sleepers.takeFirst() as Sleeper
      const milliseconds = Math.max(next.at - this.passed, 0)
      this.passed += milliseconds
      await this.advance(milliseconds).then(next.wake, next.fail)
    }
    this.#isPassing = false
  }

  /** Resolves when no call is under way, and no other code runs. */
  async #nothingElse(): Promise<void> {
    const { activity } = this
    do {
      await Promise.allSettled(activity.pending)
      await quiet(() => activity.steps + this.#sleepers.size)
    } while (activity.pending.size > 0)
  }
}
