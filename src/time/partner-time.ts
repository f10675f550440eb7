/**
 * The partner's time: its timers and dates on the clock of one bank after the other. While its code runs, nothing moves; when nothing
 * more can happen at an instant, the clock goes to what is due next, the partner's or the bank's. So a wait takes no time, and how fast
 * the machine is decides nothing.
 */
import type { Bank } from '../bank/bank.ts'
import { internalsOf } from '../bank/http/bank-internals.ts'
import type { TimeDriver } from '../bank/shell/pushes/time-driver.ts'
import { DAY, HOUR, type Instant } from '../core/kernel/time/instant.ts'
import { nextInOutbox } from '../core/webhooks/push-record.ts'
import { isFinal } from '../core/wires/wire-status.ts'
import { Activity, turn } from './activity.ts'
import { Gates } from './gates.ts'
import { takeOverTime } from './take-over.ts'
import { Timers } from './timers.ts'

/** Steps through time in which what is waited for must come. */
export const MOST_STEPS = 20_000
/** Turns of the event loop after which what neither ends nor waits for time hangs. */
const PATIENCE = 2_000

/** A timer for so long fires in its time however fast time goes by: while a payment is open, and when none is. */
const LONG = { whileOpen: HOUR, otherwise: 4 * HOUR }

/** How often the partner's timers fire at most at the end, when the bank has nothing more to do. */
const LAST_ROUNDS = 20

/** How something ended: `hangs`, it waits for nothing that will come; `endless`, it went on for too many steps. */
export type Ending = 'ended' | 'hangs' | 'endless'

export class PartnerTime implements TimeDriver {
  readonly activity = new Activity()
  readonly gates = new Gates(this.activity.note)
  readonly timers = new Timers(() => this.now(), this.activity.note)
  /** What a timer of the partner threw. */
  uncaught: { readonly error: unknown } | undefined
  /** What a promise was rejected with that nobody handles. */
  unhandled: { readonly error: unknown } | undefined
  /** What stands for all that the partner's code has done: where it stays the same, its timers have nothing to do. */
  progress: () => number = () => 0
  /** Called at each step of the clock. */
  onStep: () => Promise<void> = async () => {}
  #bank: Bank | undefined
  #began: Instant = 0
  #advances = 0
  #isLeaping = false
  #waiters: (() => void)[] = []

  constructor(private readonly patience = PATIENCE) {}

