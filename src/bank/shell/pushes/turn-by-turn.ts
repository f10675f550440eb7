/**
 * The usual pace of a bank: its clock moves only when told to, turns of the event loop are counted where a handler is waited for, and
 * whoever sleeps on the clock is woken when it has come to his instant, in the order of the instants.
 */
import { Sleepers } from '../../../core/kernel/sleepers.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { endsWithin, quiet } from './event-loop.ts'
import type { Pace } from './pace.ts'

interface Sleeper {
  readonly at: Instant
  readonly wake: () => void
}

/** What is looked at of a bank: its time, and a value that is another one as soon as anything was done. */
export interface Watched {
  readonly now: () => Instant
  readonly state: () => unknown
}

export class TurnByTurn implements Pace {
  readonly #sleepers = new Sleepers<Sleeper>()
  #isWatchful = false

  constructor(private readonly bank: Watched) {}

  readonly endsWithin = endsWithin
  readonly nextAt = (): Instant | undefined => this.#sleepers.first?.at
  readonly moved = (): void => void this.#wakeDue()

  readonly expectSleepers = (): void => {
    this.#isWatchful = true
  }

  /** Where somebody may be about to sleep, what he does before that is done before time goes on. */
  readonly during: Pace['during'] = async (advance) => {
    if (this.#isWatchful) await quiet(this.bank.state)
    return advance()
  }

  /** What those do who are woken is done before time goes on. */
  readonly arrived = async (): Promise<void> => {
    while (this.#wakeDue()) await quiet(this.bank.state)
  }

  readonly wakeAfter: Pace['wakeAfter'] = (delay, wake) => this.#sleepers.add({ at: this.bank.now() + delay, wake })
  readonly forget = (): void => this.#sleepers.clear()

  #wakeDue(): boolean {
    const due = this.#sleepers.takeDue(this.bank.now())
    for (const { wake } of due) wake()
    return due.length > 0
  }
}
