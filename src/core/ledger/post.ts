/** Posts and reverses transactions. A transfer posts both sides or neither. A refused transaction is kept with its code. (§2.8, §2.9) */
import { findSubledger } from '../accounts/lookup.ts'
import { outcomeAt, refusalAskedFor, takeExpectation } from '../faults/outcomes.ts'
import type { Money } from '../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { type Activity, mirrored, signedAmountOf } from './activity.ts'
import { moveMoney } from './ledger.ts'
import { type Decision, decidePosting, obstaclesBesidesMoney, obstaclesOfMoney, POSTED } from './posting-decision.ts'
import type { Rail, TransactionCode, TransactionType } from './rail.ts'
import type { AccountReference } from './state.ts'
import { addPosted, addTransaction, type Particulars, postTransaction } from './transaction.ts'
import { type Transaction, transactionRecord } from './transaction-record.ts'

/** The input of `bank.transactions.post()`: a transaction on any rail, as the bank's core would receive it. */
export interface TransactionRequest {
  /** The account or subledger on which the transaction happens. */
  accountNumber: string
  /** The account on the other side, if it is at this bank too. Both sides are posted, or neither. */
  otherAccountNumber?: string | undefined
  /** `Internal` is the bank's own bookkeeping: fees, interest, transfers between accounts. */
  rail: Rail
  /** The direction of the money, seen from `accountNumber`. */
  transactionType: TransactionType
  /** Such as `Incoming ACH`, `Fee`, `Account Transfer`. */
  transactionCode: TransactionCode
  /** Minor units. */
  amount: Money
  description?: string | undefined
}

/** The request of a book transfer between two accounts of the partner. */
export interface TransferRequest {
  debitAccountNumber: string
  creditAccountNumber: string
  /** By default `Account Transfer`. */
  transactionCode?: TransactionCode | undefined
  /** Minor units. */
  amount: Money
  description?: string | undefined
  /** Only `usd`. */
  currency?: 'usd' | undefined
  /** Information for the partner. It is an idempotency key only if `idempotency.otherClientIdentifiers` is `replayed`. */
  clientIdentifier?: string | undefined
}

export function transfer(turn: Turn, request: TransferRequest): Transaction {
  return post(turn, {
    accountNumber: request.debitAccountNumber,
    otherAccountNumber: request.creditAccountNumber,
    rail: 'Internal',
    transactionType: 'Debit',
    transactionCode: request.transactionCode ?? 'Account Transfer',
    amount: request.amount,
    description: request.description,
  })
}

/** Posts a transaction, or records its refusal. */
export function post(turn: Turn, request: TransactionRequest): Transaction {
  const { world } = turn
  const account = referenceTo(turn, request.accountNumber)
  const other = request.otherAccountNumber === undefined ? null : referenceTo(turn, request.otherAccountNumber)
  const { rail, transactionType, transactionCode, amount, description = null } = request
  const facts = { rail, transactionType, transactionCode, amount }
  if (typeof account === 'string' || typeof other === 'string') {
    const reason = `this partner has no account ${typeof account === 'string' ? account : other}`
    // If `account` is unknown, the transaction belongs to the acting partner, or to the default partner if the bank acts.
    const partner = turn.actor.kind === 'partner' ? turn.actor.partner : 0
    const whose = typeof account === 'string' ? { partner } : {}
    const activity = { subledger: account, other, ...facts }
    const decision: Decision = { code: 'ANF', reason, from: '§2.8' }
    return reportTransaction(turn, addTransaction(world, activity, decision, { ...whose, description }), decision)
  }
  const activity = { subledger: account, other, ...facts }
  const { partner } = world.accounts.masters.at(world.accounts.subledgers.at(account).master)
  const expectation = takeExpectation(turn, 'transaction', () => request, partner)
  const decision = refusalAskedFor(outcomeAt(world, expectation)) ?? decide(turn, activity)
  if (decision.code !== 'OK') {
    return reportTransaction(turn, addTransaction(world, activity, decision, { description }), decision)
  }

  // Nothing is refused from here on.
  const slot = world.ledger.transactions.size
  const tell = (posted: number) => void reportTransaction(turn, posted)
  if (other === null) return transactionRecord(world, postTransaction(turn, activity, { description }, { tell }))
  if (transactionType === 'Debit') moveMoney(world, account, other, amount)
  else moveMoney(world, other, account, amount)
  addPosted(turn, activity, { description, counterpart: slot + 1 }, tell)
  addPosted(turn, mirrored(activity, other), { description, counterpart: slot }, tell)
  return transactionRecord(world, slot)
}

/** A transfer is posted only if both sides may be posted; the debit is checked first. */
function decide(turn: Turn, activity: Activity): Decision {
  const { other } = activity
  if (other === null) return decidePosting(turn, activity)
  if (other === activity.subledger) return { code: 'ERR', reason: 'the account is on both sides', from: '§2.8' }
  const sides = [activity, mirrored(activity, other)]
  if (activity.transactionType === 'Credit') sides.reverse()
  const decisions = sides.map((side) => decidePosting(turn, side))
  return decisions.find(({ code }) => code !== 'OK') ?? POSTED
}

function referenceTo(turn: Turn, number: string): AccountReference {
  const slot = findSubledger(turn, number, 'post to')
  return isRejection(slot) ? number : slot
}

/** Posts the opposite of `activity`. The assumption `transactions.reversal` decides which obstacles apply. (§2.8) */
export function reverseTransaction(
  turn: Turn,
  activity: Activity,
  verb: string,
  particulars: Particulars,
  tell: () => void,
): Rejection | undefined {
  const transactionType = activity.transactionType === 'Debit' ? 'Credit' : 'Debit'
  const reversal = { ...activity, transactionType, transactionCode: 'Reversal' } as const
  const blocks = [...obstaclesBesidesMoney(turn, reversal)]
  const isBlocked = blocks.length > 0 && turn.assume('transactions.reversal') === 'checked'
  for (const { code, fact, remedy } of isBlocked ? blocks : obstaclesOfMoney(turn, reversal)) {
    const refusal = code === 'ERR' ? 'amount_exceeds_safe_range' : 'posting_was_refused'
    return reject(refusal, `Failed to ${verb}: ${code}, ${fact}. It would post if ${remedy}. (§2.8)`)
  }
  postTransaction(turn, reversal, particulars, { tell })
  return undefined
}

function reportTransaction(turn: Turn, slot: number, { from } = POSTED): Transaction {
  const record = transactionRecord(turn.world, slot)
  const { id, accountNumber, transactionCode, postingCode, reason = '' } = record
  const facts = { transactionId: id, accountNumber, transactionCode, amount: signedAmountOf(record) }
  if (postingCode === 'OK') turn.tell({ what: 'transaction.posted', ...facts })
  else turn.tell({ what: 'transaction.refused', ...facts, postingCode, reason }, from)
  return record
}
