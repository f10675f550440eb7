/**
 * A followed clock: the time of the code that follows the clock of one bank. Its timers fire as that clock passes them, among what is
 * due at the bank, and what each of them sets off is done before time goes on. Where the code waits for one of them and nothing else
 * can happen, the clock goes there by itself.
 */
import type { Bank } from '../bank/bank.ts'
import { type BankInternals, internalsOf } from '../bank/http/bank-internals.ts'
import type { TimeDriver } from '../bank/shell/pushes/time-driver.ts'
import { UsageError } from '../core/errors.ts'
import { formatInstant, type Instant } from '../core/kernel/time/instant.ts'
import { Activity, turn } from './activity.ts'
import type { OwnTime } from './take-over.ts'
import { type SetReal, snapshot, Timers } from './timers.ts'

/**
 * Turns of the event loop without activity after which nothing more happens: a request through MSW goes through some in which nothing is
 * seen of it.
 */
const QUIET = 50

/** Steps that the clock goes by itself between two that a test tells it to. */
const MOST_STEPS = 20_000

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

export class FollowedClock implements TimeDriver, OwnTime {
  readonly activity: Activity
  readonly timers: Timers
  readonly timePasses?: () => Promise<void>
  readonly #internals: BankInternals
  readonly #real: RealTime
  readonly #manner: Manner
  readonly #inContext = snapshot()
  #began: Instant
  #advances = 0
  #steps = 0
  #isGoing = false
  /** Whether the next advance is one by itself. */
  #isStepping = false
  #isOver = false
  #waiters: (() => void)[] = []
  /** What timers threw while the test advanced the clock. */
  #thrown: unknown[] = []

  constructor(
    readonly bank: Bank,
    manner: Manner,
    real: RealTime,
  ) {
    this.#internals = internalsOf(bank)
    this.#manner = manner
    this.#real = real
    this.#began = this.now()
    this.activity = new Activity({
      quietTurns: QUIET,
      state: () => this.#internals.state,
      isBusy: real.isBusy,
      rest: () => new Promise((resolve) => void real.set(resolve, 1)),
    })
    this.timers = new Timers(
      () => this.now(),
      () => {
        this.activity.note()
        this.#goOn()
      },
    )
    if (manner.isByItself) {
      this.timePasses = () =>
        new Promise((resolve) => {
          this.#waiters.push(resolve)
          this.#goOn()
        })
    }
    this.#internals.driveTimeBy(this)
  }

  now(): Instant {
    return this.#internals.state.world.now
  }

  readonly began = (): Instant => this.#began
  readonly nextAt = (): Instant | undefined => this.timers.nextAt
  readonly wakeAfter: TimeDriver['wakeAfter'] = (delay, wake) => this.timers.later(wake, delay)
  readonly moved = (): void => this.#goOn()

  readonly endsWithin: TimeDriver['endsWithin'] = async (promise) => {
    let isEnded = false
    const mark = () => {
      isEnded = true
    }
    promise.then(mark, mark)
    await this.#quiet(() => isEnded)
    return { isEnded, spent: 0 }
  }

  readonly arrived = async (): Promise<void> => {
    await this.#quiet(() => false)
    this.#wakeWaiters()
  }

  readonly during: TimeDriver['during'] = async (advance) => {
    // Where the test says how far, it does not go on for ever.
    if (!this.#isStepping) this.#steps = 0
    this.#isStepping = false
    this.#advances++
    try {
      // What is under way at this instant is done before time goes on.
      await this.#quiet(() => false)
      const result = await advance()
      if (this.#thrown.length > 0) throw this.#thrown[0]
      return result
    } finally {
      this.#thrown = []
      this.#advances--
      this.#goOn()
    }
  }

  readonly forget = (): void => {
    this.timers.reset()
    this.#began = Math.min(this.#began, this.now())
    this.#wakeWaiters()
  }

  /** Nothing follows any more; says what was wrong with it. */
  giveBack(): void {
    this.#isOver = true
    this.timers.retire(this.#real)
    this.#internals.driveTimeBy(undefined)
    this.#wakeWaiters()
    if (this.#steps < MOST_STEPS) return
    const { now, settings } = this.#internals.state.world
    throw new UsageError(
      `Failed to go on with what waits for time: the clock has gone by itself ${MOST_STEPS} steps, to ${formatInstant(now, settings.timeZone)}, and nothing the test did followed. What it waits for does not come by a timer; or move the clock yourself: advance: 'manual'. (§3)`,
    )
  }

  #wakeWaiters(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const resolve of waiters) resolve()
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
          if (this.#hasMore()) await this.#fireDue()
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

  /** Whether there is anything to go to by itself, and nobody else is going there. */
  #hasMore(): boolean {
    if (this.#isOver || this.#advances > 0) return false
    return this.#isDue || this.#next() !== undefined
  }

  /** The next instant to go to by itself; where a push is waited for, what is due at the bank is one too. */
  #next(): Instant | undefined {
    const { isByItself, longest } = this.#manner
    if (!isByItself || this.#steps >= MOST_STEPS) return undefined
    const own = this.timers.nextOfAtLeast(0, longest)
    if (this.#waiters.length === 0) return own
    // A step of nothing sets the time by which a push must be answered.
    const { schedule, now } = this.#internals.state.world
    return Math.min(schedule.first()?.at ?? now + 1, own ?? Number.POSITIVE_INFINITY)
  }

  /** Lets everything happen that can at this instant, timers that are due included. */
  async #quiet(isOver: () => boolean): Promise<void> {
    do {
      await this.#fireDue()
      await this.activity.quiet(isOver, Number.POSITIVE_INFINITY)
    } while (!isOver() && this.#isDue)
  }

  /** Fires what is due, one after the other, as an event loop does. */
  async #fireDue(): Promise<void> {
    while (this.#fireFirst()) await turn()
  }

  get #isDue(): boolean {
    const { nextAt } = this.timers
    return nextAt !== undefined && nextAt <= this.now()
  }

  #fireFirst(): boolean {
    try {
      return this.timers.fireFirst()
    } catch (error) {
      if (this.#advances > 0) this.#thrown.push(error)
      else this.#throwLater(error)
      return true
    }
  }

  /** Throws where nobody catches it, as a timer of the process would. */
  #throwLater(error: unknown): void {
    this.#real.set(() => {
      throw error
    }, 0)
  }
}
