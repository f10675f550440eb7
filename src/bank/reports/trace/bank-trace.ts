/** What the page shows of one bank. */
import type { Keep } from '../../shell/state/log.ts'
import type { State } from '../../shell/state/shell.ts'
import { paymentsOf } from './payments.ts'
import { requestsOf } from './requests.ts'
import type { WalkedBank } from './steps.ts'
import type { BankTrace } from './trace-data.ts'

/** @param first - the number of the first request that is shown; by default all that are kept */
export function bankTraceOf(
  title: string,
  state: State,
  keep: Keep,
  { walk, journal, missing }: WalkedBank,
  first?: number,
): BankTrace {
  const { settings } = state.world
  const { steps, follower } = walk
  return {
    title,
    seed: settings.seed,
    timeZone: settings.timeZone,
    steps,
    ...requestsOf(state, keep, missing, first),
    accounts: follower.accounts,
    payments: paymentsOf(state.world, follower.payments),
    // What was asked, without what came of it: the steps show that, and a replay finds it by itself.
    journal: journal?.map(({ happenings: _, ...asked }) => asked) ?? null,
    missing,
  }
}
