/** Transaction records: a posted or refused transaction as a test sees it, and how to find it. Amounts in minor units. (§2.8) */
import { partnerIdOf } from '../access/partner.ts'
import { findSubledger, numberOfSubledger } from '../accounts/lookup.ts'
import { finderOf, inquiryOf } from '../finder.ts'
import { uuidOf } from '../kernel/identity.ts'
import type { Money } from '../kernel/money.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading } from '../turn.ts'
import type { World } from '../world.ts'
import type { PostingCode } from './posting-codes.ts'
import type { Rail, TransactionCode, TransactionType } from './rail.ts'
import type { AccountReference, TransactionState } from './state.ts'

/** Whether a transaction moved money. */
export type TransactionStatus = (typeof transactionStatuses)[number]
export const transactionStatuses = ['Posted', 'Rejected'] as const

/** A transaction on one account. A transfer between two accounts of the bank is two transactions, one on each. */
export interface Transaction {
  /** UUID; the coreTransactionId of a wire. */
  id: string
  accountNumber: string
  /** The account on the other side, if the request named one inside the bank. */
  otherAccountNumber?: string
  rail: Rail
  transactionType: TransactionType
  /** Such as `Incoming ACH`. */
  transactionCode: TransactionCode
  /** Minor units, always positive; `transactionType` is the direction. */
  amount: Money
  currency: 'usd'
  description?: string
  /** `Rejected` if no money moved. */
  status: TransactionStatus
  /** `OK`, or why it was refused: `RES`, `NSF`, `ANF`, `CLS` … */
  postingCode: PostingCode
  /** Why it was refused: `10.00 asked, 5.00 available on the master`. Absent if it was posted. */
  reason?: string
  createdAt: string
  /** Present if the transaction was posted. */
  postedAt?: string
  /** The wire to which the transaction belongs, if any. */
  paymentId?: string
  /** The transaction of the same transfer on the other account. */
  relatedTransactionId?: string
  /** UUID. */
  partnerId: string
}

/** Which transactions to list, and which page of the list. */
export interface TransactionQuery extends PageQuery {
  /** The number of a subledger, or of a master account for the transactions of all its subledgers. */
  accountNumber?: string | undefined
}

/** Posted and refused transactions, in the order in which they were decided. */
export function listTransactions(reading: Reading, query: TransactionQuery): Page<Transaction> | Rejection {
  const { world, actor } = reading
  const isWanted = matcherOfAccount(reading, query.accountNumber, 'list the transactions of')
  if (isRejection(isWanted)) return isWanted

  const isListed = ({ partner, account }: TransactionState) => maySee(actor, partner) && isWanted(account)
  const slots = slotsWhere(world.ledger.transactions, isListed)
  return pageOf(reading, query, slots, (slot) => transactionRecord(world, slot))
}

/** Returns a predicate for the account with this number; a master's number matches all its subledgers, and no number matches everything. */
export function matcherOfAccount(
  reading: Reading,
  number: string | undefined,
  verb: string,
): ((account: AccountReference) => boolean) | Rejection {
  if (number === undefined) return () => true
  const asked = findSubledger(reading, number, verb)
  if (isRejection(asked)) return asked
  const { world } = reading
  const { isImplicit, master } = world.accounts.subledgers.at(asked)
  if (!isImplicit) return (account) => account === asked
  return (account) => typeof account === 'number' && world.accounts.subledgers.at(account).master === master
}

export const findTransaction = finderOf({
  stream: streams.transaction,
  records: (world) => world.ledger.transactions,
  isSeen: (transaction, partner) => transaction.partner === partner,
  code: 'transaction_not_found',
  noun: 'transaction',
  advice:
    "this partner has no such transaction. Take the id from bank.transactions.post(), or a wire's coreTransactionId. (§2.4)",
})

export const getTransaction = inquiryOf(findTransaction, ({ world }, slot) => transactionRecord(world, slot))

export function transactionRecord(world: World, slot: number): Transaction {
  const transaction = world.ledger.transactions.at(slot)
  const { seed, timeZone } = world.settings
  const numberOf = (account: AccountReference) =>
    typeof account === 'number' ? numberOfSubledger(world, account) : account
  const decidedAt = formatInstant(transaction.decidedAt, timeZone)
  const isPosted = transaction.postingCode === 'OK'
  const { other, description, payment, counterpart } = transaction
  // Fields are set one after another, as in wire-record.ts, and only those that exist.
  const record = { id: transactionIdOf(seed, slot), accountNumber: numberOf(transaction.account) } as Transaction
  if (other !== null) record.otherAccountNumber = numberOf(other)
  record.rail = transaction.rail
  record.transactionType = transaction.transactionType
  record.transactionCode = transaction.transactionCode
  record.amount = transaction.amount
  record.currency = 'usd'
  if (description !== null) record.description = description
  record.status = isPosted ? 'Posted' : 'Rejected'
  record.postingCode = transaction.postingCode
  if (!isPosted) record.reason = transaction.reason
  record.createdAt = decidedAt
  if (isPosted) record.postedAt = decidedAt
  if (payment !== null) record.paymentId = uuidOf(seed, streams.payment, payment)
  if (counterpart !== null) record.relatedTransactionId = transactionIdOf(seed, counterpart)
  record.partnerId = partnerIdOf(world, transaction.partner)
  return record
}

export function transactionIdOf(seed: number, slot: number): string {
  return uuidOf(seed, streams.transaction, slot)
}
