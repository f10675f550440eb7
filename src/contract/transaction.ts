/** Transfers, and transactions on any rail: the requests, the record, the operations and the endpoints. (§2.8, §2.9) */
import * as z from 'zod/mini'
import { keysOf } from '../core/kernel/keys.ts'
import { post, type TransactionRequest, type TransferRequest, transfer } from '../core/ledger/post.ts'
import { postingCodes } from '../core/ledger/posting-codes.ts'
import { rails, transactionCodes, transactionTypes } from '../core/ledger/rail.ts'
import {
  getTransaction,
  listTransactions,
  type Transaction,
  transactionStatuses,
} from '../core/ledger/transaction-record.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import {
  type AsJson,
  accountNumber,
  accountQuery,
  amount,
  choiceOf,
  oneOf,
  text,
  timestamp,
  uuid,
} from './primitives.ts'
import { type Decides, inOrder, recordFrom, request, strictObject } from './record.ts'

export const transactionCode = oneOf(transactionCodes)
export const rail = z.enum([...rails, 'Internal'], { error: `must be one of ${rails.join(', ')} or Internal` })
export const transactionType = choiceOf(transactionTypes)

const isInternal: Decides = (value) => value === 'Internal'

export const transactionRequest = strictObject(() => ({
  accountNumber,
  otherAccountNumber: z.optional(accountNumber),
  rail: ['transactions.internalRail', rail, isInternal],
  transactionType,
  transactionCode,
  amount,
  description: text,
})) satisfies z.ZodMiniType<TransactionRequest>

const transferRequest = request('transactions.transfer', () => ({
  debitAccountNumber: accountNumber,
  creditAccountNumber: accountNumber,
  transactionCode: z.optional(transactionCode),
  amount,
  description: text,
  currency: z.optional(z.literal('usd', { error: 'must be usd' })),
  clientIdentifier: text,
})) satisfies z.ZodMiniType<TransferRequest>

const transaction = recordFrom('transactions.record', 'transaction', () => ({
  id: uuid,
  accountNumber,
  otherAccountNumber: z.optional(accountNumber),
  rail: ['transactions.internalRail', rail, isInternal],
  transactionType,
  transactionCode: z.string(),
  amount,
  currency: z.literal('usd'),
  description: text,
  status: z.enum(transactionStatuses),
  postingCode: z.enum(keysOf(postingCodes)),
  reason: text,
  createdAt: timestamp,
  postedAt: z.optional(timestamp),
  paymentId: z.optional(uuid),
  relatedTransactionId: ['transactions.transferRecord', z.optional(uuid)],
  partnerId: uuid,
})) satisfies z.ZodMiniType<AsJson<Transaction>>

// biome-ignore format: read it as a table
export const transactionOperations = {
  'transactions.post': operation(post, 'post a transaction', '§2.8', transactionRequest, { answer: transaction }),
  'transactions.transfer': operation(transfer, 'transfer money', '§2.9', transferRequest, {
    restsOn: ['transactions.transfer', 'transactions.transferRecord', 'transactions.transferFunds'],
  }),
  'transactions.get': inquiry(getTransaction, 'read the transaction', '§2.4', undefined, { restsOn: ['transactions.lookup'] }),
  'transactions.list': inquiry(listTransactions, 'list transactions', '§2.8', accountQuery, inOrder),
} as const

// biome-ignore format: read it as a table
export const transactionEndpoints = endpointsOf('banking', transactionOperations, {
  transferFunds: {
    method: 'POST', path: '/core/v1/transactions', operation: 'transactions.transfer', body: transferRequest,
    example: ({ accountNumber, subAccountNumber }) => ({ debitAccountNumber: accountNumber, creditAccountNumber: subAccountNumber, amount: 5_000 }),
    response: transaction, summary: 'transfer money between two accounts', assumption: 'transactions.transfer',
  },
  getTransaction: {
    method: 'GET', path: '/core/v1/transactions/{id}', operation: 'transactions.get',
    response: transaction, summary: 'look a transaction up', assumption: 'transactions.lookup', source: 'assumed',
  },
})
