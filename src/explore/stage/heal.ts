/** Healing after the scenario: faults end, held payments are approved, dropped pushes are sent, and time passes until nothing happens. */
import { durationFrom } from '../../bank/shell/state/options.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import { MOST_STEPS } from '../../time/timer-clock.ts'
import type { Checks } from './checks.ts'
import type { Course } from './course.ts'
import type { Desk } from './desk.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { GoodOrder } from './good-order.ts'
import type { Outages } from './outages.ts'

/** The bank heals at most this often. It heals again if a change strikes while it heals. */
const MOST_HEALINGS = 5

/** The longest sleep of a process with timers. With seven hours it wakes at changing times of day, which some jobs need. */
const WAKES = 7 * HOUR

/** The most rounds in which timers fire after the bank has nothing more to do. */
const LAST_ROUNDS = 20

/** The least time without anything new after which a run may end. */
const REST = 12 * HOUR

/** While the bank heals, only timers of at least this delay fire when due. `atFirst`: on the first day, and while a payment is open. */
const LONG = { atFirst: HOUR, later: 4 * HOUR }

export class Healing {
  /** The bank's records as the last mending found them. */
  #mended: readonly unknown[] = []
  /** The end of the first day on which the bank heals. */
  #firstDayUntil: Instant = 0
  #isLeaping = false
  #isAtRest = false

  constructor(
    private readonly given: GivenToParts & {
      readonly isCut: (() => boolean) | undefined
      /** Milliseconds without anything new after which the run may end; undefined if it must heal for the whole time. */
      readonly restsAfter: number | undefined
    },
    private readonly parts: {
      readonly course: Course
      readonly desk: Desk
      readonly outages: Outages
      readonly goodOrder: GoodOrder
      readonly checks: Checks
    },
  ) {}

  /** Ends faults, delivers pushes and restarts registrations until nothing is out of order except what the plan loses for good. */
  async heal(): Promise<void> {
    const { plan, options, clock, isCut } = this.given
    const duration = options.heal === undefined ? 4 * DAY : durationFrom(options.heal, 'heal for')
    const spans = [10 * MINUTE, duration]
    let struck = plan.countOfStruck
    this.#firstDayUntil = clock.now() + DAY
    for (let healing = 0; healing < MOST_HEALINGS; healing++) {
      const mended = await this.#mend()
      // After a change that struck meanwhile, the bank gets the whole time to heal again.
      const isStruckAgain = plan.countOfStruck > struck
      struck = plan.countOfStruck
      if (mended === 0 && !isStruckAgain && (healing >= spans.length || this.isAtRest)) return
      if (isCut?.()) return
      await this.#passTo(clock.now() + (isStruckAgain ? duration : (spans[healing] ?? DAY)))
    }
  }

  /** Whether the run need not heal any longer, because nothing more is to be expected of it. It stays so once it was found. */
  get isAtRest(): boolean {
    const { restsAfter } = this.given
    this.#isAtRest ||= restsAfter !== undefined && this.#isQuietFor(Math.max(REST, restsAfter))
    return this.#isAtRest
  }

  /** The least delay of a timer that fires when it is due. */
  get leastDelay(): number {
    if (!this.#isLeaping || this.parts.checks.areRunning) return 0
    const isFirst = this.given.clock.now() < this.#firstDayUntil || this.parts.desk.hasOpenPayment
    return isFirst ? LONG.atFirst : LONG.later
  }

  /**
   * True if nothing more is to be expected of a run. At the bank nothing is due or out of order. The partner has only repeated itself, for
   * longer than any pause in the clean run, and long enough for each of its timers to fire twice. A run that has failed by then might still
   * succeed, so the player plays it again to its end.
   */
  #isQuietFor(duration: number): boolean {
    const { clock, log } = this.given
    const { course, goodOrder, checks } = this.parts
    if (!course.isOver || checks.areRunning || log.quietFor <= duration) return false
    if (log.quietFor <= 2 * Math.max(0, ...clock.timers.delays)) return false
    return (
      clock.world.schedule.first() === undefined && goodOrder.isKept && goodOrder.suspendedRegistrations.length === 0
    )
  }

  /** @returns how many things were out of order */
  async #mend(): Promise<number> {
    const { bank, clock } = this.given
    const { desk, goodOrder, outages } = this.parts
    const { faults, webhooks, wires } = clock.world
    const isDown = outages.areOn
    const { pushMode, deliveries, registrations } = webhooks
    const records = [faults.injected, pushMode, deliveries, registrations, wires.payments]
    // The records are as the last mending found them. So it changed nothing, and nothing is out of order.
    if (!isDown && records.every((each, index) => each === this.#mended[index])) return 0
    this.#mended = records
    if (faults.open.length > 0) bank.faults.clear()
    if (pushMode === 'held') bank.outbox.resume()
    outages.end()
    const approved = desk.approveHeld()
    const dropped = goodOrder.droppedEvents
    for (const id of dropped) await clock.until(bank.outbox.deliver(id))
    const suspended = goodOrder.suspendedRegistrations
    for (const { id, partnerId } of suspended) bank.as(partnerId).webhooks.restart(id)
    return Number(isDown) + approved + dropped.length + suspended.length
  }

  /**
   * Moves the clock to an instant, as if the partner's machine slept most of the time. It wakes when something is due at the bank, and each
   * of its due timers fires once. When the instant has come, all timers fire twice more, and still more while they cause anything new.
   * Timers that are set for hours fire when they are due.
   */
  async #passTo(instant: Instant): Promise<void> {
    const { clock, log, isCut } = this.given
    const { timers } = clock
    for (let leaps = 0; leaps < MOST_STEPS && !isCut?.(); leaps++) {
      const { schedule, now } = clock.world
      // A process with timers also wakes if nothing is due at the bank.
      const own = timers.delays.length > 0 ? now + WAKES : instant
      const next = Math.min(schedule.first()?.at ?? instant, own)
      if (next >= instant) break
      await this.#leap(Math.max(next, now))
      if (this.isAtRest) return
    }
    if (clock.now() < instant) await this.#leap(instant)
    let before = log.news
    for (let rounds = 0, idle = 0; rounds < LAST_ROUNDS && idle < 2 * timers.delays.length; rounds++) {
      const next = timers.nextAt as Instant
      // A timer that causes something new each time must not keep this loop going for ever.
      if (rounds >= 2 * timers.delays.length && next > instant + DAY) return
      await this.#leap(next)
      idle = log.news === before ? idle + 1 : 0
      before = log.news
    }
  }

  /** Goes to an instant. On the way only the partner's timers of hours (`LONG`) fire; while a `within` runs, all of them fire. */
  async #leap(instant: Instant): Promise<void> {
    const { clock } = this.given
    this.parts.checks.noteOrder()
    this.#isLeaping = true
    try {
      await clock.goTo(instant)
    } finally {
      this.#isLeaping = false
    }
    await clock.resumeAll()
  }
}
