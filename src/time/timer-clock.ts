/**
 * A timer clock: a bank's clock with the timers of other code. These fire when the clock reaches them, in order with what is due at the
 * bank, and their work is done before time goes on. When nothing else can happen, the clock goes to the next timer: by itself
 * (`self-advancing-clock.ts`), or moved by a run of `explore`.
 */
import type { Bank } from '../bank/bank.ts'
import { type Port, portOf } from '../bank/port.ts'
import { endOf } from '../bank/shell/pushes/event-loop.ts'
import type { ChoosePush } from '../bank/shell/pushes/push-queue.ts'
import type { TimeDriver } from '../bank/shell/pushes/time-driver.ts'
import type { Fact } from '../bank/shell/state/layer.ts'
import { type Instant, SECOND } from '../core/kernel/time/instant.ts'
import { nextInOutbox } from '../core/webhooks/outbox.ts'
import type { World } from '../core/world.ts'
import { Activity, inNextTurn, type Signs, turn } from './activity.ts'
import { Timers } from './timers.ts'

/** If an awaited event has not come after this many moves of the clock, the wait ends. */
export const MOST_STEPS = 20_000

/** How a wait ended. `hangs`: the awaited event will never come; `endless`: the wait took `MOST_STEPS`; `cut`: `isCut` ended the wait. */
export type Ending = 'ended' | 'hangs' | 'endless' | 'cut'

export interface Manner extends Signs {
  readonly isByItself: boolean
  /** The clock goes by itself only to timers with a shorter delay than this, in milliseconds. */
  readonly longest: number
  /** While a call moves the clock, only timers with at least this delay fire when they are due; by default, all of them. */
  readonly least?: () => number
  /** Returns true if a wait must end before the awaited event has come. */
  readonly isCut?: (() => boolean) | undefined
  /** Chooses the waiting push that goes next; by default, the first one. */
  readonly choose?: ChoosePush
  /** Called when all that happens at an instant has happened. */
  readonly look?: () => Promise<void>
  /** Called with what a timer has thrown. */
  readonly threw?: (error: unknown) => void
}

export class TimerClock implements TimeDriver {
  readonly timers = new Timers(this)
  readonly activity: Activity
  readonly timePasses: (() => Promise<void>) | undefined
  readonly choose: ChoosePush | undefined
  protected readonly port: Port
  /** How many advances are under way, one within the other. */
  protected advances = 0
  /** How often the clock has moved by itself since a call of the test last moved it. */
  protected steps = 0
  /** True once the clock is no longer followed: then every wait ends. */
  protected isEnded = false
  readonly #unsubscribe: () => void
  /** The instant from which `performance.now()` counts. Caches take 0 for a time that was never set, so it is not the present. */
  #origin: Instant
  /** Each function resumes a call that waits for a push. When the clock has moved, the call decides whether to wait longer. */
  readonly #waiters: (() => void)[] = []
  /** Each function resumes a call that waits until nothing else can happen at this instant. */
  readonly #paused: (() => void)[] = []

