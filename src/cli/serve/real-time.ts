/**
 * Virtual time that follows the wall clock. A bank is brought up to date before it is asked, and when anything in it is due: between
 * these nobody can tell its time, so nothing runs. Whoever moves the clock by hand moves it as far as ever, and it goes on from there.
 */

import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'

/** How time goes. */
export interface Pace {
  /** So many virtual seconds in one of the wall clock. */
  readonly factor: number
  /** Milliseconds of the wall clock. */
  readonly now: () => number
  /** Called when time has gone on in a bank by itself: there may be pushes to send. */
  readonly moved: (id: string) => void
  /** Is told why the clock of a bank stands still from now on. */
  readonly log: (line: string) => void
}

interface Follower {
  readonly bank: Bank
  /** The instant of the wall clock up to which the bank has come. */
  at: number
  timer?: ReturnType<typeof setTimeout>
}

/** Timers are no longer than this: those of Node end after 24 days. */
const LONGEST = HOUR

export class RealTime {
  readonly #followers = new Map<string, Follower>()
  readonly #pace: Pace

  constructor(pace: Pace) {
    this.#pace = pace
  }

  /** From now on time goes by in this bank. */
  begin(id: string, bank: Bank): void {
    if (this.#followers.has(id)) return
    this.#followers.set(id, { bank, at: this.#pace.now() })
    internalsOf(bank).watch({
      asked: () => ({ begin: () => this.catchUp(id) }),
      changed: () => this.plan(id),
    })
    this.plan(id)
  }

  /** The bank is gone. */
  end(id: string): void {
    const follower = this.#followers.get(id)
    if (follower === undefined) return
    clearTimeout(follower.timer)
    this.#followers.delete(id)
    internalsOf(follower.bank).watch({})
  }

  /** Time stands still everywhere. */
  stop(): void {
    for (const id of [...this.#followers.keys()]) this.end(id)
  }

  /** Brings a bank up to date. */
  catchUp(id: string): void {
    const follower = this.#followers.get(id)
    if (follower === undefined) return
    const { factor, now, log } = this.#pace
    const present = now()
    // A wall clock that was set back is followed from there.
    follower.at = Math.min(follower.at, present)
    const milliseconds = Math.floor((present - follower.at) * factor)
    if (milliseconds < 1) return
    follower.at += milliseconds / factor
    try {
      follower.bank.clock.advance({ milliseconds })
    } catch (error) {
      this.end(id)
      log(`The clock of bank ${id} stands still: ${(error as Error).message}`)
    }
  }

  /** Sees to it that a bank is brought up to date when the next thing in it is due. */
  plan(id: string): void {
    const follower = this.#followers.get(id)
    if (follower === undefined) return
    clearTimeout(follower.timer)
    const { world } = internalsOf(follower.bank).state
    const due = world.schedule.first()?.at
    if (due === undefined) return
    const wait = follower.at + (due - world.now) / this.#pace.factor - this.#pace.now()
    const wake = () => {
      this.catchUp(id)
      this.#pace.moved(id)
      this.plan(id)
    }
    follower.timer = setTimeout(wake, Math.min(Math.max(Math.ceil(wait), 1), LONGEST)).unref()
  }
}
