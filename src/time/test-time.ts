/** The time of a test with a bank, as the kits for test runners set it up. */
import type { Bank } from '../bank/bank.ts'
import { within } from '../bank/current/current-bank.ts'
import { isOneOf, problemWith } from '../contract/options.ts'
import { UsageError } from '../core/errors.ts'
import { type FollowOptions, followClock, giveBackOf } from './follow-clock.ts'

/**
 * The time that the code under test has. `'real'` is the time of the machine. With `'bank'`, `Date` and timers follow the clock of the
 * test's bank, which moves by itself when the code waits. A record is `'bank'` with these options of `followClock`.
 */
export type TestTime = 'real' | 'bank' | FollowOptions

const isTime = isOneOf(['real', 'bank'])

/** Sets up the time of a test. @returns a function that restores the real time, even if the test has called `followClock` itself */
export function beginTime(bank: Bank, time: TestTime): () => void {
  if (time !== 'real') within(bank, () => followClock(bank, followOptionsFrom(time)))
  return () => giveBackOf(bank)
}

function followOptionsFrom(time: TestTime): FollowOptions {
  if (typeof time === 'object' && time !== null) return time
  if (problemWith(isTime, time)) {
    throw new UsageError(
      `Failed to set up the test: time is ${JSON.stringify(time)}, but must be "real" or "bank", or a record such as { advance: 'manual' }. (§3)`,
    )
  }
  return {}
}
