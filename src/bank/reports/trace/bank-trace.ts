/** What the page shows of one bank. */
import { isRejection } from '../../../core/rejection.ts'
import { isFinal } from '../../../core/wires/wire-status.ts'
import type { World } from '../../../core/world.ts'
import type { Keep } from '../../shell/state/log.ts'
import type { State } from '../../shell/state/shell.ts'
import { explain } from '../explain.ts'
import { requestsOf } from './requests.ts'
import type { KnownPayment } from './state-changes.ts'
import type { WalkedBank } from './steps.ts'
import type { BankTrace, TracedPayment } from './trace-data.ts'

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

/** So many payments that are not at their end are explained, and so many of the others. */
const MOST = { open: 12, ended: 60 }
/** Each explanation of an open payment runs the clock ahead, and with it all that is due: so many timers in all. */
const MOST_TIMERS = 2_000

/** The payments, each with its explanation as far as that is cheap. */
function paymentsOf(world: World, known: readonly KnownPayment[]): TracedPayment[] {
  const due = [...world.schedule].reduce((sum, { timers }) => sum + timers.size, 0)
  const left = { ...MOST, open: Math.min(MOST.open, Math.floor(MOST_TIMERS / due)) }
  return known.map((payment) => {
    const kind = isFinal(world.wires.payments.at(payment.slot).status) ? 'ended' : 'open'
    return paymentOf(world, payment, left[kind]-- > 0)
  })
}

/** One payment; `isExplained` where its explanation is worth what it costs. */
function paymentOf(world: World, { id, slot }: KnownPayment, isExplained: boolean): TracedPayment {
  const { direction, request } = world.wires.payments.at(slot).order
  const explanation = isExplained ? explain(world, id) : null
  return {
    id,
    direction,
    amount: request.amount,
    accountNumber: request.accountNumber,
    explanation: explanation === null || isRejection(explanation) ? null : explanation.text,
  }
}
