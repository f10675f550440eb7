/** The happenings of postings, each with its facts and its sentence in the timeline. */
import { formatMoney, type Money } from '../kernel/money.ts'
import { telling, tellingOfRefusal } from '../telling.ts'
import type { PostingCode } from './posting-codes.ts'

interface TransactionFacts {
  transactionId: string
  accountNumber: string
  transactionCode: string
  /** Negative if money leaves the account. */
  amount: Money
}

const money = (became: string) =>
  telling<{ accountNumber: string; amount: Money; paymentId: string }>(
    'money',
    ({ amount, accountNumber }) => `${formatMoney(amount)} ${became} on ${accountNumber}`,
  )

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
    ['wires.postingOrder'],
  ),
  'money.reserved': money('reserved'),
  'money.released': money('released'),
  'money.posted': money('posted'),
}
