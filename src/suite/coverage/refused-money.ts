/** Coverage of refused payments: their posting codes, and the criteria of the restrictions that refused something. (§2.4, §2.8) */
import { restrictionRecord } from '../../core/accounts/restriction.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { postingCodes } from '../../core/ledger/posting-codes.ts'
import { type Axis, type Evidence, happenings } from './axis.ts'
import { account, lineOf, minute, opened, pay } from './statements.ts'

/** The lines of test code ask for a posting code, so that no rule of the bank has to cause it. */
const asked = {
  'of a wire': (code: string) =>
    lineOf(`bank.wires.expect().toEnd('Rejected', { postingCode: '${code}' })`, pay, minute),
  'of a transaction': (code: string) =>
    lineOf(
      `bank.transactions.expect().toEnd('Rejected', { postingCode: '${code}' })`,
      `bank.transactions.post({ accountNumber: ${account}, rail: 'Ach', transactionType: 'Debit', transactionCode: 'Incoming ACH', amount: 500 })`,
    ),
} as const

/** STP is left out because this bank has no stop payments. */
const codes = namesOf(postingCodes).filter((code) => code !== 'OK' && code !== 'STP')

export const postings: Axis = {
  title: 'Posting codes',
  section: '§2.4',
  rows: () =>
    Object.fromEntries(codes.flatMap((code) => namesOf(asked).map((of) => [`${code} ${of}`, asked[of](code)]))),
  met: function* (evidence) {
    for (const { postingCode } of happenings(evidence, 'wire.rejected')) yield `${postingCode} of a wire`
    for (const { postingCode } of happenings(evidence, 'transaction.refused')) yield `${postingCode} of a transaction`
  },
}

const placed = (criterion: string, value: string) =>
  lineOf(
    `bank.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', ${criterion}: ${value} })`,
    pay,
    minute,
  )

/** The criteria of a restriction, each with a line of test code in which it matches a payment. */
const criteria = {
  subAccountNumber: placed('subAccountNumber', account),
  rail: placed('rail', `'Wire'`),
  transactionType: placed('transactionType', `'Debit'`),
  otherAccountType: lineOf(
    `bank.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', otherAccountType: 'Deposit' })`,
    `const { accountNumber } = ${opened}`,
    `bank.transactions.transfer({ debitAccountNumber: ${account}, creditAccountNumber: accountNumber, amount: 500 })`,
  ),
  amountThreshold: placed('amountThreshold', '100'),
  transactionCode: placed('transactionCode', `'Outgoing Wire'`),
} as const

function* blocking(evidence: Evidence): Generator<string> {
  const { world } = evidence.state
  const reasons = [...happenings(evidence, 'wire.rejected', 'transaction.refused')].map(({ reason }) => reason)
  for (let slot = 0; slot < world.accounts.restrictions.size; slot++) {
    const restriction = restrictionRecord(world, slot)
    if (!reasons.some((reason) => reason.includes(restriction.id))) continue
    for (const criterion of namesOf(criteria)) if (restriction[criterion] != null) yield criterion
  }
}

export const restrictions: Axis = {
  title: 'Restrictions that refused a payment, by their criteria',
  section: '§2.8',
  rows: () => criteria,
  met: blocking,
}
