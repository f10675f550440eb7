/**
 * Timers on the bank's clock: what the partner's code sets fires when the bank's clock comes to it, in the order of the instants, and
 * of the setting where they are equal. No real time passes.
 */
import type { Instant } from '../../core/kernel/time/instant.ts'
import { nodeModule } from '../../shell/node-module.ts'

interface Hooks {
  readonly AsyncLocalStorage?: {
    snapshot?(): <Given extends unknown[]>(run: (...given: Given) => void, ...given: Given) => void
  }
}

const hooks = nodeModule('node:async_hooks') as Hooks | undefined

/** What calls a function in the present context of AsyncLocalStorage, as the timers of Node do. */
const snapshot = () =>
  hooks?.AsyncLocalStorage?.snapshot?.() ??
  (<Given extends unknown[]>(run: (...given: Given) => void, ...given: Given) => run(...given))

type Callback = (...args: unknown[]) => void

/** As Node has it, so that code which was written for Node finds what it calls. */
export interface PartnerTimer {
  ref(): this
  unref(): this
  hasRef(): boolean
  refresh(): this
  close(): this
  [Symbol.toPrimitive](): number
}

interface Waiting {
  at: Instant
  readonly number: number
  readonly run: () => void
  readonly every: number | null
  readonly delay: number
}

/** The longest delay that a timer can have; what is longer fires at once, as everywhere. */
const LONGEST_DELAY = 2 ** 31 - 1

export class Timers {
  readonly #waiting = new Map<number, Waiting>()
  #made = 0

  constructor(
    private readonly now: () => Instant,
    /** Told of each timer that is set or fires. */
    private readonly onChange: () => void,
  ) {}

  /** When the next timer fires; undefined where none waits. */
  get nextAt(): Instant | undefined {
    return this.nextOfAtLeast(0)
  }

  /** The same of those that were set for so long or longer. */
  nextOfAtLeast(least: number): Instant | undefined {
    let next: Instant | undefined
    for (const { at, delay } of this.#waiting.values())
      if (delay >= least && (next === undefined || at < next)) next = at
    return next
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size
  }

  readonly after = (callback: Callback, delay?: number, ...args: unknown[]): PartnerTimer =>
    this.#set(callback, delay, args, false)

  readonly every = (callback: Callback, delay?: number, ...args: unknown[]): PartnerTimer =>
    this.#set(callback, delay, args, true)

  readonly clear = (timer: unknown): void => {
    if (timer !== undefined && timer !== null) this.#waiting.delete(Number(timer))
  }

  /** Forgets every timer. */
  reset(): void {
    this.#waiting.clear()
    this.#made = 0
  }

  /** Fires the first timer that is due, if one is. A thrown error goes to whoever fires. */
  fireFirst(): boolean {
    let first: Waiting | undefined
    for (const each of this.#waiting.values()) {
      if (each.at > this.now()) continue
      if (!first || each.at < first.at || (each.at === first.at && each.number < first.number)) first = each
    }
    if (!first) return false
    this.#waiting.delete(first.number)
    // An interval that slept through several of its instants fires once.
    if (first.every !== null) this.#waiting.set(first.number, { ...first, at: this.now() + first.every })
    this.onChange()
    first.run()
    return true
  }

  #set(callback: Callback, delay: number | undefined, args: unknown[], isRepeated: boolean): PartnerTimer {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.')
    const given = Number(delay ?? 0)
    const wait = given >= 1 && given <= LONGEST_DELAY ? Math.trunc(given) : 1
    const number = ++this.#made
    const inContext = snapshot()
    const run = () => inContext(callback, ...args)
    const begin = () => {
      this.#waiting.set(number, { at: this.now() + wait, number, run, every: isRepeated ? wait : null, delay: wait })
      this.onChange()
    }
    begin()
    const timer: PartnerTimer & Disposable = {
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      refresh: () => {
        begin()
        return timer
      },
      close: () => {
        this.clear(number)
        return timer
      },
      [Symbol.toPrimitive]: () => number,
      [Symbol.dispose]: () => this.clear(number),
    }
    return timer
  }
}
