/**
 * Takes over the timers and dates of a process. Each call finds out which clock the calling code follows; without one, it gets the time of
 * the process.
 */

import { nodeModule } from '../bank/shell/host/platform.ts'
import { takeFromOthers } from './other-fakes.ts'
import { Replacements, syncModules } from './replacements.ts'
import type { TimerClock } from './timer-clock.ts'
import { clearPartnerTimer } from './timers.ts'

/** Returns the clock that the calling code follows; undefined if it has the time of the process. */
type FindTime = () => TimerClock | undefined

type Callable = (...given: unknown[]) => unknown

/** Returns the method to call in place of `real`, the method of the process, if the calling code follows the clock `time`. */
type Own = (time: TimerClock, real: Callable) => (...given: never[]) => unknown

/** Lets code have the time of the clock that `find` returns for it. @returns a function that undoes this */
export function takeOverTime(find: FindTime): () => void {
  const taken = new Replacements()
  const replace = (owner: object | undefined, methods: Record<string, Own>) => {
    for (const [name, own] of Object.entries(methods)) {
      taken.replaceBy<Callable>(owner, name, (before) => {
        const either = function (this: unknown, ...given: unknown[]) {
          const time = find()
          const real: Callable = (...again) => Reflect.apply(before, this ?? owner, again)
          return time ? Reflect.apply(own(time, real), this, given) : real(...given)
        }
        return copied(before, either)
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
      setImmediate: noted,
    })
    taken.replaceBy(owner, 'clearTimeout', clear)
  }
  taken.replaceBy(nodeModule('node:timers'), 'clearInterval', clear)
  // The legacy fake timers of jest replace it before anything else.
  takeFromOthers(taken, 'clearInterval', clear)
  takeFromOthers(taken, 'Date', (before: DateConstructor) => dateOf(before, find))
  // Libraries compare the constructor of a value with `Date`.
  taken.replace(Date.prototype, { constructor: Date })
  taken.define(globalThis.performance, 'timeOrigin', (real) => ({ get: () => find()?.origin ?? real }))
  replace(globalThis.performance, { now: (time) => () => time.now() - time.origin })
  // Not every engine has `Temporal`.
  const { Now, Instant } = (globalThis as { Temporal?: typeof Temporal }).Temporal ?? {}
  for (const name of ['instant', 'zonedDateTimeISO', 'plainDateTimeISO', 'plainDateISO', 'plainTimeISO']) {
    const own: Own = (time, real) => (zone) => {
      const zoned = Instant?.fromEpochMilliseconds(time.now()).toZonedDateTimeISO(zone ?? Now?.timeZoneId())
      return (real(zone) as { constructor: { from(zoned: unknown): unknown } }).constructor.from(zoned)
    }
    replace(Now, { [name]: own })
  }
  replace(globalThis.AbortSignal, { timeout: abortedAfter })
  const promises = nodeModule('node:timers/promises') as { scheduler?: object } | undefined
  replace(promises, { setTimeout: waiting, setInterval: waitingAgain })
  replace(promises?.scheduler, { wait: (time) => (delay, options) => waiting(time)(delay, undefined, options) })
  const http = nodeModule('node:http') as typeof import('node:http') | undefined
  replace(http?.ClientRequest.prototype, { setTimeout: requestTimeout })
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  for (const name of ciphers) replace(subtle, { [name]: underWay })
  syncModules()
  return taken.putBack
}

/** The `setTimeout` of a request. The original counts real time on the socket; this one counts on the clock that the caller follows. */
const requestTimeout: Own = ({ timers }, real) =>
  function (this: import('node:http').ClientRequest, delay: number, act?: () => void): unknown {
    if (!(delay > 0)) return real(delay, act)
    if (act) this.once('timeout', act)
    // `res` is the answer, once it has begun.
    const timer = timers.after(() => Reflect.get(this, 'res') ?? this.emit('timeout'), delay)
    this.once('close', () => timer.close())
    return this
  }

const ciphers = 'decrypt deriveBits digest encrypt exportKey generateKey importKey sign verify'.split(' ')

/** Counts each call as activity until it has ended, so that the clock does not move meanwhile. */
const underWay: Own =
  ({ activity }, real) =>
  (...given) =>
    activity.during(real(...given) as Promise<unknown>)

const noted: Own =
  ({ activity }, real) =>
  (callback: unknown, ...args: unknown[]) => {
    if (typeof callback !== 'function') return real(callback)
    activity.note()
    return real(() => {
      activity.note()
      callback(...args)
    })
  }

function dateOf(Real: DateConstructor, find: FindTime): DateConstructor {
  const now = () => find()?.now() ?? Real.now()
  function PartnerDate(...given: unknown[]): unknown {
    if (new.target === undefined) return new Real(now()).toString()
    return Reflect.construct(Real, given.length === 0 ? [now()] : given, new.target)
  }
  return Object.assign(copied(Real, PartnerDate), { now }) as unknown as DateConstructor
}

const abortedAfter: Own =
  ({ timers }) =>
  (delay: number) => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    timers.after(() => controller.abort(reason), delay)
    return controller.signal
  }

/** Gives a function the properties of the original, such as its name, and the promise that `promisify` makes of it. */
function copied<Wrapped extends object>(original: object, wrapped: Wrapped): Wrapped {
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
}

const waiting =
  ({ timers }: TimerClock) =>
  (delay?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = timers.after(() => {
        signal?.removeEventListener('abort', giveUp)
        resolve(value)
      }, delay)
      const giveUp = () => {
        timer.close()
        reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal?.reason } as never))
      }
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
    })

const waitingAgain = (time: TimerClock) =>
  async function* (delay?: number, value?: unknown, options?: { signal?: AbortSignal }) {
    for (;;) yield await waiting(time)(delay, value, options)
  }
