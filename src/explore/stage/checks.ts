/**
 * The checks of a scenario: those of `eventually`, which must hold at the end of the run, and those of `within`. Each of these must hold
 * when a set time has passed since the scenario ended, every payment was final and nothing was out of order. Until this time is over, each
 * timer of the partner fires when it is due, so that the partner can poll.
 */
import { count } from '../../core/kernel/count.ts'
import { type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import type { Course } from './course.ts'
import { asError, RunError } from './errors.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { GoodOrder } from './good-order.ts'
import type { Looks } from './looks.ts'

/** A check that must hold this many milliseconds after everything is in order. */
interface TimedCheck {
  readonly within: number
  readonly check: () => unknown
}

export class Checks {
  readonly #atEnd: (() => unknown)[] = []
  readonly #timed: TimedCheck[] = []
  readonly #asked = new Set<TimedCheck>()
  readonly #failed = new Map<Error, string>()
  /** The instant from which the times of all checks are measured. */
  #inOrderSince: Instant = 0
  #wasInOrder = false

  constructor(
    private readonly given: GivenToParts,
    private readonly parts: { readonly course: Course; readonly looks: Looks; readonly goodOrder: GoodOrder },
  ) {}

  addAtEnd(check: () => unknown): void {
    this.#atEnd.push(check)
  }

  addWithin(within: number, check: () => unknown): void {
    this.#timed.push({ within, check })
  }

  get hasChecksAtEnd(): boolean {
    return this.#atEnd.length > 0
  }

  /** Whether a check has a deadline. */
  get areTimed(): boolean {
    return this.#timed.length > 0
  }

  /** The errors of the checks that failed, each with the check: `within 1`. Two checks may fail with the same message. */
  get failed(): ReadonlyMap<Error, string> {
    return this.#failed
  }

  /** Whether a `within` is running, so that each timer of the partner fires when it is due. */
  get areRunning(): boolean {
    return this.parts.course.isOver && this.#next !== undefined && this.parts.goodOrder.isKept
  }

  async look(): Promise<void> {
    if (!this.areTimed || this.parts.looks.isUnderWay) return
    this.noteOrder()
    const { clock } = this.given
    for (let next = this.#next; next && this.areRunning; next = this.#next) {
      const wait = this.#inOrderSince + next.within - clock.now()
      if (wait > 0) return void clock.wakeAfter(wait, () => {})
      this.#asked.add(next)
      await this.#ask(next)
    }
  }

  /** Records since when all is in order; at the earliest, since the end of the minutes for which a change may last. */
  noteOrder(): void {
    if (!this.areTimed) return
    const { plan, clock } = this.given
    const isInOrder = this.parts.course.isOver && this.parts.goodOrder.isKept
    const since = isInOrder && this.#wasInOrder ? plan.struckUntil : Math.max(plan.struckUntil, clock.now())
    this.#inOrderSince = Math.max(this.#inOrderSince, since)
    this.#wasInOrder = isInOrder
  }

  /** Asks the checks of `eventually`. The bank has healed, so no change strikes while the clock goes on. */
  async askAtEnd(): Promise<void> {
    if (!this.hasChecksAtEnd) return
    let number = 0
    const note = (error: Error) => void this.#failed.set(error, `check ${number}`)
    const { hasEnded } = await this.parts.looks.at(async () => {
      for (const check of this.#atEnd) {
        number++
        await Promise.resolve()
          .then(check)
          .catch((reason: unknown) => note(asError(reason)))
      }
    })
    if (!hasEnded)
      note(new Error('A check of eventually() has not ended. Does it wait for something that never comes?'))
  }

  /** The check of `within` that is due first and was not asked yet. */
  get #next(): TimedCheck | undefined {
    const open = this.#timed.filter((each) => !this.#asked.has(each))
    return open.toSorted((one, other) => one.within - other.within)[0]
  }

  async #ask(timed: TimedCheck): Promise<void> {
    const { hasEnded, failed } = await this.parts.looks.at(timed.check, true)
    if (hasEnded && !failed) return
    const own = failed?.message ?? 'the check has not ended'
    const error = new RunError(
      `The check did not hold ${count(timed.within / MINUTE, 'minute')} after every payment was final and nothing was out of order: ${own}`,
      own,
      { cause: failed },
    )
    this.#failed.set(error, `within ${this.#timed.indexOf(timed) + 1}`)
  }
}
