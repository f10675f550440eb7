/** Reversal: the opposite of a posted transaction. The same obstacles apply as to any posting. (§2.8) */
import { type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import type { Activity } from './activity.ts'
import { obstaclesOfMoney, obstaclesTo } from './posting-decision.ts'
import { type Particulars, postTransaction } from './transaction.ts'

/** Posts the opposite of `activity`, or says why it cannot. */
export function reverseTransaction(
  turn: Turn,
  activity: Activity,
  verb: string,
  particulars: Particulars,
): Rejection | undefined {
  const transactionType = activity.transactionType === 'Debit' ? 'Credit' : 'Debit'
  const reversal = { ...activity, transactionType, transactionCode: 'Reversal' } as const
  const obstacles = turn.assume('transactions.reversal') === 'checked' ? obstaclesTo : obstaclesOfMoney
  for (const { code, fact, remedy } of obstacles(turn, reversal)) {
    const refusal = code === 'ERR' ? 'amount_exceeds_safe_range' : 'posting_was_refused'
    return reject(refusal, `Failed to ${verb}: ${code}, ${fact}. It would post if ${remedy}. (§2.8)`)
  }
  postTransaction(turn, reversal, particulars)
  return undefined
}
