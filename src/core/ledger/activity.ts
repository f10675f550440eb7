/** An activity: what is about to happen on a subledger, before anybody decides on it. (§2.8) */
import type { Money } from '../money.ts'
import type { Rail, TransactionType } from './rail.ts'

/** What is about to happen on a subledger. */
export interface Activity {
  readonly subledger: number
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
  /** The type of the account on the other side, where it is inside the service; null for an external bank. */
  readonly otherAccountType: string | null
}
