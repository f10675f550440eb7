/** The state of the ledger in the world: posted and refused transactions, and the settlement accounts behind all postings. */
import type { Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { PostingCode } from './posting-codes.ts'
import type { Rail, TransactionType } from './rail.ts'

export interface LedgerState {
  readonly transactions: Table<TransactionState>
  /** The sum of all master balances. Together with the sum of `settlement` it is always zero. */
  readonly deposits: Money
  /** The settlement account of each rail: the other side of every posting that is not between two accounts of this bank. */
  readonly settlement: { readonly [Name in Rail]: Money }
}

export const ledger = sliceOf<LedgerState>({
  transactions: Table.empty,
  deposits: 0,
  settlement: { Ach: 0, Wire: 0, Rtp: 0, Check: 0, Card: 0, International: 0, Internal: 0 },
})

/** The slot of a subledger, or the number in the request if the partner has no such account. */
export type AccountReference = number | string

export interface TransactionState {
  readonly partner: number
  readonly account: AccountReference
  /** The account on the other side, if the request named one inside the bank. */
  readonly other: AccountReference | null
  readonly rail: Rail
  readonly transactionType: TransactionType
  readonly transactionCode: string
  readonly amount: Money
  readonly description: string | null
  readonly postingCode: PostingCode
  /** Empty if the transaction was posted. */
  readonly reason: string
  readonly decidedAt: Instant
  /** The wire to which the transaction belongs; null if there is none. */
  readonly payment: number | null
  /** The transaction of the same transfer on the other account; null if there is none. */
  readonly counterpart: number | null
}

/** One stream (see streams.ts) for each kind of id in this folder. Never change a number: every id of its kind would change. */
export const ledgerStreams = { transaction: 4 } as const
