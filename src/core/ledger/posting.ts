/**
 * Posting: whether a transaction may happen on an account. Status, restrictions and money are looked at in this order; the
 * first refusal is the posting code. A refused posting is an outcome of the payment, not an error of the call. (§2.4, §2.8)
 */

import { masterAccountNumber } from '../accounts/account-number.ts'
import { numberOfSubledger } from '../accounts/lookup.ts'
import { blockingRestriction } from '../accounts/restriction.ts'
import type { AccountStatus } from '../accounts/state.ts'
import { formatMoney } from '../money.ts'
import type { Reading } from '../turn.ts'
import type { Activity } from './activity.ts'
import { spendable, staysExact } from './ledger.ts'
import type { PostingCode } from './state.ts'

/** The outcome of looking, before anything moves. */
export interface Decision {
  readonly code: PostingCode
  /** The fact behind a refusal, with both values. */
  readonly reason: string
}

const refusalOfStatus: { readonly [Status in Exclude<AccountStatus, 'Active'>]: PostingCode } = {
  Closed: 'CLS',
  Inactive: 'INA',
  Dormant: 'DRM',
  Escheatment: 'ESC',
  ChargeOff: 'CHR',
}

/** Decides whether the activity may be posted now. */
export function decidePosting(reading: Reading, activity: Activity): Decision {
  const { world } = reading
  const subledger = world.subledgers.at(activity.subledger)
  const master = world.accounts.at(subledger.master)
  reading.assume('wires.postingOrder')
  const numbers = [
    numberOfSubledger(world, activity.subledger),
    masterAccountNumber(world.settings.seed, subledger.master),
  ]
  for (const [index, status] of [subledger.status, master.status].entries()) {
    if (status === 'Active') continue
    reading.assume('accounts.statuses')
    return { code: refusalOfStatus[status], reason: `account ${numbers[index]} is ${status}` }
  }
  const restriction = blockingRestriction(reading, activity)
  if (restriction) {
    reading.assume('errors.blockedTransaction')
    return { code: 'RES', reason: `restriction ${restriction.id} ("${restriction.reason}") blocks it` }
  }
  const signed = activity.transactionType === 'Debit' ? -activity.amount : activity.amount
  if (!staysExact(world, activity.subledger, signed, activity.rail)) {
    return { code: 'ERR', reason: `a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount` }
  }
  if (activity.transactionType === 'Debit') {
    reading.assume('subledgers.ledgerType')
    const { amount, decidedBy } = spendable(world, activity.subledger)
    if (amount < activity.amount) {
      const asked = formatMoney(activity.amount)
      return { code: 'NSF', reason: `${asked} asked, ${formatMoney(amount)} available on the ${decidedBy}` }
    }
  }
  return { code: 'OK', reason: '' }
}
