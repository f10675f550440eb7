/** Waits that take real time while code follows the clock of a bank, for example with a timer function that was kept from before. */
import type { Bank } from '../../bank/bank.ts'
import { placeIn, placeOf } from '../../bank/shell/state/stack.ts'
import { count } from '../../core/kernel/count.ts'
import { realTimers } from '../../time/follow-clock.ts'

/** What the runners say of a test that took too long. */
const TIMED_OUT = /timed out|Exceeded timeout|took too long/

const REAL_TIME =
  "the time of this test is real, and so are the timers of its code. Set bankTime: 'bank' (jest and node:test: time: 'bank'), and they follow the bank's clock"

/** One line for each wait of real time that has not ended; if a test has timed out and there is none, what else may keep it waiting. */
export function realWaitsOf(bank: Bank, message: string): string[] {
  const timers = realTimers.get(bank)
  if (!timers) return TIMED_OUT.test(message) ? [REAL_TIME] : []
  const lines = new Set<string>()
  for (const [timer, stack] of timers) {
    // A timer that keeps no process alive is the runner's or Node's own.
    if (!timer._destroyed && timer.hasRef()) lines.add(lineOf(timer._idleTimeout ?? 0, stack))
  }
  if (lines.size > 0 || !TIMED_OUT.test(message)) return [...lines]
  return [
    "no timer of the test's code is known to wait in real time. The time of a database (its now()) and of other processes is real: give it the time of your code as a parameter",
  ]
}

function lineOf(delay: number, stack: string): string {
  // The frames above that of Node's timer are of this package.
  const called = stack
    .slice(Math.max(0, stack.indexOf('new Timeout')))
    .split('\n')
    .slice(1)
  const place = placeOf({ stack: called.join('\n') }) ?? placeIn(called.find((line) => !line.includes('node:')) ?? '')
  return `${count(delay, 'millisecond')}${place ? `, set at ${place}` : ''}. Its function was kept from before the clock was followed: read it from globalThis at each call`
}
