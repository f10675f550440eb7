/**
 * Taking over what a process has of time and chance: its timers, its dates and its random numbers, for the length of a run. The
 * partner's code finds the bank's clock and the same numbers each time, however fast the machine is.
 */
import type { Instant } from '../../core/kernel/time/instant.ts'
import { nodeModule } from '../../shell/node-module.ts'
import type { Activity } from './activity.ts'
import type { Draws } from './random.ts'
import type { PartnerTimer, Timers } from './timers.ts'

interface TakenOver {
  readonly now: () => Instant
  /** The instant at which the run began. */
  readonly began: () => Instant
  readonly timers: Timers
  readonly activity: Activity
}

type Methods = Record<string, unknown>

/** What was there before, to be put back in the opposite order. */
class Replacements {
  readonly #undo: (() => void)[] = []

  /** Puts methods in the place of those of an object, where it has such. */
  replace(owner: object | undefined, methods: Methods): void {
    if (owner === undefined) return
    for (const [name, method] of Object.entries(methods)) {
      if (!(name in owner)) continue
      const before = Object.getOwnPropertyDescriptor(owner, name)
      // What cannot be put back stays.
      if (before?.configurable === false) continue
      Object.defineProperty(owner, name, {
        value: method,
        writable: true,
        configurable: true,
        enumerable: before?.enumerable ?? true,
      })
      this.#undo.push(() => {
        if (before) Object.defineProperty(owner, name, before)
        else delete (owner as Methods)[name]
      })
    }
  }

  after(undo: () => void): void {
    this.#undo.push(undo)
  }

  readonly putBack = (): void => {
    for (const undo of this.#undo.toReversed()) undo()
    this.#undo.length = 0
  }
}

/** Puts the timers and dates of the bank's clock in the place of the process's; gives what puts those back. */
export function takeOverTime({ now, began, timers, activity }: TakenOver): () => void {
  const taken = new Replacements()
  const setTimeout = promisified(timers.after, timers)
  const ofTimers = {
    setTimeout,
    clearTimeout: timers.clear,
    setInterval: timers.every,
    clearInterval: timers.clear,
  }
  const immediate = globalThis.setImmediate as typeof setImmediate | undefined
  const noted = immediate && {
    setImmediate: promisifiedAs(immediate, (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
      activity.note()
      return immediate(() => {
        activity.note()
        callback(...args)
      })
    }),
  }
  taken.replace(globalThis, { ...ofTimers, ...noted, Date: dateOf(now) })
  taken.replace(globalThis.performance, { now: () => now() - began() })
  taken.replace(globalThis.AbortSignal, { timeout: (delay: number) => abortedAfter(delay, timers) })
  taken.replace(nodeModule('node:timers'), { ...ofTimers, ...noted })
  taken.replace(nodeModule('node:timers/promises'), promisesOf(timers))
  taken.replace(globalThis.crypto?.subtle, underWay(globalThis.crypto?.subtle, activity))
  syncModules()
  return () => {
    taken.putBack()
    syncModules()
  }
}

/** Puts seeded numbers in the place of the process's random ones; gives what puts those back. */
export function takeOverChance(draws: Draws): () => void {
  const taken = new Replacements()
  taken.replace(Math, { random: draws.fraction })
  taken.replace(globalThis.crypto, { randomUUID: draws.uuid, getRandomValues: draws.fill })
  const crypto = nodeModule('node:crypto')
  const bytesOf = (size: number) =>
    (globalThis as unknown as { Buffer: BufferLike }).Buffer.from(draws.fill(new Uint8Array(size)))
  taken.replace(crypto, {
    randomUUID: draws.uuid,
    randomFillSync: (view: ArrayBufferView) => draws.fill(view),
    getRandomValues: draws.fill,
    randomBytes: (size: number, callback?: (error: null, bytes: unknown) => void) => {
      if (callback === undefined) return bytesOf(size)
      queueMicrotask(() => callback(null, bytesOf(size)))
      return undefined
    },
    randomInt: (
      first: number,
      second?: number | ((error: null, value: number) => void),
      third?: (error: null, value: number) => void,
    ) => {
      const [from, to] = typeof second === 'number' ? [first, second] : [0, first]
      const callback = typeof second === 'function' ? second : third
      const value = from + Math.floor(draws.fraction() * (to - from))
      if (callback === undefined) return value
      queueMicrotask(() => callback(null, value))
      return undefined
    },
  })
  syncModules()
  return () => {
    taken.putBack()
    syncModules()
  }
}

interface BufferLike {
  from(bytes: Uint8Array): unknown
}

function dateOf(now: () => Instant): DateConstructor {
  const Real = Date
  function PartnerDate(this: unknown, ...given: unknown[]): Date | string {
    if (new.target === undefined) return new Real(now()).toString()
    const target = (new.target as unknown) === PartnerDate ? Real : new.target
    return Reflect.construct(Real, given.length === 0 ? [now()] : given, target) as Date
  }
  PartnerDate.prototype = Real.prototype
  Object.setPrototypeOf(PartnerDate, Real)
  return Object.assign(PartnerDate, { now }) as unknown as DateConstructor
}

function abortedAfter(delay: number, timers: Timers): AbortSignal {
  const controller = new AbortController()
  timers.after(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }, delay)
  return controller.signal
}

const CUSTOM: symbol = Symbol.for('nodejs.util.promisify.custom')

function promisifiedAs<Wrapped extends object>(original: object, wrapped: Wrapped): Wrapped {
  const custom = (original as Record<symbol, unknown>)[CUSTOM]
  return custom === undefined ? wrapped : Object.defineProperty(wrapped, CUSTOM, { value: custom })
}

function promisified(set: Timers['after'], timers: Timers) {
  const setTimeout = (...given: Parameters<Timers['after']>) => set(...given)
  return Object.defineProperty(setTimeout, CUSTOM, { value: promisesOf(timers).setTimeout })
}

interface Waited {
  readonly signal?: AbortSignal
}

/** What `node:timers/promises` has. */
function promisesOf(timers: Timers) {
  const wait = <Value>(delay?: number, value?: Value, { signal }: Waited = {}) =>
    new Promise<Value | undefined>((resolve, reject) => {
      const give = () =>
        reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal?.reason } as never))
      if (signal?.aborted) return give()
      const timer: PartnerTimer = timers.after(() => {
        signal?.removeEventListener('abort', give)
        resolve(value)
      }, delay)
      signal?.addEventListener('abort', () => timer.close(), { once: true })
      signal?.addEventListener('abort', give, { once: true })
    })
  async function* setInterval<Value>(delay?: number, value?: Value, options?: Waited) {
    for (;;) yield await wait(delay, value, options)
  }
  return {
    setTimeout: wait,
    setInterval,
    scheduler: {
      wait: (delay: number, options?: Waited) => wait(delay, undefined, options),
      yield: () => Promise.resolve(),
    },
  }
}

/** Its methods, each of which counts as under way until it has ended. */
function underWay(owner: object | undefined, activity: Activity): Methods {
  const names = [
    'decrypt',
    'deriveBits',
    'digest',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'verify',
  ]
  const methods = owner as Record<string, (...given: unknown[]) => Promise<unknown>>
  return Object.fromEntries(
    names.flatMap((name) => {
      const method = methods?.[name]
      return typeof method === 'function'
        ? [[name, (...given: unknown[]) => activity.during(method.apply(owner, given))]]
        : []
    }),
  )
}

/** What modules have imported by name follows what stands in the module. */
function syncModules(): void {
  const module = nodeModule('node:module') as { syncBuiltinESMExports?: () => void } | undefined
  module?.syncBuiltinESMExports?.()
}
