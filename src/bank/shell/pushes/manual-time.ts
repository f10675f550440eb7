/**
 * The usual time of a bank: its clock moves only when it is told to, turns of the event loop are counted while a handler runs, and
 * sleepers wake when the clock has come to their instants, in the order of these.
 */
import { Sleepers } from '../../../core/kernel/sleepers.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { endsWithin, quiet } from './event-loop.ts'
import type { TimeDriver } from './time-driver.ts'

interface Sleeper {
  readonly at: Instant
  readonly wake: () => void
}

/** The time of a bank, and a value that is another one after each operation and request. */
export interface Watched {
  readonly now: () => Instant
  readonly state: () => unknown
}

export class ManualTime implements TimeDriver {
  readonly #sleepers = new Sleepers<Sleeper>()
  #isWatchful = false

  constructor(private readonly bank: Watched) {}

  readonly endsWithin = endsWithin
  readonly nextAt = (): Instant | undefined => this.#sleepers.first?.at
  readonly moved = (): void => void this.#wakeDue()

  readonly expectSleepers = (): void => {
    this.#isWatchful = true
  }

  /** Code that is about to sleep gets there before time goes on. */
  readonly during: TimeDriver['during'] = async (advance) => {
    if (this.#isWatchful) await quiet(this.bank.state)
    return advance()
  }

  /** Sleepers that wake finish what they do before time goes on. */
  readonly arrived = async (): Promise<void> => {
    while (this.#wakeDue()) await quiet(this.bank.state)
  }

  readonly wakeAfter: TimeDriver['wakeAfter'] = (delay, wake) =>
    this.#sleepers.add({ at: this.bank.now() + delay, wake })
  readonly forget = (): void => this.#sleepers.clear()

  #wakeDue(): boolean {
    const due = this.#sleepers.takeDue(this.bank.now())
    for (const { wake } of due) wake()
    return due.length > 0
  }
}
