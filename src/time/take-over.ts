/**
 * Takes over the timers and dates of a process. Each call finds out which clock the calling code follows; without one, it gets the time of
 * the process.
 */

import { nodeModule } from '../bank/shell/state/platform.ts'
import type { Instant } from '../core/kernel/time/instant.ts'
import type { FollowedClock } from './followed-clock.ts'
import { Replacements, syncModules } from './replacements.ts'
import { clearPartnerTimer, type PartnerTimer, type Timers } from './timers.ts'

/** Returns the clock that the calling code follows; undefined if it has the time of the process. */
type FindTime = () => FollowedClock | undefined

type Callable = (...given: unknown[]) => unknown

/** Returns the method to call in place of `real`, the method of the process, if the calling code follows the clock `time`. */
type Own = (time: FollowedClock, real: Callable) => (...given: never[]) => unknown

/** Lets code have the time of the clock that `find` returns for it. @returns a function that undoes this */
export function takeOverTime(find: FindTime): () => void {
  const taken = new Replacements()
  const replace = (owner: object | undefined, methods: Record<string, Own>) => {
    for (const [name, own] of Object.entries(methods)) {
      taken.replaceBy<Callable>(owner, name, (before) => {
        const real: Callable = (...given) => Reflect.apply(before, owner, given)
        const either: Callable = (...given) => {
          const time = find()
          return (time ? (own(time, real) as Callable) : real)(...given)
        }
        return promisifiedAs(before, either, find)
      })
    }
  }
  const clear = (before: Callable) => (timer: unknown) => {
    if (!clearPartnerTimer(timer)) before(timer)
  }
  for (const owner of [globalThis, nodeModule('node:timers')]) {
    replace(owner, {
      setTimeout: ({ timers }) => timers.after,
      setInterval: ({ timers }) => timers.every,
    })
    taken.replaceBy<Callable>(owner, 'setImmediate', (before) => noted(before, find))
    taken.replaceBy(owner, 'clearTimeout', clear)
    taken.replaceBy(owner, 'clearInterval', clear)
  }
  taken.replaceBy<DateConstructor>(globalThis, 'Date', (before) => dateOf(before, () => find()?.now()))
  replace(globalThis.performance, { now: (time) => () => time.now() - time.beganAt })
  replace(globalThis.AbortSignal, { timeout: (time) => (delay) => abortedAfter(Number(delay), time.timers) })
  const promises = nodeModule('node:timers/promises') as { scheduler?: object } | undefined
  replace(promises, { setTimeout: waiting, setInterval: waitingAgain })
  replace(promises?.scheduler, { wait: (time) => (delay, options) => waiting(time)(delay, undefined, options) })
  const { ClientRequest } = (nodeModule('node:http') ?? {}) as { ClientRequest?: { prototype: object } }
  taken.replaceBy<Callable>(ClientRequest?.prototype, 'setTimeout', (before) => requestTimeout(before, find))
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  for (const name of ciphers) replace(subtle, { [name]: underWay })
  syncModules()
  return taken.putBack
}

/** A request of Node's `http`. */
interface ClientRequest {
  /** The answer, once it has begun. */
  readonly res?: unknown
  once(event: 'timeout' | 'close', act: () => void): void
  emit(event: 'timeout'): void
}

/** The `setTimeout` of a request. The original counts real time on the socket; this one counts on the clock that the caller follows. */
function requestTimeout(before: Callable, find: FindTime) {
  return function (this: ClientRequest, delay: number, act?: () => void): unknown {
    const time = find()
    if (!time || !(delay > 0)) return Reflect.apply(before, this, [delay, act])
    if (act) this.once('timeout', act)
    const timer = time.timers.after(() => this.res ?? this.emit('timeout'), delay)
    this.once('close', () => timer.close())
    return this
  }
}

const ciphers = 'decrypt deriveBits digest encrypt exportKey generateKey importKey sign verify'.split(' ')

/** Counts each call as activity until it has ended, so that the clock does not move meanwhile. */
const underWay: Own =
  ({ activity }, real) =>
  (...given) =>
    activity.during(real(...given) as Promise<unknown>)

function noted(immediate: Callable, find: FindTime): Callable {
  const either = (callback: unknown, ...args: unknown[]) => {
    const activity = find()?.activity
    if (activity === undefined || typeof callback !== 'function') return immediate(callback, ...args)
    activity.note()
    return immediate(() => {
      activity.note()
      callback(...args)
    })
  }
  return promisifiedAs(immediate, either, () => undefined)
}

/** Marks our `Date`. The symbol is registered, so that the ESM and CommonJS forms of the package know each other's dates. */
const OURS: unique symbol = Symbol.for('vostro.date') as never

function dateOf(Real: DateConstructor, now: () => Instant | undefined): DateConstructor {
  function PartnerDate(this: unknown, ...given: unknown[]): Date | string {
    const present = now()
    if (new.target === undefined) return present === undefined ? Real() : new Real(present).toString()
    const target = (new.target as unknown) === PartnerDate ? Real : new.target
    return Reflect.construct(
      Real,
      given.length === 0 && present !== undefined ? [present] : given,
      target,
    ) as unknown as Date
  }
  PartnerDate.prototype = Real.prototype
  Object.setPrototypeOf(PartnerDate, Real)
  for (const name of ['name', 'length'] as const)
    Object.defineProperty(PartnerDate, name, { value: Real[name], configurable: true })
  // Libraries of fake timers look for `isFake`, and refuse to replace a `Date` that has it.
  const own = { now: () => now() ?? Real.now(), isFake: true, [OURS]: true }
  return Object.assign(PartnerDate, own) as unknown as DateConstructor
}

/** True if a test has installed fake timers. */
export function isFaked(): boolean {
  const { Date: dates, setTimeout: set } = globalThis as unknown as Record<'Date' | 'setTimeout', object>
  // The mark must be an own property, because a fake `Date` that was made from ours inherits it.
  if (Object.hasOwn(dates, OURS)) return false
  return 'isFake' in dates || 'clock' in set || '_isMockFunction' in set
}

function abortedAfter(delay: number, timers: Timers): AbortSignal {
  const controller = new AbortController()
  timers.after(
    () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    delay,
  )
  return controller.signal
}

const CUSTOM: symbol = Symbol.for('nodejs.util.promisify.custom')

/** Lets `promisify` work on a replaced timer: the promise follows the same clock. */
function promisifiedAs<Wrapped extends object>(original: object, wrapped: Wrapped, find: FindTime): Wrapped {
  const custom = (original as Record<symbol, Callable | undefined>)[CUSTOM]
  if (custom === undefined) return wrapped
  const value: Callable = (...given) => {
    const time = find()
    return time ? (waiting(time) as Callable)(...given) : custom(...given)
  }
  return Object.defineProperty(wrapped, CUSTOM, { value })
}

interface Waited {
  readonly signal?: AbortSignal
}

const waiting =
  ({ timers }: FollowedClock) =>
  (delay?: number, value?: unknown, { signal }: Waited = {}) =>
    new Promise((resolve, reject) => {
      const rejectAborted = () =>
        reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal?.reason } as never))
      if (signal?.aborted) return rejectAborted()
      const timer: PartnerTimer = timers.after(() => {
        signal?.removeEventListener('abort', rejectAborted)
        resolve(value)
      }, delay)
      signal?.addEventListener('abort', () => timer.close(), { once: true })
      signal?.addEventListener('abort', rejectAborted, { once: true })
    })

const waitingAgain = (time: FollowedClock) =>
  async function* (delay?: number, value?: unknown, options?: Waited) {
    for (;;) yield await waiting(time)(delay, value, options)
  }
