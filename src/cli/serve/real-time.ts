/**
 * Lets the clocks of banks follow real time. A clock is advanced only before a request, or when an operation is due. If a call
 * advances the clock, the clock goes on from its new time.
 */

import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'

export interface RealTimeSettings {
  /** How many virtual seconds pass in one real second. */
  readonly factor: number
  /** Milliseconds of a clock that never runs backwards. */
  readonly now: () => number
  /** Called after a timer has run due operations: there may be pushes to send. */
  readonly moved: (id: string) => void
  /** Gets a line if the clock of a bank stops, with the reason. */
  readonly log: (line: string) => void
}

interface Followed {
  readonly bank: Bank
  readonly unfollow: () => void
  /** The real time up to which the bank has been advanced. */
  at: number
  timer?: ReturnType<typeof setTimeout>
}

/** The longest timer: Node allows no more than 24 days. */
const LONGEST = HOUR

export class RealTime {
  readonly #followed = new Map<string, Followed>()

  constructor(private readonly settings: RealTimeSettings) {}

  begin(id: string, bank: Bank): void {
    if (this.#followed.has(id)) return
    const port = portOf(bank)
    const unuse = port.use({
      request: async (call, next) => {
        // The time that the client takes to send the body passes at the bank, too.
        await call.body.read()
        this.catchUp(id)
        return await next(call)
      },
    })
    const unsubscribe = port.subscribe((fact) => {
      if (fact.what === 'replacement' || (fact.what === 'operation' && fact.isDone)) this.plan(id)
    })
    const unfollow = () => {
      unuse()
      unsubscribe()
    }
    this.#followed.set(id, { bank, unfollow, at: this.settings.now() })
    this.plan(id)
  }

  end(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    clearTimeout(followed.timer)
    this.#followed.delete(id)
    followed.unfollow()
  }

  stop(): void {
    for (const id of [...this.#followed.keys()]) this.end(id)
  }

  /** Advances the clock of a bank to the present. */
  catchUp(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    const { factor, now, log } = this.settings
    const milliseconds = Math.floor((now() - followed.at) * factor)
    if (milliseconds < 1) return
    followed.at += milliseconds / factor
    try {
      followed.bank.clock.advance({ milliseconds })
    } catch (error) {
      this.end(id)
      log(`The clock of bank ${id} stands still: ${(error as Error).message}`)
    }
  }

  /** Sets the timer that brings a bank up to date when its next operation is due. */
  plan(id: string): void {
    const followed = this.#followed.get(id)
    if (followed === undefined) return
    clearTimeout(followed.timer)
    const { world } = portOf(followed.bank)
    const due = world.schedule.first()?.at
    if (due === undefined) return
    const wait = followed.at + (due - world.now) / this.settings.factor - this.settings.now()
    const wake = () => {
      this.catchUp(id)
      this.settings.moved(id)
      this.plan(id)
    }
    // With --real-time the bank follows real time, so this timer runs in real time.
    followed.timer = setTimeout(wake, Math.min(Math.max(Math.ceil(wait), 1), LONGEST)).unref()
  }
}
