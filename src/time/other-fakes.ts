/**
 * Other libraries that replace the time: fake timers of vitest, jest, sinon and node:test, `vi.setSystemTime`, mockdate and timekeeper. One
 * of these and a followed clock exclude each other: the one that begins second is refused.
 */
import { hostProcess, nodeModule } from '../bank/shell/host/platform.ts'
import { UsageError } from '../core/errors.ts'
import { Replacements } from './replacements.ts'

/** True for what `takeFromOthers` has made. A fake `Date` that was made from ours has an `isFake` of its own. */
const isOurs = (value: object) => Object.getOwnPropertyDescriptor(value, 'isFake')?.get !== undefined

/** True if a library has replaced the time of the process. A `Date` that differs only in its time zone has the `now` of the process. */
export function isFaked(): boolean {
  const { Date: dates, setTimeout: set } = globalThis
  if (isOurs(dates)) return false
  const isOwn = !Function.prototype.toString.call(dates.now).includes('[native code]')
  // `mock.timers` of node:test binds a method of this name.
  return isOwn || 'clock' in set || '_isMockFunction' in set || set.name === 'bound #createTimer'
}

/** Replaces a global that other libraries assign: `make` returns the new value. From then on the libraries are refused. */
export function takeFromOthers(taken: Replacements, name: string, make: (before: never) => object): void {
  const refuse = () => {
    if (taken.isInForce)
      throw new UsageError(
        'Failed to fake the time: Date and timers follow the clock of a bank, and have one time only. Move that clock instead, with bank.clock.advance() or advanceTo(), or call giveBack() first. (§3)',
      )
  }
  taken.define(globalThis, name, (before) => {
    // `@sinonjs/fake-timers` reads `isFake` of the `Date` that it is to replace, and sets it in one that it has made from ours.
    const ours = Object.defineProperty(make(before as never), 'isFake', {
      configurable: true,
      get: refuse,
      set(this: object, value: unknown) {
        Object.defineProperty(this, 'isFake', { value })
      },
    })
    const set = (given: object) => {
      if (!taken.isInForce) Object.defineProperty(globalThis, name, { value: given, writable: true })
      // Libraries assign the former value to undo their fake.
      else if (given !== before && !isOurs(given)) refuse()
    }
    return { get: () => ours, set }
  })
  if (name === 'Date') refuseNodeTest(taken, refuse)
}

/** Refuses `mock.timers.enable()`. Only a process that runs node:test has loaded this module of Node. */
function refuseNodeTest(taken: Replacements, refuse: () => void): void {
  const host = hostProcess() as { moduleLoadList?: readonly string[] } | undefined
  if (!host?.moduleLoadList?.includes('NativeModule internal/test_runner/mock/mock_timers')) return
  // Node 20 warns of `timers` when it is first read.
  const silent = new Replacements()
  silent.replace(host, { emitWarning: () => {} })
  const { timers } = (nodeModule('node:test') as { mock: { timers: object } }).mock
  silent.putBack()
  taken.replace(Object.getPrototypeOf(timers) as object, { enable: refuse })
}
