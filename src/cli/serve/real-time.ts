/**
 * Virtual time that follows the wall clock. A bank is brought up to date before each request, and when anything in it is due; nothing
 * runs between these. A clock that is moved by hand goes on from there.
 */

import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'

/** How time goes. */
export interface RealTimeSettings {
  /** How many virtual seconds go by in one of the wall clock. */
  readonly factor: number
  /** Milliseconds of the wall clock. */
  readonly now: () => number
  /** Called when time has gone on in a bank by itself: there may be pushes to send. */
  readonly moved: (id: string) => void
  /** Is told why the clock of a bank stands still from now on. */
  readonly log: (line: string) => void
}

interface Followed {
  readonly bank: Bank
  readonly unobserve: () => void
  /** The instant of the wall clock up to which the bank has come. */
  at: number
  timer?: ReturnType<typeof setTimeout>
}

/** Timers are no longer than this: those of Node end after 24 days. */
const LONGEST = HOUR

export class RealTime {
  readonly #followed = new Map<string, Followed>()

  constructor(private readonly settings: RealTimeSettings) {}

  /** From now on time goes by in this bank. */
  begin(id: string, bank: Bank): void {
    if (this.#followed.has(id)) return
    const unobserve = internalsOf(bank).shell.observe({
      asked: () => ({ begin: () => this.catchUp(id) }),
      changed: () => this.plan(id),
    })
    this.#followed.set(id, { bank, unobserve, at: this.settings.now() })
    this.plan(id)
  }

  /** The bank is gone. */
  end(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    clearTimeout(followed.timer)
    this.#followed.delete(id)
    followed.unobserve()
  }

  /** Time stands still everywhere. */
  stop(): void {
    for (const id of [...this.#followed.keys()]) this.end(id)
  }

  /** Brings a bank up to date. */
  catchUp(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    const { factor, now, log } = this.settings
    const present = now()
    // A wall clock that was set back is followed from there.
    followed.at = Math.min(followed.at, present)
    const milliseconds = Math.floor((present - followed.at) * factor)
    if (milliseconds < 1) return
    followed.at += milliseconds / factor
    try {
      followed.bank.clock.advance({ milliseconds })
    } catch (error) {
      this.end(id)
      log(`The clock of bank ${id} stands still: ${(error as Error).message}`)
    }
  }

  /** Sees to it that a bank is brought up to date when the next thing in it is due. */
  plan(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    clearTimeout(followed.timer)
    const { world } = internalsOf(followed.bank).shell.state
    const due = world.schedule.first()?.at
    if (due === undefined) return
    const wait = followed.at + (due - world.now) / this.settings.factor - this.settings.now()
    const wake = () => {
      this.catchUp(id)
      this.settings.moved(id)
      this.plan(id)
    }
    // Here the bank follows the clock on the wall, as --real-time asks.
    followed.timer = setTimeout(wake, Math.min(Math.max(Math.ceil(wait), 1), LONGEST)).unref()
  }
}
