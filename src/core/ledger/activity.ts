/** Activities: planned postings on a subledger, before the bank decides whether to post them. (§2.8) */
import type { Money } from '../kernel/money.ts'
import type { AccountType, Rail, TransactionType } from './rail.ts'

export interface Activity {
  readonly subledger: number
  /** The subledger on the other side; null if the other side is not an account of this bank. */
  readonly other: number | null
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
}

/** Null if the account on the other side is at another bank (§2.8). */
export function otherAccountTypeOf({ other, rail }: Activity): AccountType | null {
  if (other !== null) return 'Deposit'
  return rail === 'Internal' ? 'GeneralLedger' : null
}

/** The same activity, seen from the account on the other side. */
export function mirrored(activity: Activity, other: number): Activity {
  const transactionType = activity.transactionType === 'Debit' ? 'Credit' : 'Debit'
  return { ...activity, subledger: other, other: activity.subledger, transactionType }
}

/** Negative if money leaves the account. */
export function signedAmountOf({ transactionType, amount }: Pick<Activity, 'transactionType' | 'amount'>): Money {
  return transactionType === 'Debit' ? -amount : amount
}
