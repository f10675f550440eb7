/**
 * The clock of a bank that goes on by itself: where the code that follows it waits for a timer and nothing else can happen, it goes to
 * that timer. With `advance: 'manual'` it goes only where the test moves it.
 */
import type { Bank } from '../bank/bank.ts'
import { type BankInternals, internalsOf } from '../bank/http/bank-internals.ts'
import { UsageError } from '../core/errors.ts'
import { formatInstant, type Instant } from '../core/kernel/time/instant.ts'
import type { World } from '../core/world.ts'
import { Activity, turn } from './activity.ts'
import { FollowedClock, MOST_STEPS } from './followed-clock.ts'
import { type SetReal, snapshot } from './timers.ts'

/** Turns of the event loop without activity after which nothing more happens. MSW takes some in which a request shows no activity. */
const QUIET = 50

export interface RealTime {
  /** Whether anything is under way outside of the event loop. */
  readonly isBusy: () => boolean
  readonly set: SetReal
  readonly clear: (timer: unknown) => void
}

export interface Manner {
  /** Whether the clock goes on by itself. */
  readonly isByItself: boolean
  /** It goes to timers that were set for less than so many milliseconds. */
  readonly longest: number
}

export class SelfAdvancingClock extends FollowedClock {
  readonly activity: Activity
  readonly #internals: BankInternals
  readonly #inContext = snapshot()
  /** Steps that the clock went by itself since the test moved it. */
  #steps = 0
  #isGoing = false
  /** Whether the next advance is one by itself. */
  #isStepping = false
  #isOver = false
  /** What timers threw while the test advanced the clock. */
  #thrown: unknown[] = []

  constructor(
    readonly bank: Bank,
    private readonly manner: Manner,
    private readonly real: RealTime,
  ) {
    super()
    this.#internals = internalsOf(bank)
    this.beganAt = this.now()
    this.activity = new Activity({
      quietTurns: QUIET,
      state: () => this.#internals.shell.state,
      isBusy: real.isBusy,
      rest: () => new Promise((resolve) => void real.set(resolve, 1)),
    })
    if (manner.isByItself) this.timePasses = this.untilTimePasses
    this.#internals.sender.driveTimeBy(this)
  }

  protected get world(): World {
    return this.#internals.shell.state.world
  }

  async arrived(): Promise<void> {
    await this.quiet(() => false)
    this.wakeWaiters()
  }

  override during<Result>(advance: () => Promise<Result>): Promise<Result> {
    // The steps are counted from where the test moves the clock.
    if (!this.#isStepping) this.#steps = 0
    this.#isStepping = false
    return super.during(async () => {
      try {
        // Work of this instant is done before time goes on.
        await this.quiet(() => false)
        const result = await advance()
        if (this.#thrown.length > 0) throw this.#thrown[0]
        return result
      } finally {
        this.#thrown = []
      }
    })
  }

  forget(): void {
    this.timers.reset()
    this.beganAt = Math.min(this.beganAt, this.now())
    this.wakeWaiters()
  }

  /** Nothing follows any more; says what was wrong with it. */
  giveBack(): void {
    this.#isOver = true
    this.timers.retire(this.real)
    this.#internals.sender.driveTimeBy(undefined)
    this.wakeWaiters()
    if (this.#steps < MOST_STEPS) return
    const { now, settings } = this.world
    throw new UsageError(
      `Failed to go on with what waits for time: the clock has gone by itself ${MOST_STEPS} steps, to ${formatInstant(now, settings.timeZone)}, and nothing the test did followed. What it waits for does not come by a timer; or move the clock yourself: advance: 'manual'. (§3)`,
    )
  }

  protected timersChanged(): void {
    this.activity.note()
    this.#goOn()
  }

  protected whenIdle(): boolean {
    return false
  }

  /** Goes on by itself, where it is not going yet and there is anything to go to. */
  #goOn(): void {
    if (this.#isGoing || !this.#hasMore()) return
    this.#isGoing = true
    this.#inContext(
      () =>
        void this.#go().catch((error: unknown) => {
          this.#throwLater(error)
          this.#goOn()
        }),
    )
  }

  async #go(): Promise<void> {
    try {
      while (this.#hasMore()) {
        if (this.#isDue) {
          await turn()
          if (this.#hasMore()) await this.fireDue()
          continue
        }
        await this.activity.quiet(() => this.#isDue || !this.#hasMore(), Number.POSITIVE_INFINITY)
        if (this.#isDue || !this.#hasMore()) continue
        const next = this.#next()
        if (next === undefined) continue
        this.#steps++
        this.#isStepping = true
        await this.bank.clock.advanceAsync({ milliseconds: Math.max(0, next - this.now()) })
      }
    } finally {
      this.#isGoing = false
    }
  }

  /** Whether there is anything to go to by itself, and no advance is going there. */
  #hasMore(): boolean {
    if (this.#isOver || this.advances > 0) return false
    return this.#isDue || this.#next() !== undefined
  }

  /** The next instant to go to by itself. */
  #next(): Instant | undefined {
    if (!this.manner.isByItself || this.#steps >= MOST_STEPS) return undefined
    // A step of nothing sets the time by which a push must be answered.
    return this.nextStep(this.manner.longest, this.now() + 1)
  }

  protected async quiet(isOver: () => boolean): Promise<void> {
    do {
      await this.fireDue()
      await this.activity.quiet(isOver, Number.POSITIVE_INFINITY)
    } while (!isOver() && this.#isDue)
  }

  get #isDue(): boolean {
    const { nextAt } = this.timers
    return nextAt !== undefined && nextAt <= this.now()
  }

  protected threw(error: unknown): void {
    if (this.advances > 0) this.#thrown.push(error)
    else this.#throwLater(error)
  }

  /** Throws outside of all calls, as a timer of the process would. */
  #throwLater(error: unknown): void {
    this.real.set(() => {
      throw error
    }, 0)
  }
}
