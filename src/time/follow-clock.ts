/**
 * Following a bank's clock: which code gets the time of which bank. Code of a test with a bank gets the time of the clock that this test
 * follows; all other code, that of the clock that is followed outside of tests. Where no clock is followed, time is real.
 */

import type { Bank } from '../bank/bank.ts'
import { contextOf } from '../bank/shell/host/context.ts'
import { isBank } from '../bank/shell/state/is-bank.ts'
import { durationFrom } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, type OptionRules } from '../contract/options.ts'
import { UsageError } from '../core/errors.ts'
import type { Duration } from '../core/kernel/time/duration.ts'
import type { Instant } from '../core/kernel/time/instant.ts'
import type { RealTimer } from './connections.ts'
import { isFaked } from './other-fakes.ts'
import { PendingIo } from './pending-io.ts'
import { SelfAdvancingClock } from './self-advancing-clock.ts'
import { takeOverTime } from './take-over.ts'

/** How a bank's clock is followed. */
export interface FollowOptions {
  /**
   * `'auto'`, the default: when your code waits for a timer and nothing else can happen, the clock goes to the instant of that timer.
   * Everything that is due at the bank before that instant happens on the way. `'manual'`: timers fire only when the test moves the clock.
   */
  advance?: 'auto' | 'manual' | undefined
  /**
   * The clock goes by itself only to timers with a shorter delay than this, by default `{ hours: 1 }`. Other timers, such as one for a
   * daily token refresh, fire when the test moves the clock past their instant.
   */
  longest?: Duration | undefined
}

const rules: OptionRules<FollowOptions> = {
  advance: isOneOf(['auto', 'manual']),
  // `durationFrom` checks the fields of the duration.
  longest: isRecordOf('a duration such as { hours: 1 }'),
}

function mannerFrom(options: FollowOptions) {
  const { advance = 'auto', longest = { hours: 1 } } = checkedOptions(options, rules, {
    failed: 'Failed to follow the clock of a bank',
    advice: "Write followClock(bank), or followClock(bank, { advance: 'manual' }).",
  })
  return {
    isByItself: advance === 'auto',
    longest: durationFrom(longest, 'follow timers of up to'),
  }
}

/** A clock that is followed until `giveBack()`, or until the end of the block that declares it with `using`. */
export interface Following {
  /**
   * Gives the process its own time again. Timers that have not fired yet never fire. A second call does nothing.
   *
   * @throws {UsageError} if the clock moved by itself 20,000 times in a row, and the test still waited for something
   */
  giveBack(): void
  [Symbol.dispose](): void
}

/** The followed clocks, keyed by the bank of the test that follows the clock; outside of tests the key is `undefined`. */
const followed = new Map<unknown, SelfAdvancingClock>()
// The symbol is registered, so that the ESM and the CommonJS form of the package share the followed clocks.
const FOLLOWED = Symbol.for('vostro.followed')
const shared = globalThis as { [FOLLOWED]?: Set<{ place: unknown; bank: Bank; giveBack: () => void }> }
shared[FOLLOWED] ??= new Set()
export const current = shared[FOLLOWED]
let takenOver: { readonly outside: PendingIo; readonly putBack: () => void } | undefined

/** Timers of the process that code has set while it followed the clock of a bank, each with the stack of the call. */
export const realTimers = new WeakMap<Bank, Map<RealTimer, string>>()

/** For a bank whose clock is or was followed: finds when a timer is due that fires only if the test moves the clock. */
export const timersByHand = new WeakMap<Bank, () => Instant | undefined>()

function noteRealTimer(bank: Bank | undefined, timer: RealTimer): void {
  const known = bank && realTimers.get(bank)
  // The clock itself rests for a millisecond.
  if (!known || (timer._idleTimeout ?? 0) <= 1) return
  for (const each of known.keys()) if (each._destroyed) known.delete(each)
  const { stackTraceLimit } = Error
  // Above the caller are some frames of Node and of this package.
  Error.stackTraceLimit = 30
  known.set(timer, new Error().stack ?? '')
  Error.stackTraceLimit = stackTraceLimit
}

