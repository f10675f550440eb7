/**
 * Promises of time: the checks of `within`. Each must hold when a set time has passed since the scenario ended, every payment was final
 * and nothing was out of order. Until this time is over, each timer of the partner fires when it is due, so that the partner can poll.
 */
import { count } from '../../core/kernel/count.ts'
import { type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import { RunError } from './errors.ts'
import { isInOrder } from './heal.ts'
import type { Promised, Stage } from './stage.ts'

export class Promises {
  readonly #asked = new Set<Promised>()
  /** The instant from which the times of all checks are measured. */
  #inOrderSince: Instant = 0
  #wasInOrder = false

  constructor(private readonly stage: Stage) {}

  get areRunning(): boolean {
    return this.stage.isOver && this.#next !== undefined && isInOrder(this.stage)
  }

  /** The open promise that is due first. */
  get #next(): Promised | undefined {
    const open = this.stage.promised.filter((each) => !this.#asked.has(each))
    return open.toSorted((one, other) => one.within - other.within)[0]
  }

  async look(): Promise<void> {
    if (this.stage.promised.length === 0 || this.stage.isLooking) return
    this.note()
    for (let next = this.#next; next && this.areRunning; next = this.#next) {
      const { within } = next
      const wait = this.#inOrderSince + within - this.stage.world.now
      if (wait > 0) return this.stage.after(wait, () => {})
      this.#asked.add(next)
      await this.#ask(next)
    }
  }

  /** Records since when all is in order; at the earliest, since the end of the minutes for which a change may last. */
  note(): void {
    const { promised, world, struckUntil, isOver } = this.stage
    if (promised.length === 0) return
    const inOrder = isOver && isInOrder(this.stage)
    const since = inOrder && this.#wasInOrder ? struckUntil : Math.max(struckUntil, world.now)
    this.#inOrderSince = Math.max(this.#inOrderSince, since)
    this.#wasInOrder = inOrder
  }

  async #ask(promised: Promised): Promise<void> {
    const { hasEnded, failed } = await this.stage.lookAt(promised.check, true)
    if (hasEnded && !failed) return
    const own = failed?.message ?? 'the check has not ended'
    const error = new RunError(
      `The check did not hold ${count(promised.within / MINUTE, 'minute')} after every payment was final and nothing was out of order: ${own}`,
      own,
      { cause: failed },
    )
    this.stage.failedChecks.set(error, `within ${this.stage.promised.indexOf(promised) + 1}`)
  }
}
