/**
 * A followed clock: the time of code that follows the clock of a bank. Its timers fire as that clock passes them, among the events that are
 * due at the bank, and the work of each timer is done before time goes on. When and how far the clock goes is left to the two kinds of it:
 * one goes on by itself (`self-advancing-clock.ts`), the other is driven by a run of `explore`.
 */
import type { TimeDriver } from '../bank/shell/pushes/time-driver.ts'
import type { Instant } from '../core/kernel/time/instant.ts'
import type { World } from '../core/world.ts'
import { type Activity, turn } from './activity.ts'
import type { OwnTime } from './take-over.ts'
import { Timers } from './timers.ts'

/** After so many steps through time an event that is waited for does not come any more. */
export const MOST_STEPS = 20_000

export abstract class FollowedClock implements TimeDriver, OwnTime {
  readonly timers = new Timers(
    () => this.now(),
    () => this.timersChanged(),
  )
  abstract readonly activity: Activity
  /** The records of the bank, as they are now. */
  protected abstract readonly world: World
  protected beganAt: Instant = 0
  /** How many advances are under way, one within the other. */
  protected advances = 0
  /** Calls that wait for a push: an event that is due at the bank may end it. */
  protected waiters: (() => void)[] = []

  now(): Instant {
    return this.world.now
  }

  readonly began = (): Instant => this.beganAt

  nextAt(): Instant | undefined {
    return this.timers.nextAt
  }

  async endsWithin(promise: Promise<unknown>): Promise<{ isEnded: boolean; spent: number }> {
    const hasEnded = endOf(promise)
    do await this.quiet(hasEnded)
    while (!hasEnded() && this.whenIdle())
    return { isEnded: hasEnded(), spent: 0 }
  }

  async during<Result>(advance: () => Promise<Result>): Promise<Result> {
    this.advances++
    try {
      return await advance()
    } finally {
      this.advances--
      this.timersChanged()
    }
  }

  wakeAfter(delay: number, wake: () => void): () => void {
    return this.timers.later(wake, delay)
  }

  moved(): void {
    this.timersChanged()
  }

  timePasses?: () => Promise<void>

  /** The `timePasses` of a clock that goes on by itself. */
  protected readonly untilTimePasses = (): Promise<void> =>
    new Promise((resolve) => {
      this.waiters.push(resolve)
      this.timersChanged()
    })

  abstract arrived(): Promise<void>
  abstract forget(): void
  /** A timer was set or has fired, or the clock has moved. */
  protected abstract timersChanged(): void
  /** Nothing more can happen at this instant: whether something was let go on that waited for just that. */
  protected abstract whenIdle(): boolean
  /** Lets everything happen that can at this instant, timers that are due included. */
  protected abstract quiet(isOver: () => boolean): Promise<void>
  /** A timer of the code has thrown. */
  protected abstract threw(error: unknown): void

  protected wakeWaiters(): void {
    const waiters = this.waiters
    this.waiters = []
    for (const resolve of waiters) resolve()
  }

  /** The next instant to go to: that of a timer set for less than `longest`; where a push is waited for, that of an event at the bank too. */
  protected nextStep(longest?: number, whereNothingIsDue?: Instant): Instant | undefined {
    const own = this.timers.nextOfAtLeast(0, longest)
    if (this.waiters.length === 0) return own
    const due = this.world.schedule.first()?.at ?? whereNothingIsDue
    return own === undefined || (due !== undefined && due < own) ? due : own
  }

  /** Fires the timers that are due, one after the other, as an event loop does. */
  protected async fireDue(): Promise<void> {
    while (this.fireFirst()) await turn()
  }

  protected fireFirst(): boolean {
    try {
      return this.timers.fireFirst()
    } catch (error) {
      this.threw(error)
      return true
    }
  }
}

/** Whether a promise has settled. */
export function endOf(promise: Promise<unknown>): () => boolean {
  let isEnded = false
  const mark = () => {
    isEnded = true
  }
  promise.then(mark, mark)
  return () => isEnded
}
