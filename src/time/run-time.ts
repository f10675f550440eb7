/**
 * The time of a run: the partner's timers and dates on the clock of one bank after the other. While its code runs, nothing moves; when
 * nothing more can happen at an instant, the clock goes to the next event, a timer of the partner's or an event of the bank. So a wait takes no time, and
 * the speed of the machine changes nothing.
 */
import type { Bank } from '../bank/bank.ts'
import { type BankInternals, internalsOf } from '../bank/http/bank-internals.ts'
import { DAY, HOUR, type Instant } from '../core/kernel/time/instant.ts'
import { nextInOutbox } from '../core/webhooks/push-record.ts'
import { isFinal } from '../core/wires/wire-status.ts'
import type { World } from '../core/world.ts'
import { Activity, turn } from './activity.ts'
import { endOf, FollowedClock, MOST_STEPS } from './followed-clock.ts'
import { PausedCalls } from './paused-calls.ts'
import { takeOverTime } from './take-over.ts'

/** Turns of the event loop without progress after which code that waits for no timer hangs. */
const MOST_TURNS = 2_000

/** While the bank heals, a timer set for longer than this fires in its own time: while a payment is open, and when none is. */
const LONG = { whileOpen: HOUR, whenNoneIs: 4 * HOUR }

/** How often the partner's timers fire at most at the end, when the bank has nothing more to do. */
const LAST_ROUNDS = 20

/** How something ended: `hangs`, it waits for nothing that will come; `endless`, it went on for too many steps. */
export type Ending = 'ended' | 'hangs' | 'endless'

const NEVER = () => false

export class RunTime extends FollowedClock {
  readonly activity = new Activity()
  readonly pausedCalls = new PausedCalls(this.activity.note)
  override readonly timePasses = this.untilTimePasses
  /** The records of the bank, as they are now: the stage keeps them present. */
  declare world: World
  /** The error that a timer of the partner threw. */
  uncaught: { readonly error: unknown } | undefined
  /** The reason of a rejection that no code handles. */
  unhandled: { readonly error: unknown } | undefined
  /** Counts what the partner's code has done: where it stays the same, its timers have nothing to do. */
  progress: () => number = () => 0
  /** Called at each step of the clock. */
  onStep: () => Promise<void> = async () => {}
  // There from the first run on.
  declare private bank: Bank
  declare private internals: BankInternals
  #isLeaping = false

  constructor(private readonly maxTurns = MOST_TURNS) {
    super()
  }

  /** Takes the process's time over, until the function that it gives is called. */
  takeOver(): () => void {
    return takeOverTime(() => this)
  }

  /** From here on it is the time of this bank; what waited for that of another is forgotten. */
  follow(bank: Bank): void {
    this.bank = bank
    this.internals = internalsOf(bank)
    this.world = this.internals.shell.state.world
    this.timers.reset()
    this.pausedCalls.reset()
    this.beganAt = this.world.now
    this.advances = 0
    this.waiters = []
    this.uncaught = undefined
    this.unhandled = undefined
    this.onStep = async () => {}
    this.internals.sender.driveTimeBy(this)
  }

  override now(): Instant {
    return (this.world as World | undefined)?.now ?? 0
  }

  override nextAt(): Instant | undefined {
    return this.timers.nextOfAtLeast(this.#isLeaping ? this.#longest() : 0)
  }

  async arrived(): Promise<void> {
    await this.fireDue()
    await this.onStep()
    this.wakeWaiters()
  }

  forget(): void {
    this.world = this.internals.shell.state.world
    this.timers.reset()
  }

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
    const hasEnded = endOf(promise)
    for (let steps = 0, idle = 0; steps < MOST_STEPS; ) {
      await this.quiet(hasEnded)
      if (hasEnded()) return 'ended'
      // An advance that the scenario awaits finds the next event by itself.
      if (this.advances === 0 && (await this.#resumeFirst())) continue
      const next = this.advances > 0 ? undefined : this.nextStep()
      if (next === undefined) {
        if (idle++ > this.maxTurns) return 'hangs'
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
    await this.#resumeAll()
  }

  /**
   * Goes to an instant as a machine does that sleeps most of the time: wherever something is due at the bank the partner's timers that
   * are due fire, each once, those for hours in their own time; and then twice more, or as long as they do anything.
   */
  async leapTo(instant: Instant): Promise<void> {
    for (let leaps = 0; leaps < MOST_STEPS; leaps++) {
      const { schedule, now } = this.world
      // A process with timers wakes once a day, whatever the bank does.
      const own = this.timers.size > 0 ? now + DAY : instant
      const next = Math.min(schedule.first()?.at ?? instant, own)
      if (next >= instant) break
      await this.#leap(Math.max(next, now))
    }
    if (this.now() < instant) await this.#leap(instant)
    let before = this.progress()
    for (let rounds = 0, idle = 0; rounds < LAST_ROUNDS && idle < 2 * this.timers.size; rounds++) {
      const next = this.timers.nextAt as Instant
      // A timer that does something each time has had its time.
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
    await this.#resumeAll()
  }

  /** Lets every paused call go on, once nothing else is left to do. */
  async #resumeAll(): Promise<void> {
    do await this.quiet(NEVER)
    while (await this.#resumeFirst())
  }

  /** Lets the first paused call go on, after the pushes that wait; whether there was one. */
  async #resumeFirst(): Promise<boolean> {
    if (this.pausedCalls.size > 0 && this.#hasPushes()) await this.internals.sender.settleDue()
    return this.pausedCalls.resumeFirst()
  }

  #longest(): number {
    const isOpen = [...this.world.wires.payments].some(({ status }) => !isFinal(status))
    return isOpen ? LONG.whileOpen : LONG.whenNoneIs
  }

  #hasPushes(): boolean {
    return nextInOutbox(this.world, 1).length > 0
  }

  protected timersChanged(): void {
    this.activity.note()
  }

  /** Waiting pushes go out before a paused call goes on. */
  protected whenIdle(): boolean {
    return !this.#hasPushes() && this.pausedCalls.resumeFirst()
  }

  protected async quiet(isOver: () => boolean): Promise<void> {
    do await this.activity.quiet(isOver, this.maxTurns)
    while (!isOver() && this.fireFirst())
  }

  protected threw(error: unknown): void {
    this.uncaught ??= { error }
  }
}
