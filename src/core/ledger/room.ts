/**
 * The room of the ledger: what the world keeps of transactions, posted and refused, and of the other side of what was posted; what happens
 * there, and what is refused.
 */

import { formatMoney, type Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import { telling, tellingOfRefusal } from '../telling.ts'
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

/** What each rail owes the bank's accounts: the other side of every posting. */
type Settlement = { readonly [Name in Rail]: Money }

/** The slot of a subledger; or the number that was named, where the partner has no such account. */
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
  /** Whether money moved, and if not, why. */
  readonly postingCode: PostingCode
  /** The fact behind a refusal; empty where it was posted. */
  readonly reason: string
  readonly decidedAt: Instant
  /** The wire that this is the transaction of. */
  readonly payment: number | null
  /** The same transfer on the other account. */
  readonly counterpart: number | null
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const ledgerStreams = { transaction: 4 } as const

/** What is refused here, each with its HTTP status and the number in the error body. (§7) */
export const ledgerRejections = {
  posting_was_refused: { status: 400, number: 2013, from: 'transactions.reversal' },
  amount_exceeds_safe_range: { status: 400, number: 2014, from: 'limits.exactAmounts' },
  transaction_not_found: { status: 404, number: 2018, from: 'http.foreignRecords' },
} as const

interface TransactionFacts {
  transactionId: string
  accountNumber: string
  transactionCode: string
  /** Negative where money leaves the account. */
  amount: Money
}

const money = (became: string) =>
  telling<{ accountNumber: string; amount: Money; paymentId: string }>(
    'money',
    ({ amount, accountNumber }) => `${formatMoney(amount)} ${became} on ${accountNumber}`,
  )

/** What happens here, each with the sentence that the timeline tells of it. */
export const ledgerHappenings = {
  'transaction.posted': telling<TransactionFacts>(
    'money',
    ({ transactionCode, amount, accountNumber }) =>
      `${transactionCode} posted  ${formatMoney(amount)} on ${accountNumber}`,
  ),
  'transaction.refused': tellingOfRefusal<TransactionFacts & { postingCode: PostingCode; reason: string }>(
    'money',
    ({ transactionCode, postingCode, amount, accountNumber, reason }) =>
      `${transactionCode} Rejected ${postingCode}  ${formatMoney(amount)} on ${accountNumber}: ${reason}`,
  ),
  'money.reserved': money('reserved'),
  'money.released': money('released'),
  'money.posted': money('posted'),
}
