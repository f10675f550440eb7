/** How a bank's clock is followed: the options, checked before anything is taken over. */

import { durationFrom } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, type OptionRules } from '../contract/options.ts'
import type { Duration } from '../core/kernel/time/duration.ts'
import { HOUR } from '../core/kernel/time/instant.ts'
import type { Manner } from './followed-clock.ts'

/** How a bank's clock is followed. */
export interface FollowOptions {
  /**
   * `'by itself'`, the default: where your code waits for a timer and nothing else can happen, the clock goes there, and everything that
   * is due before at the bank happens on the way. `'by hand'`: timers fire only when the test moves the clock.
   */
  moves?: 'by itself' | 'by hand' | undefined
  /**
   * The clock goes by itself to timers that were set for less than this, by default `{ hours: 1 }`. Longer ones, a token that is
   * refreshed once a day say, fire when the test moves the clock past them.
   */
  upTo?: Duration | undefined
}

const rules: OptionRules<FollowOptions> = {
  moves: isOneOf(['by itself', 'by hand']),
  // What it is made of is checked where durations are.
  upTo: isRecordOf('a duration such as { hours: 1 }'),
}

export function mannerFrom(options: FollowOptions): Manner {
  const { moves = 'by itself', upTo } = checkedOptions(options, rules, {
    failed: 'Failed to follow the clock of a bank',
    advice: "Write followClock(bank), or followClock(bank, { moves: 'by hand' }). (§3)",
  })
  return {
    isByItself: moves === 'by itself',
    upTo: upTo === undefined ? HOUR : durationFrom(upTo, 'follow timers of up to'),
  }
}
