import type { Given } from '../../contract/absent.ts'
import type { TransactionRequest, TransferRequest } from '../../core/ledger/post.ts'
import type { Transaction, TransactionQuery } from '../../core/ledger/transaction-record.ts'
import type { Page } from '../../core/page.ts'
import { type Access, call, requiredText } from './checked-call.ts'
import { type ExpectedTransaction, expected, type PartOf, type WhichPayment } from './outcomes.ts'

/**
 * Transactions on any rail: what the bank's core posts to an account, or refuses (§2.8, §2.9). Amounts in minor units. The transactions of
 * wires are listed here, too.
 */
export interface Transactions {
  /**
   * Posts a transaction as if a rail had brought it in: ACH, card, check, real-time, a fee, a transfer. The bank decides it at once. A
   * refusal is no error: the transaction is kept as `Rejected` with its posting code, and moves no money.
   *
   * @param request - `accountNumber`, `rail`, `transactionType`, `transactionCode`, `amount` in minor units; `otherAccountNumber` if the
   *   other side is also an account of this bank
   * @returns the transaction on `accountNumber`: `Posted`, or `Rejected` with `RES`, `NSF`, `ANF`, `CLS`, `INA` … and the reason
   * @throws {UsageError} if a field is of the wrong shape, with every problem listed
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
   * const pulled = bank.transactions.post({
   *   accountNumber,
   *   rail: 'Ach',
   *   transactionType: 'Debit',
   *   transactionCode: 'Incoming ACH',
   *   amount: 25_000,
   * })
   * pulled.postingCode // 'RES'
   * ```
   */
  post(request: Given<TransactionRequest>): Transaction
  /**
   * Moves money from one account or subledger of the partner to another: a book transfer, posted on both or on neither.
   *
   * @param request - `debitAccountNumber`, `creditAccountNumber`, `amount` in minor units
   * @returns the transaction on the debit account, `Posted` or `Rejected`; its `relatedTransactionId` is the transaction on the credit
   *   account
   * @throws {UsageError} if a field is of the wrong shape
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * const savings = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Savings' })
   * bank.transactions.transfer({
   *   debitAccountNumber: accountNumber,
   *   creditAccountNumber: savings.accountNumber,
   *   amount: 5_000,
   * })
   * bank.subledgers.get(savings.accountNumber).availableBalance // 5000
   * ```
   */
  transfer(request: Given<TransferRequest>): Transaction
  /**
   * Returns a posted or refused transaction. `coreTransactionId` of a wire is such an id. @throws {RejectionError} `transaction_not_found`
   */
  get(id: string): Transaction
  /**
   * A page of the partner's transactions, in the order in which they were decided.
   *
   * @param query - `accountNumber`: a subledger, or a master account with all its subledgers; `pageNumber`, `pageSize`
   * @throws {RejectionError} `account_not_found`
   */
  list(query?: TransactionQuery): Page<Transaction>
  /**
   * Makes the bank refuse a future transaction, on any rail: the first that matches is `Rejected`. To match a book transfer, use
   * `rail: 'Internal'` and its debit account as `accountNumber`.
   *
   * @param match - fields of the request; by default any
   * @param which - `nth`: the n-th transaction that matches, instead of the first; `every`: all that match
   * @example
   * ```ts
   * bank.transactions.expect({ rail: 'Ach' }).toEnd('Rejected', { postingCode: 'RES' })
   * ```
   */
  expect(match?: PartOf<TransactionRequest>, which?: WhichPayment): ExpectedTransaction
}

export function transactions(access: Access): Transactions {
  return {
    post: (request) => call(access, 'transactions.post', request),
    // Returns a copy, because the world keeps the original as the answer to a repeat.
    transfer: (request) => ({ ...call(access, 'transactions.transfer', request) }),
    get: (id) => call(access, 'transactions.get', { id: requiredText(id, 'transaction id', 'transactions.get') }),
    list: (query = {}) => call(access, 'transactions.list', query),
    expect: (match = {}, which) => expected(access, 'transaction', match, which),
  }
}
