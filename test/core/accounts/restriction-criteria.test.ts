/**
 * Every criterion × match, wildcard, miss × debit, credit × master, subledger: the activity is the same in all, and the one
 * criterion alone decides. (§2.8)
 */
import { expect, it } from 'vitest'
import { createBank, type RestrictionRequest } from 'vostro'
import { customerOf } from '../../support/requests.ts'

type Own = 'master' | 'subledger'
type Type = 'Debit' | 'Credit'

/** For each criterion, a value that matches a transfer of 10000 on this account, and a value that misses it. */
const criteria: {
  [Name in Exclude<keyof RestrictionRequest, 'reason' | 'notes' | 'type'>]: (
    own: Own,
    type: Type,
    numbers: { own: string; other: string },
  ) => { match: RestrictionRequest[Name]; miss: RestrictionRequest[Name]; wildcard: RestrictionRequest[Name] }
} = {
  subAccountNumber: (_, __, { own, other }) => ({ match: own, miss: other, wildcard: null }),
  appliesTo: (own) => ({
    match: own === 'master' ? 'Account' : 'SubAccounts',
    miss: own === 'master' ? 'SubAccounts' : 'Account',
    wildcard: 'All',
  }),
  rail: () => ({ match: 'Rtp', miss: 'Ach', wildcard: null }),
  transactionType: (_, type) => ({ match: type, miss: type === 'Debit' ? 'Credit' : 'Debit', wildcard: null }),
  otherAccountType: () => ({ match: 'Deposit', miss: 'GeneralLedger', wildcard: null }),
  amountThreshold: () => ({ match: 10_000, miss: 10_001, wildcard: null }),
  transactionCode: (_, type) => ({
    match: type === 'Debit' ? 'RTP Debit' : 'RTP Credit',
    miss: 'Fee',
    wildcard: null,
  }),
}

const cases = Object.keys(criteria).flatMap((criterion) =>
  (['match', 'wildcard', 'miss'] as const).flatMap((verdict) =>
    (['Debit', 'Credit'] as const).flatMap((type) =>
      (['master', 'subledger'] as const).map((own) => [criterion, verdict, type, own] as const),
    ),
  ),
)

it('has all 84 cases [§2.8 rule 1]', () => {
  expect(cases.length).toBe(7 * 3 * 2 * 2)
})

it.each(cases)('decides by %s alone: a %s of a %s on the %s [§2.8 rule 1]', (name, verdict, transactionType, own) => {
  const bank = createBank()
  const { accountNumber: master } = bank.masterAccount
  const [customer, another] = [customerOf(bank), customerOf(bank)]
  const number = own === 'master' ? master : customer
  // A separate account, so that the restriction is on one side only.
  const outside = bank.accounts.open({ balance: 1_000_000 }).accountNumber
  const values = criteria[name as keyof typeof criteria](own, transactionType, { own: number, other: another })
  bank.restrictions.create({ accountNumber: master, appliesTo: 'All', [name]: values[verdict] })

  const transaction = bank.transactions.post({
    accountNumber: number,
    otherAccountNumber: outside,
    rail: 'Rtp',
    transactionType,
    transactionCode: transactionType === 'Debit' ? 'RTP Debit' : 'RTP Credit',
    amount: 10_000,
  })

  const isBlocked = verdict !== 'miss'
  expect(transaction.postingCode).toBe(isBlocked ? 'RES' : 'OK')
  expect(bank.accounts.get(outside).currentBalance).toBe(
    isBlocked ? 1_000_000 : transactionType === 'Debit' ? 1_010_000 : 990_000,
  )
})

it.each([
  [9_999, 'OK'],
  [10_000, 'RES'],
  [10_001, 'RES'],
])('holds %i against a threshold of 10000: %s [§8]', (amount, code) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 10_000 })

  const { postingCode } = bank.transactions.post({
    accountNumber,
    rail: 'Card',
    transactionType: 'Debit',
    transactionCode: 'Withdrawal',
    amount,
  })

  expect(postingCode).toBe(code)
})
