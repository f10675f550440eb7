/** Reversal: the opposite of a posted transaction. The bank may do it in spite of restrictions, but not without money. (§2.4) */
import { formatMoney } from '../kernel/money.ts'
import { type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import type { Activity } from './activity.ts'
import { spendable, staysExact } from './ledger.ts'
import { type Particulars, postTransaction } from './transaction.ts'

/** Posts the opposite of `activity`, or says why it cannot. */
export function reverseTransaction(
  turn: Turn,
  activity: Activity,
  verb: string,
  particulars: Particulars,
): Rejection | undefined {
  const { world } = turn
  const { subledger, rail, amount } = activity
  const isCredit = activity.transactionType === 'Debit'
  if (!staysExact(world, subledger, isCredit ? amount : -amount, rail)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to ${verb}: a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount. Use smaller amounts. (§2.9)`,
    )
  }
  const available = spendable(world, subledger)
  if (!isCredit && available.amount < amount) {
    return reject(
      'posting_was_refused',
      `Failed to ${verb}: ${formatMoney(amount)} must go back, ${formatMoney(available.amount)} is available on the ${available.decidedBy}. Fund the account first. (§2.9)`,
    )
  }
  const reversal = { ...activity, transactionType: isCredit ? 'Credit' : 'Debit', transactionCode: 'Reversal' } as const
  postTransaction(turn, reversal, particulars)
  return undefined
}
