/**
 * A timer clock that moves by itself: when the code that follows it waits for a timer and nothing else can happen, the clock goes to that timer.
 * With `advance: 'manual'` only the test moves the clock.
 */
import type { Bank } from '../bank/bank.ts'
import { UsageError } from '../core/errors.ts'
import { formatInstant } from '../core/kernel/time/instant.ts'
import { type Manner, MOST_STEPS, TimerClock } from './timer-clock.ts'
import { setReal, snapshot } from './timers.ts'

/** Many turns of the event loop, because a request in MSW shows no activity for some turns. */
const QUIET = 50

export class SelfAdvancingClock extends TimerClock {
  readonly #inContext = snapshot()
  #isGoing = false
  /** Errors that timers threw while a call advanced the clock. The call throws the first of them. */
  #thrown: unknown[] = []

  constructor(bank: Bank, manner: Omit<Manner, 'quietTurns' | 'maxTurns'>) {
    super(bank, { ...manner, quietTurns: QUIET })
  }

  override during<Result>(advance: () => Promise<Result>): Promise<Result> {
    this.steps = 0
    return super.during(advance)
  }

  /** @throws {UsageError} if the clock moved by itself too often */
  giveBack(): void {
    this.timers.retire(true)
    this.end()
    if (this.steps < MOST_STEPS) return
    const { now, settings } = this.world
    throw new UsageError(
      `Failed to follow the clock of a bank: it moved ${MOST_STEPS} times by itself, up to ${formatInstant(now, settings.timeZone)}, and the test still waits. If the test waits for something that comes by no timer, change the test; otherwise move the clock yourself: advance: 'manual'.`,
    )
  }

  protected override async advancing<Result>(advance: () => Promise<Result>): Promise<Result> {
    try {
      const result = await super.advancing(advance)
      if (this.#thrown.length > 0) throw this.#thrown[0]
      return result
    } finally {
      this.#thrown = []
    }
  }

  override moved(): void {
    super.moved()
    this.#start()
  }

  #start(): void {
    if (this.#isGoing || this.#isDone()) return
    this.#isGoing = true
    this.#inContext(async () => {
      try {
        await this.runUntil(this.#isDone)
      } catch (error) {
        this.#throwLater(error)
      }
      this.#isGoing = false
      // A timer may have been set meanwhile.
      this.#start()
    })
  }

  /** True if the clock need not move by itself: there is no instant to go to, or an advance moves the clock. */
  readonly #isDone = (): boolean => {
    if (this.isEnded || this.advances > 0) return true
    return !this.isDue && (this.steps >= MOST_STEPS || this.next() === undefined)
  }

  protected override threw(error: unknown): void {
    if (this.advances > 0) this.#thrown.push(error)
    else this.#throwLater(error)
  }

  /** Throws an error from a timer of the process, outside of all calls of the test. */
  #throwLater(error: unknown): void {
    setReal(() => {
      throw error
    }, 0)
  }
}
