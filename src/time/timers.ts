/** Timers of the partner's code, which fire on the bank's clock. Timers of one instant fire in the order in which they were set. */

import { nodeModule } from '../bank/shell/host/platform.ts'
import type { Instant } from '../core/kernel/time/instant.ts'

type Callback = (...args: unknown[]) => void
type Run = <Result>(callback: (...args: unknown[]) => Result, ...args: unknown[]) => Result

const hooks = nodeModule('node:async_hooks') as { AsyncLocalStorage?: { snapshot?(): Run } } | undefined

/** Returns a function that runs other functions in the present context of AsyncLocalStorage, as the timers of Node do. */
export const snapshot = (): Run => hooks?.AsyncLocalStorage?.snapshot?.() ?? ((callback, ...args) => callback(...args))

function bound(callback: Callback, args: unknown[]): () => void {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.')
  const inContext = snapshot()
  return () => inContext(callback, ...args)
}

interface WaitingTimer {
  readonly at: Instant
  readonly number: number
  readonly run: () => void
  readonly isRepeated: boolean
  readonly delay: number
}

/** A timer with a longer delay than this fires at once, as in Node and in browsers. */
const LONGEST_DELAY = 2 ** 31 - 1

function waitOf(delay: unknown): number {
  const given = Number(delay ?? 0)
  // Node itself warns of a delay that it cannot keep, in the words of its version.
  if (!(given >= 0 && given <= LONGEST_DELAY)) clearReal(setReal(() => {}, given))
  return given >= 1 && given <= LONGEST_DELAY ? Math.trunc(given) : 1
}

/** Each clock numbers its timers in a range of this size. The first range begins above the numbers of the timers of the process. */
const RANGE = 2 ** 32

/** The timers of all clocks: code that follows one clock may clear a timer of another. */
const known = new WeakMap<object, NodeJS.Timeout>()
/** The timers of each clock, keyed by the clock's range of numbers. */
const clocks = new Map<number, Map<number, WaitingTimer>>()

/** Clears a timer of any followed clock; false if the value is no such timer. */
export function clearPartnerTimer(timer: unknown): boolean {
  if (typeof timer === 'object' && timer !== null) {
    known.get(timer)?.close()
    return known.has(timer)
  }
  const number = Number(timer)
  if (!(number >= RANGE)) return false
  clocks.get(Math.floor(number / RANGE))?.delete(number)
  return true
}

// The timers of the process, kept before others replace them.
export const setReal = globalThis.setTimeout
const clearReal = globalThis.clearTimeout

export class Timers {
  readonly #waiting = new Map<number, WaitingTimer>()
  /** The first free range of numbers. A retired clock frees its range, so timers have the same numbers in each run of `explore`. */
  readonly #range: number
  #made = 0
  #handsOver = false

  /** @param clock - it is told of each timer that is set or fires */
  constructor(private readonly clock: { now(): Instant; moved(): void }) {
    let range = 1
    while (clocks.has(range)) range++
    this.#range = range
    clocks.set(range, this.#waiting)
  }

  get nextAt(): Instant | undefined {
    return this.nextOfAtLeast(0)
  }

  /** When the next timer fires whose delay is at least `least` and less than `below`; undefined if there is none. */
  nextOfAtLeast(least: number, below = Number.POSITIVE_INFINITY): Instant | undefined {
    return this.#first(({ delay }) => delay >= least && delay < below)?.at
  }

  get delays(): number[] {
    return [...this.#waiting.values()].map(({ delay }) => delay)
  }

  readonly after = (callback: Callback, delay?: number, ...args: unknown[]): NodeJS.Timeout =>
    this.#set(bound(callback, args), waitOf(delay), false)

  readonly every = (callback: Callback, delay?: number, ...args: unknown[]): NodeJS.Timeout =>
    this.#set(bound(callback, args), waitOf(delay), true)

  /** Calls `act` once after a delay of any length, outside of any context. @returns a function that cancels the call */
  readonly later = (act: () => void, delay: number): (() => void) => {
    const timer = this.#set(act, Math.max(0, delay), false)
    return () => void timer.close()
  }

  /** From now on no timer fires. With `handsOver`, a timer that is refreshed later becomes a timer of the process. */
  retire(handsOver = false): void {
    this.reset()
    this.#handsOver = handsOver
    clocks.delete(this.#range)
  }

  reset(): void {
    this.#waiting.clear()
    this.#made = 0
  }

  /** Fires the first due timer, if there is one. An error that it throws goes to the caller. */
  fireFirst(): void {
    const first = this.#first(({ at }) => at <= this.clock.now())
    if (!first) return
    this.#waiting.delete(first.number)
    // An interval fires once, even if the clock has passed several of its instants.
    if (first.isRepeated) this.#waiting.set(first.number, { ...first, at: this.clock.now() + first.delay })
    this.clock.moved()
    first.run()
  }

  #first(isMeant: (timer: WaitingTimer) => boolean): WaitingTimer | undefined {
    let first: WaitingTimer | undefined
    for (const each of this.#waiting.values()) {
      const isEarlier = !first || each.at < first.at || (each.at === first.at && each.number < first.number)
      if (isEarlier && isMeant(each)) first = each
    }
    return first
  }

  #set(run: () => void, delay: number, isRepeated: boolean): NodeJS.Timeout {
    const number = this.#range * RANGE + ++this.#made
    let real: ReturnType<typeof setReal> | undefined
    let isKeeping = true
    const begin = () => {
      if (!this.#handsOver) {
        this.#waiting.set(number, { at: this.clock.now() + delay, number, run, isRepeated, delay })
        this.clock.moved()
      } else {
        clearReal(real)
        real = setReal(run, delay)
      }
      return timer
    }
    const end = () => {
      this.#waiting.delete(number)
      clearReal(real)
      return timer
    }
    const keep = (isKept: boolean) => {
      isKeeping = isKept
      return timer
    }
    // Code for Node calls the methods of a timer of Node.
    const timer = {
      ref: () => keep(true),
      unref: () => keep(false),
      hasRef: () => isKeeping,
      refresh: begin,
      close: end,
      [Symbol.toPrimitive]: () => number,
      [Symbol.dispose]: end,
    } as unknown as NodeJS.Timeout
    known.set(timer, timer)
    return begin()
  }
}