/** The same context as in `bank/current`. */
const place = contextOf<{ readonly bank?: Bank }>('currentBank')

/** The bank of the running test. In a browser, where promises cannot be followed, all code has the same time. */
function presentBank(): unknown {
  return place.followsPromises ? place.current?.bank : undefined
}

/**
 * Lets `Date`, `performance.now`, `Temporal.Now`, `setTimeout` and `setInterval`, `AbortSignal.timeout`, `node:timers` and
 * `node:timers/promises` follow the clock of a bank: token caches expire, clients back off and pollers poll on virtual time. Timers fire
 * when the clock reaches them, in order with what is due at the bank. Called in a test of `vostro/vitest`, `vostro/jest` or `vostro/test`,
 * or in `within(bank, …)`, it affects only the code of that test. Called elsewhere, it affects all code outside of such tests.
 *
 * @param bank - the bank whose clock is followed
 * @param options - `advance`: whether the clock moves by itself when your code waits; `longest`: only to timers with a shorter delay
 * @returns an object that gives the time back
 * @throws {UsageError} if a clock is followed here already, if this bank's clock is followed elsewhere, or if another library fakes the time
 * @example
 * ```ts
 * using _ = followClock(bank)
 * await new Promise((resolve) => setTimeout(resolve, 30_000)) // a client that backs off
 * bank.clock.now // '2026-03-02T09:00:30.000-05:00'
 * ```
 */
export function followClock(bank: Bank, options: FollowOptions = {}): Following {
  if (!isBank(bank))
    throw cannotFollow(`it was given ${bank === null ? 'null' : typeof bank}, not a bank. Pass what createBank() made`)
  const manner = mannerFrom(options)
  const place = presentBank()
  if (followed.has(place))
    throw cannotFollow('a clock is followed here already. Give it back first: call giveBack(), or end its block')
  if ([...followed.values()].some((clock) => clock.bank === bank))
    throw cannotFollow('it is followed in another place already. Give it back there first')
  if (isFaked())
    throw cannotFollow(
      'the time is faked, and a followed clock excludes that. Call vi.useRealTimers(), jest.useRealTimers(), mock.timers.reset() or MockDate.reset() first',
    )
  const find = () => followed.get(presentBank())
  takenOver ??= {
    outside: new PendingIo(
      () => find() !== undefined,
      (timer) => noteRealTimer(find()?.bank, timer as RealTimer),
    ),
    putBack: takeOverTime(find),
  }
  realTimers.set(bank, new Map())
  const { isBusy, rest } = takenOver.outside
  const clock = new SelfAdvancingClock(bank, { ...manner, isBusy, rest })
  followed.set(place, clock)
  const dueByHand = () => clock.timers.nextOfAtLeast(manner.isByItself ? manner.longest : 0)
  timersByHand.set(bank, dueByHand)
  const giveBack = () => {
    if (!current.delete(entry)) return
    const due = dueByHand()
    timersByHand.set(bank, () => due)
    followed.delete(place)
    if (followed.size === 0) {
      takenOver?.putBack()
      takenOver?.outside.stop()
      takenOver = undefined
    }
    clock.giveBack()
  }
  const entry = { place, bank, giveBack }
  current.add(entry)
  return {
    giveBack,
    [Symbol.dispose]: giveBack,
  }
}

/**
 * Keeps the clock that your code follows from moving by itself while work goes on outside of this thread, for example in a pool of
 * threads, another process, or the browser.
 *
 * @returns what `work` resolves to
 * @example
 * ```ts
 * using _ = followClock(bank)
 * const rows = await standStill(Promise.resolve(['of a worker thread']))
 * bank.clock.now // '2026-03-02T09:00:00.000-05:00'
 * ```
 */
export async function standStill<Result>(work: Promise<Result>): Promise<Result> {
  return await (followed.get(presentBank())?.activity.during(work) ?? work)
}

function cannotFollow(fact: string): UsageError {
  return new UsageError(`Failed to follow the clock of a bank: ${fact}.`)
}
