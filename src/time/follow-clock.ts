/**
 * Following a bank's clock: which code has the time of which bank. The code of a bank's test has the time that the test follows; all
 * other code has the time that is followed outside of tests. So tests that run at the same time each have their own time, and the runner,
 * which is in none of them, keeps the real one.
 */

import type { Bank } from '../bank/bank.ts'
import { contextOf } from '../bank/shell/state/context.ts'
import { isBank } from '../bank/shell/state/is-bank.ts'
import { durationFrom } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, type OptionRules } from '../contract/options.ts'
import { UsageError } from '../core/errors.ts'
import { namesOf } from '../core/kernel/names.ts'
import type { Duration } from '../core/kernel/time/duration.ts'
import { HOUR } from '../core/kernel/time/instant.ts'
import type { Manner } from './followed-clock.ts'
import { PendingIo } from './pending-io.ts'
import { SelfAdvancingClock } from './self-advancing-clock.ts'
import { isFaked, takeOverTime } from './take-over.ts'

/** How a bank's clock is followed. */
export interface FollowOptions {
  /**
   * `'auto'`, the default: where your code waits for a timer and nothing else can happen, the clock goes there, and everything that
   * is due before at the bank happens on the way. `'manual'`: timers fire only when the test moves the clock.
   */
  advance?: 'auto' | 'manual' | undefined
  /**
   * The clock goes by itself to timers that were set for less than this, by default `{ hours: 1 }`. Longer ones, a token that is
   * refreshed once a day say, fire when the test moves the clock past them.
   */
  longest?: Duration | undefined
}

const rules: OptionRules<FollowOptions> = {
  advance: isOneOf(['auto', 'manual']),
  // Its fields are checked with all durations.
  longest: isRecordOf('a duration such as { hours: 1 }'),
}
export const followOptionNames = namesOf(rules)

function mannerFrom(options: FollowOptions): Pick<Manner, 'isByItself' | 'longest'> {
  const { advance = 'auto', longest } = checkedOptions(options, rules, {
    failed: 'Failed to follow the clock of a bank',
    advice: "Write followClock(bank), or followClock(bank, { advance: 'manual' }). (§3)",
    renamed: { moves: 'advance', upTo: 'longest' },
  })
  return {
    isByItself: advance === 'auto',
    longest: longest === undefined ? HOUR : durationFrom(longest, 'follow timers of up to'),
  }
}

/** A clock that is followed, until it is given back: at the end of its block, where it was declared with `using`. */
export interface Following {
  /**
   * The process has its own time again; timers that have not fired never do. Calling it again does nothing.
   *
   * @throws {UsageError} where the clock went on by itself for 20,000 steps, and the test still waited for something
   */
  giveBack(): void
  [Symbol.dispose](): void
  /**
   * Keeps the clock from moving by itself while work goes on outside of this thread: in a worker thread, in another process, in the
   * browser.
   *
   * @returns what `work` resolves to
   * @example
   * ```ts
   * using time = followClock(bank)
   * const rows = await time.standStill(Promise.resolve(['of a worker thread']))
   * bank.clock.now // '2026-03-02T09:00:00.000-05:00'
   * ```
   */
  standStill<Result>(work: Promise<Result>): Promise<Result>
}

// The timers of the process, before others take their place.
const { setTimeout: set, clearTimeout: clear } = globalThis

/** The followed clocks, by the bank of the test that follows; `undefined` for one outside of any test. */
const followed = new Map<unknown, SelfAdvancingClock>()
// Under a registered symbol, so that the kits of the ESM and the CommonJS form of the package know the same.
const FOLLOWED = Symbol.for('vostro.followed')
const shared = globalThis as { [FOLLOWED]?: Set<{ place: unknown; bank: Bank; giveBack: () => void }> }
shared[FOLLOWED] ??= new Set()
const current = shared[FOLLOWED]
let takenOver: { readonly outside: PendingIo; readonly putBack: () => void } | undefined

/** The bank of the test that runs now. In a browser, where promises cannot be followed, all code has the same time. */
function presentBank(): unknown {
  return testBank.followsPromises ? testBank.current : undefined
}

/** As `bank/current` has it, which browsers cannot load. */
const testBank = contextOf<Bank>('currentBank')

/**
 * Lets `Date`, `performance.now`, `setTimeout` and `setInterval`, `AbortSignal.timeout`, `node:timers` and `node:timers/promises` follow
 * the clock of a bank: token caches expire, clients back off and pollers poll on virtual time. Timers fire as the clock passes them,
 * among what is due at the bank. Within a test of `vostro/vitest`, `vostro/jest` or `vostro/test`, or `within(bank, …)`, this holds for the code of
 * that test alone; elsewhere for everything outside of such tests.
 *
 * @param bank - the bank whose clock it is
 * @param options - `advance`: whether the clock goes on by itself where your code waits; `longest`: to which timers
 * @returns what gives the time back
 * @throws {UsageError} where another clock is followed here already, where the bank's is, or where fake timers are installed
 * @example
 * ```ts
 * using _ = followClock(bank)
 * await new Promise((resolve) => setTimeout(resolve, 30_000)) // a client that backs off
 * bank.clock.now // '2026-03-02T09:00:30.000-05:00'
 * ```
 */
export function followClock(bank: Bank, options: FollowOptions = {}): Following {
  if (!isBank(bank))
    throw cannotFollow(`it was given ${bank === null ? 'null' : typeof bank}, and no bank. Pass what createBank() made`)
  const manner = mannerFrom(options)
  const place = presentBank()
  if (followed.has(place))
    throw cannotFollow('a clock is followed here already. Give it back first: giveBack(), or the end of its block')
  if ([...followed.values()].some((clock) => clock.bank === bank))
    throw cannotFollow('it is followed in another place already. Give it back there first')
  if (isFaked())
    throw cannotFollow(
      'fake timers are installed, and both cannot be. Call vi.useRealTimers() or jest.useRealTimers() first',
    )
  takenOver ??= { outside: new PendingIo(), putBack: takeOverTime(() => followed.get(presentBank())) }
  const { isBusy } = takenOver.outside
  const clock = new SelfAdvancingClock(bank, { ...manner, isBusy }, { set, clear: (timer) => clear(timer as number) })
  followed.set(place, clock)
  const giveBack = () => {
    if (!current.delete(entry)) return
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
    standStill: (work) => clock.activity.during(work),
  }
}

/** Gives back what a test with this bank follows still: the next one has the time of the process. */
export function giveBackOf(bank: Bank): void {
  for (const each of [...current]) if (each.place === bank || each.bank === bank) each.giveBack()
}

function cannotFollow(fact: string): UsageError {
  return new UsageError(`Failed to follow the clock of a bank: ${fact}. (§3)`)
}
