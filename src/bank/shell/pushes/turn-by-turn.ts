/**
 * The usual pace of a bank: its clock moves only when told to, turns of the event loop are counted where a handler is waited for, and
 * whoever sleeps on the clock is woken when it has come to his instant, in the order of the instants.
 */
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
  /** In the order in which they wake. */
  #sleepers: readonly Sleeper[] = []
  #isWatchful = false

  constructor(private readonly bank: Watched) {}

  readonly endsWithin = endsWithin
  readonly nextAt = (): Instant | undefined => this.#sleepers[0]?.at
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

  readonly wakeAfter: Pace['wakeAfter'] = (delay, wake) => {
    const sleeper = { at: this.bank.now() + delay, wake }
    const later = this.#sleepers.findIndex(({ at }) => at > sleeper.at)
    const index = later < 0 ? this.#sleepers.length : later
    this.#sleepers = this.#sleepers.toSpliced(index, 0, sleeper)
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
    }
  }

  readonly forget = (): void => {
    this.#sleepers = []
  }

  #wakeDue(): boolean {
    const now = this.bank.now()
    const due = this.#sleepers.filter(({ at }) => at <= now)
    this.#sleepers = this.#sleepers.filter(({ at }) => at > now)
    for (const { wake } of due) wake()
    return due.length > 0
  }
}
