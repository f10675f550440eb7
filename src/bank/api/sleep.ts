/** Sleeping on the virtual clock: for a client of the partner's that waits before it tries again. */

import { checkedOptions, isSignal, type OptionRules } from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { durationFrom } from '../shell/state/options.ts'

/** How long a sleep lasts at most. */
export interface SleepOptions {
  /** Ends the sleep: its promise is rejected with the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** A sleep on the clock of a bank. */
export async function sleep(sender: PushSender, given: Duration | number, options: SleepOptions = {}): Promise<void> {
  const delay = delayFrom(given)
  const signal = signalFrom(options)
  signal?.throwIfAborted()
  if (delay === 0) return
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      callOff()
      reject(signal?.reason)
    }
    sender.time.expectSleepers?.()
    const callOff = sender.time.wakeAfter(delay, () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    })
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

/** In milliseconds; a part of one is rounded up, so that no sleeper wakes too early. */
function delayFrom(given: Duration | number): number {
  if (typeof given !== 'number') return Math.ceil(durationFrom(given, 'sleep for'))
  if (given >= 0 && Number.isFinite(given)) return durationFrom({ milliseconds: Math.ceil(given) }, 'sleep for')
  throw new UsageError(
    `Failed to sleep for ${given} milliseconds: a sleep is at least 0 and has an end. Pass milliseconds, or a duration such as { seconds: 30 }. (§3)`,
  )
}

const rules: OptionRules<SleepOptions> = { signal: isSignal }

function signalFrom(options: SleepOptions): AbortSignal | undefined {
  const advice = 'Write { signal }, or leave it out. (§3)'
  return checkedOptions(options, rules, { failed: 'Failed to sleep', advice }).signal
}
