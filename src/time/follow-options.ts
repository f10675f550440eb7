/** How a bank's clock is followed: the options, checked before anything is taken over. */

import { durationFrom } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, type OptionRules } from '../contract/options.ts'
import { namesOf } from '../core/kernel/names.ts'
import type { Duration } from '../core/kernel/time/duration.ts'
import { HOUR } from '../core/kernel/time/instant.ts'
import type { Manner } from './followed-clock.ts'

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

export function mannerFrom(options: FollowOptions): Pick<Manner, 'isByItself' | 'longest'> {
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
