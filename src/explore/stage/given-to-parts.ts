/** What `stage.ts` gives to each part of a run: the bank, the clock that the partner's code follows, the plan of changes, and the log. */
import type { Bank } from '../../bank/bank.ts'
import type { TimerClock } from '../../time/timer-clock.ts'
import type { Change } from '../changes/change.ts'
import type { Plan } from '../changes/plan.ts'
import type { ExploreOptions } from '../types.ts'
import type { RunLog } from './run-log.ts'

export interface GivenToParts {
  readonly bank: Bank
  readonly clock: TimerClock
  readonly plan: Plan
  readonly log: RunLog
  readonly options: ExploreOptions
  readonly changes: readonly Change[]
}
