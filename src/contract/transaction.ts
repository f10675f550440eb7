/** Transactions on any rail and transfers: the requests and the record. (§2.8, §2.9) */

import * as z from 'zod'
import type { TransactionRequest, TransferRequest } from '../core/ledger/post.ts'
import { post, transfer } from '../core/ledger/post.ts'
import { rails, transactionCodes, transactionTypes } from '../core/ledger/rail.ts'
import type { Transaction } from '../core/ledger/transaction-record.ts'
import { getTransaction, listTransactions } from '../core/ledger/transaction-record.ts'
import { endpointsOf } from './endpoint.ts'
import { inquiry, operation } from './operation.ts'
import { type AsJson, accountNumber, accountQuery, amount, oneOf, timestamp, uuid } from './primitives.ts'

const text = z.string().optional()
export const transactionCode = oneOf(transactionCodes)
export const rail = z.enum([...rails, 'Internal'], { error: `must be one of ${rails.join(', ')} or Internal` })
export const transactionType = z.enum(transactionTypes, { error: 'must be Debit or Credit' })

export const transactionRequest = z.strictObject({
  accountNumber,
  otherAccountNumber: accountNumber.optional(),
  rail,
  transactionType,
  transactionCode,
  amount,
  description: text,
}) satisfies z.ZodType<TransactionRequest>

export const transferRequest = z.strictObject({
  debitAccountNumber: accountNumber,
  creditAccountNumber: accountNumber,
  transactionCode: transactionCode.optional(),
  amount,
  description: text,
  currency: z.literal('usd', { error: 'must be usd' }).optional(),
  clientIdentifier: text,
}) satisfies z.ZodType<TransferRequest>

export const transaction = z.strictObject({
  id: uuid,
  accountNumber,
  otherAccountNumber: accountNumber.optional(),
  rail,
  transactionType,
  transactionCode: z.string(),
  amount,
  currency: z.literal('usd'),
  description: text,
  status: z.enum(['Posted', 'Rejected']),
  postingCode: z.enum(['OK', 'RES', 'NSF', 'ANF', 'CLS', 'INA', 'DRM', 'ESC', 'CHR', 'STP', 'ERR']),
  reason: text,
  createdAt: timestamp,
  postedAt: timestamp.optional(),
  paymentId: uuid.optional(),
  relatedTransactionId: uuid.optional(),
  partnerId: uuid,
}) satisfies z.ZodType<AsJson<Transaction>>

/** What can be done here, in the order in which a reader looks for it. */
export const transactionOperations = {
  'transactions.post': operation(post, { verb: 'post a transaction', section: '§2.8', schema: transactionRequest }),
  'transactions.transfer': operation(transfer, { verb: 'transfer money', section: '§2.9', schema: transferRequest }),
  'transactions.get': inquiry(getTransaction, { verb: 'read the transaction', section: '§2.4' }),
  'transactions.list': inquiry(listTransactions, { verb: 'list transactions', section: '§2.8', schema: accountQuery }),
} as const

// biome-ignore format: read it as a table
/** The calls of this section. */
export const transactionEndpoints = endpointsOf(transactionOperations, {
  transferFunds: {
    service: 'banking', method: 'POST', path: '/core/v1/transactions', aliases: [], isSecured: true,
    operation: 'transactions.transfer', body: transferRequest, response: transaction,
    summary: 'transfer money between two accounts', section: '§2.9', source: 'published',
  },
})
