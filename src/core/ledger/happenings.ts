/** The happenings of postings, each with its facts and its sentence in the timeline. */
import type { AssumptionId } from '../assumptions/catalogue.ts'
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

const money = (became: string, restsOn: readonly AssumptionId[] = []) =>
  telling<{ accountNumber: string; amount: Money; paymentId: string }>(
    'money',
    ({ amount, accountNumber }) => `${formatMoney(amount)} ${became} on ${accountNumber}`,
    restsOn,
  )

export const ledgerHappenings = {
  'transaction.posted': telling<TransactionFacts>(
    'money',
    ({ transactionCode, amount, accountNumber }) =>
      `${transactionCode} posted  ${formatMoney(amount)} on ${accountNumber}`,
    // The ledger type says which balance must cover the money that leaves.
    ({ amount }) => (amount < 0 ? ['subledgers.ledgerType'] : []),
  ),
  'transaction.refused': tellingOfRefusal<TransactionFacts & { postingCode: PostingCode; reason: string }>(
    'money',
    ({ transactionCode, postingCode, amount, accountNumber, reason }) =>
      `${transactionCode} Rejected ${postingCode}  ${formatMoney(amount)} on ${accountNumber}: ${reason}`,
    ['wires.postingOrder'],
  ),
  'money.reserved': money('reserved', ['subledgers.ledgerType']),
  'money.released': money('released'),
  'money.posted': money('posted'),
}
