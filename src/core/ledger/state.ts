/** What the world keeps of the ledger: posted transactions, and the other side of them. */
import type { Money } from '../money.ts'
import type { Instant } from '../time/instant.ts'
import type { Rail, TransactionType } from './rail.ts'

/** What each rail owes the bank's accounts: the other side of every posting. */
export type Settlement = { readonly [Name in Rail]: Money }

/** Why a posting was made or refused; the published codes of the service. */
export type PostingCode = 'OK' | 'RES' | 'NSF' | 'ANF' | 'CLS' | 'INA' | 'DRM' | 'ESC' | 'CHR' | 'STP' | 'ERR'

export interface TransactionState {
  readonly subledger: number
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
  readonly postedAt: Instant
}