  /** Takes the process's time over, until what it gives is called. */
  takeOver(): () => void {
    const { timers, activity } = this
    const time = { now: () => this.now(), began: () => this.#began, timers, activity }
    return takeOverTime(() => time)
  }

  /** From here on it is the time of this bank; what waited for that of another is forgotten. */
  follow(bank: Bank): void {
    this.timers.reset()
    this.gates.reset()
    this.#bank = bank
    this.#began = bank.world.now
    this.#advances = 0
    this.#waiters = []
    this.uncaught = undefined
    this.unhandled = undefined
    this.onStep = async () => {}
    internalsOf(bank).driveTimeBy(this)
  }

  now(): Instant {
    return this.#bank?.world.now ?? 0
  }

  readonly nextAt = (): Instant | undefined => this.timers.nextOfAtLeast(this.#isLeaping ? this.#longest() : 0)

  readonly endsWithin: TimeDriver['endsWithin'] = async (promise) => {
    let isEnded = false
    const mark = () => {
      isEnded = true
    }
    promise.then(mark, mark)
    for (;;) {
      await this.#quiet(() => isEnded)
      // What waits to be pushed goes out before whoever was stopped may go on.
      if (isEnded || this.#hasPushes() || !this.gates.openFirst()) return { isEnded, spent: 0 }
    }
  }

  readonly arrived = async (): Promise<void> => {
    while (this.#fireFirst()) await turn()
    await this.onStep()
    const waiters = this.#waiters
    this.#waiters = []
    for (const resolve of waiters) resolve()
  }

  readonly during: TimeDriver['during'] = async (advance) => {
    this.#advances++
    try {
      return await advance()
    } finally {
      this.#advances--
      this.activity.note()
    }
  }

  readonly wakeAfter: TimeDriver['wakeAfter'] = (delay, wake) => this.timers.later(wake, delay)
  /** Whoever waits finds out, as time goes on by itself. */
  readonly moved = (): void => this.activity.note()
  readonly forget = (): void => this.timers.reset()

  readonly timePasses = (): Promise<void> => new Promise((resolve) => this.#waiters.push(resolve))

  /** Calls `act` after so many milliseconds. */
  readonly after = (delay: number, act: () => void): void => void this.timers.later(act, delay)

  /** Resolves after so many milliseconds. */
  readonly pass = (delay: number): Promise<void> => new Promise((resolve) => this.after(delay, resolve))

  /** Calls `act` every so many milliseconds; gives what ends it. */
  readonly each = (delay: number, act: () => void): (() => void) => {
    const timer = this.timers.every(act, delay)
    return () => this.timers.clear(timer)
  }

  /** Lets time pass until a promise has settled. */
  async until(promise: Promise<unknown>): Promise<Ending> {
    let isEnded = false
    const mark = () => {
      isEnded = true
    }
    promise.then(mark, mark)
    let idle = 0
    for (let steps = 0; steps < MOST_STEPS; ) {
      await this.#quiet(() => isEnded)
      if (isEnded) return 'ended'
      // An advance that the scenario awaits looks for what is due by itself.
      if (this.#advances > 0) {
        await turn()
        if (idle++ > this.patience) return 'hangs'
        continue
      }
      if (this.gates.isClosed) {
        if (this.#hasPushes()) await internalsOf(this.bank).deliverDue()
        this.gates.openFirst()
        continue
      }
      const next = this.#nextStep()
      if (next === undefined) {
        if (idle++ > this.patience) return 'hangs'
        await turn()
        continue
      }
      idle = 0
      steps++
      await this.goTo(next)
    }
    return 'endless'
  }

  /** Goes to an instant, through everything that is due before it. */
  async goTo(instant: Instant): Promise<void> {
    await this.bank.clock.advanceAsync({ milliseconds: Math.max(0, instant - this.now()) })
    await this.arrived()
    await this.#openGates()
  }

  /**
   * Goes to an instant as a machine does that sleeps most of the time: wherever something is due at the bank the partner's timers that
   * are due fire, each once, those for hours in their own time; and then twice more, or as long as they do anything.
   */
  async leapTo(instant: Instant): Promise<void> {
    for (let leaps = 0; leaps < MOST_STEPS; leaps++) {
      const { schedule, now } = this.bank.world
      // Whoever has timers wakes once a day, whatever the bank does.
      const own = this.timers.size > 0 ? now + DAY : instant
      const next = Math.min(schedule.first()?.at ?? instant, own)
      if (next >= instant) break
      await this.#leap(Math.max(next, now))
    }
    if (this.now() < instant) await this.#leap(instant)
    let before = this.progress()
    for (let rounds = 0, idle = 0; rounds < LAST_ROUNDS && idle < 2 * this.timers.size; rounds++) {
      const next = this.timers.nextAt as Instant
      // What does something each time has had its time.
      if (rounds >= 2 * this.timers.size && next > instant + DAY) return
      await this.goTo(next)
      const after = this.progress()
      idle = after === before ? idle + 1 : 0
      before = after
    }
  }

  async #leap(instant: Instant): Promise<void> {
    this.#isLeaping = true
    try {
      await this.bank.clock.advanceAsync({ milliseconds: instant - this.now() })
    } finally {
      this.#isLeaping = false
    }
    await this.arrived()
    await this.#openGates()
  }

  /** Lets everything that was stopped go on, once nothing else is left to do. */
  async #openGates(): Promise<void> {
    do {
      await this.#quiet(() => false)
      if (this.gates.isClosed && this.#hasPushes()) await internalsOf(this.bank).deliverDue()
    } while (this.gates.openFirst())
  }

  private get bank(): Bank {
    if (this.#bank === undefined) throw new Error('Failed to tell the time: no bank is followed yet.')
    return this.#bank
  }

  /** The next instant at which something waited for can come: a timer; or where a push is waited for, what is due at the bank. */
  #nextStep(): Instant | undefined {
    const own = this.timers.nextAt
    if (this.#waiters.length === 0) return own
    const bank = this.bank.world.schedule.first()?.at
    return own === undefined || (bank !== undefined && bank < own) ? bank : own
  }

  #longest(): number {
    const isOpen = [...this.bank.world.wires.payments].some(({ status }) => !isFinal(status))
    return isOpen ? LONG.whileOpen : LONG.otherwise
  }

  #hasPushes(): boolean {
    return nextInOutbox(this.bank.world, 1).length > 0
  }

  async #quiet(isOver: () => boolean): Promise<void> {
    do await this.activity.quiet(isOver, this.patience)
    while (!isOver() && this.#fireFirst())
  }

  #fireFirst(): boolean {
    try {
      return this.timers.fireFirst()
    } catch (error) {
      this.uncaught ??= { error }
      return true
    }
  }
}
