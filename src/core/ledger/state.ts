/** The ledger, as the world keeps it: transactions, posted and refused, and the other side of each posting. */
import type { Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { PostingCode } from './posting-codes.ts'
import type { Rail, TransactionType } from './rail.ts'

export interface LedgerState {
  readonly transactions: Table<TransactionState>
  /** The sum of all master balances; with `settlement` it is always zero. */
  readonly deposits: Money
  readonly settlement: Settlement
}

export const ledger = sliceOf<LedgerState>({
  transactions: Table.empty,
  deposits: 0,
  settlement: { Ach: 0, Wire: 0, Rtp: 0, Check: 0, Card: 0, International: 0, Internal: 0 },
})

/** The debt of each rail to the bank's accounts: the other side of every posting. */
type Settlement = { readonly [Name in Rail]: Money }

/** The slot of a subledger; or the number in the request, where the partner has no such account. */
export type AccountReference = number | string

export interface TransactionState {
  readonly partner: number
  readonly account: AccountReference
  /** The account on the other side, where one inside the bank was named. */
  readonly other: AccountReference | null
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
  readonly description: string | null
  /** `OK` where money moved, or the reason why it did not. */
  readonly postingCode: PostingCode
  /** The fact behind a refusal; empty where it was posted. */
  readonly reason: string
  readonly decidedAt: Instant
  /** The wire whose transaction this is. */
  readonly payment: number | null
  /** The transaction of the same transfer on the other account. */
  readonly counterpart: number | null
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const ledgerStreams = { transaction: 4 } as const
