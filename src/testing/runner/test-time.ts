/** The time of a test: real, or that of its bank until the test ends. */

import type { Bank } from '../../bank/bank.ts'
import { within } from '../../bank/current/current-bank.ts'
import { UsageError } from '../../core/errors.ts'
import { current, type FollowOptions, followClock } from '../../time/follow-clock.ts'

/**
 * The time that the code under test has. `'real'` is the time of the machine. With `'bank'`, `Date` and timers follow the clock of the
 * test's bank, which moves by itself when the code waits. A record is `'bank'` with these options of `followClock`.
 */
export type TestTime = 'real' | 'bank' | FollowOptions

/** Sets up the time of a test. @returns a function that restores the real time, even if the test has called `followClock` itself */
export function beginTime(bank: Bank, time: TestTime): () => void {
  if (time !== 'real' && time !== 'bank' && (typeof time !== 'object' || time === null)) {
    throw new UsageError(
      `Failed to set up the test: time is ${JSON.stringify(time)}, but must be "real" or "bank", or a record such as { advance: 'manual' }.`,
    )
  }
  if (time !== 'real') within(bank, () => followClock(bank, time === 'bank' ? {} : time))
  return () => {
    for (const each of [...current]) if (each.place === bank || each.bank === bank) each.giveBack()
  }
}