  constructor(
    readonly bank: Bank,
    private readonly manner: Manner,
  ) {
    this.activity = new Activity(manner)
    this.port = portOf(bank)
    this.#origin = this.now() - SECOND
    const passing = () =>
      new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
        this.moved()
      })
    this.timePasses = manner.isByItself ? passing : undefined
    this.choose = manner.choose
    this.#unsubscribe = this.port.subscribe((fact) => this.#learn(fact))
    this.port.time = this
  }

  get origin(): Instant {
    return this.#origin
  }

  get world(): World {
    return this.port.world
  }

  now(): Instant {
    return this.world.now
  }

  nextAt(): Instant | undefined {
    const next = this.timers.nextAt
    const least = next === undefined ? 0 : (this.manner.least?.() ?? 0)
    return least === 0 ? next : this.timers.nextOfAtLeast(least)
  }

  #learn(fact: Fact): void {
    // `performance.now()` never goes back.
    if (fact.what === 'replacement') this.#origin += Math.min(0, this.now() - fact.before.world.now)
    else if (fact.what === 'exchange' || fact.isDone) this.activity.note()
  }

  async endsWithin(promise: Promise<unknown>): Promise<{ isEnded: boolean; spent: number }> {
    const end = endOf(promise)
    do await this.quiet(() => end.hasCome)
    while (!end.hasCome && nextInOutbox(this.world, 1).length === 0 && this.#resumeFirst())
    return { isEnded: end.hasCome, spent: 0 }
  }

  /** Lets time pass until a promise has settled. */
  until(promise: Promise<unknown>): Promise<Ending> {
    const end = endOf(promise)
    this.steps = 0
    return this.runUntil(() => end.hasCome)
  }

  /** Resolves when nothing else can happen at this instant. If several calls wait, they resolve one after the other. */
  readonly pause = (): Promise<void> => new Promise((resolve) => this.#paused.push(resolve))

  during<Result>(advance: () => Promise<Result>): Promise<Result> {
    return this.advancing(async () => {
      // Work of this instant is done before time goes on.
      await this.quiet()
      return await advance()
    })
  }

  async arrived(): Promise<void> {
    await this.quiet()
    await this.look()
    this.#wakeWaiters()
  }

  readonly wakeAfter: TimeDriver['wakeAfter'] = (delay, wake) => this.timers.later(wake, delay)

  /** Called when the clock has moved, or a timer was set or has fired. */
  moved(): void {
    this.activity.note()
  }

  forget(): void {
    this.timers.reset()
    this.#wakeWaiters()
  }

  protected end(): void {
    this.isEnded = true
    this.#unsubscribe()
    this.port.time = undefined
    this.#wakeWaiters()
  }

  protected threw(error: unknown): void {
    this.manner.threw?.(error)
  }

  async look(): Promise<void> {
    await this.manner.look?.()
  }

  protected async advancing<Result>(advance: () => Promise<Result>): Promise<Result> {
    this.advances++
    try {
      return await advance()
    } finally {
      this.advances--
      this.moved()
    }
  }

  /** Moves through time until `isOver`: whenever nothing more can happen at an instant, goes to the next instant. */
  protected async runUntil(isOver: () => boolean): Promise<Ending> {
    for (let idle = 0; ; ) {
      await this.quiet(isOver)
      if (isOver()) return 'ended'
      if (this.manner.isCut?.()) return 'cut'
      // An advance that the code awaits finds the next event by itself.
      const isAdvancing = this.advances > 0
      if (!isAdvancing && (await this.#resume())) continue
      const next = isAdvancing ? undefined : this.next()
      if (next === undefined) {
        if (idle++ > this.activity.maxTurns) return 'hangs'
        await turn()
        continue
      }
      if (this.steps >= MOST_STEPS) return 'endless'
      idle = 0
      this.steps++
      await this.goTo(next)
    }
  }

  /** Goes to an instant. What is due before that instant happens on the way. */
  goTo(instant: Instant): Promise<void> {
    return this.advancing(() => this.port.goTo(instant))
  }

  /** Lets everything happen that can happen at this instant, and resumes every paused call. */
  async resumeAll(): Promise<void> {
    do await this.quiet()
    while (await this.#resume())
  }

  /** Delivers the waiting pushes, then resumes the first paused call; false if no call is paused. */
  async #resume(): Promise<boolean> {
    if (this.#paused.length > 0) await this.port.sendDue()
    return this.#resumeFirst()
  }

  #resumeFirst(): boolean {
    const resume = this.#paused.shift()
    if (resume === undefined) return false
    this.activity.note()
    resume()
    return true
  }

  /** The instant to go to: that of the next timer. If a call waits for a push and an operation of the bank is due earlier: that instant. */
  protected next(): Instant | undefined {
    if (!this.manner.isByItself) return undefined
    const own = this.timers.nextOfAtLeast(0, this.manner.longest)
    if (this.#waiters.length === 0) return own
    // If nothing is due, the clock moves by a millisecond, because the time-out of a push is scheduled only when the clock moves.
    const due = this.world.schedule.first()?.at ?? this.now() + 1
    return own === undefined || due < own ? due : own
  }

  protected get isDue(): boolean {
    return (this.timers.nextAt ?? Number.POSITIVE_INFINITY) <= this.now()
  }

  /** Lets everything happen that can happen at this instant. Timers that are due fire one after the other, as in an event loop. */
  protected async quiet(isAwaited: () => boolean = () => false): Promise<void> {
    const isOver = () => this.isEnded || isAwaited()
    for (;;) {
      await this.#fireDue(isOver)
      await this.activity.quiet(() => this.isDue || isOver() || this.manner.isCut?.() === true)
      if (!this.isDue || isOver()) return
    }
  }

  /** Fires what is due, each timer in a turn, so that ticks come before promises; and all of them before what they leave to `setImmediate`. */
  #fireDue(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const ifDue = (act: () => void) => (this.isDue && !isOver() ? act() : resolve())
      const fire = () =>
        ifDue(() => {
          inNextTurn(fire)
          this.#fireFirst()
        })
      ifDue(() => inNextTurn(fire))
    })
  }

  #fireFirst(): void {
    try {
      this.timers.fireFirst()
    } catch (error) {
      this.threw(error)
    }
  }

  #wakeWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve()
  }
}
