import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { achDebit, customerOf } from '../../support/requests.ts'

it('moves money between two subledgers and leaves their master as it was [§2.9 rule 5]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const savings = customerOf(bank, 'Savings')

  const debit = bank.transactions.transfer({
    debitAccountNumber: accountNumber,
    creditAccountNumber: savings,
    amount: 5_000,
    description: 'Set aside',
  })

  expect(debit).toMatchObject({
    accountNumber,
    otherAccountNumber: savings,
    rail: 'Internal',
    transactionType: 'Debit',
    transactionCode: 'Account Transfer',
    status: 'Posted',
    description: 'Set aside',
  })
  expect(bank.transactions.get(debit.relatedTransactionId as string)).toMatchObject({
    accountNumber: savings,
    otherAccountNumber: accountNumber,
    transactionType: 'Credit',
    relatedTransactionId: debit.id,
    amount: 5_000,
  })
  expect(bank.subledgers.get(accountNumber).currentBalance).toBe(99_995_000)
  expect(bank.subledgers.get(savings).currentBalance).toBe(5_000)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, transactionCount: 3 })
})

it('moves money between two master accounts of the partner [§2.9]', () => {
  const bank = createBank()
  const payroll = bank.accounts.open({ title: 'Payroll' })

  bank.transactions.transfer({
    debitAccountNumber: bank.masterAccount.accountNumber,
    creditAccountNumber: payroll.accountNumber,
    amount: 30_000_000,
  })

  expect(bank.accounts.all().map(({ currentBalance }) => currentBalance)).toEqual([70_000_000, 30_000_000])
})

it.each(['Debit', 'Credit'] as const)(
  'posts neither side where the other one is refused, asked for as a %s [§2.9 rule 5]',
  (transactionType) => {
    const bank = createBank()
    const [first, second] = [customerOf(bank), customerOf(bank)]
    bank.accounts.setStatus(second, 'Closed')

    const transfer = bank.transactions.post(
      achDebit(first, { otherAccountNumber: second, rail: 'Internal', transactionType }),
    )

    expect(transfer).toMatchObject({ status: 'Rejected', postingCode: 'CLS', accountNumber: first })
    expect(transfer.relatedTransactionId).toBeUndefined()
    expect([first, second].map((number) => bank.subledgers.get(number).transactionCount)).toEqual([0, 0])
    expect(bank.transactions.list({ accountNumber: second }).results).toEqual([])
  },
)

it.each([
  ['Deposit', 'RES'],
  ['GeneralLedger', 'OK'],
])(
  'blocks transfers between accounts with otherAccountType %s: %s, and no payment to another bank [§2.8]',
  (otherAccountType, code) => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    const savings = customerOf(bank, 'Savings')
    bank.restrictions.create({ accountNumber, appliesTo: 'All', otherAccountType })

    const transfer = bank.transactions.transfer({
      debitAccountNumber: accountNumber,
      creditAccountNumber: savings,
      amount: 5_000,
    })
    const outside = bank.transactions.post(achDebit(accountNumber))

    expect([transfer.postingCode, outside.postingCode]).toEqual([code, 'OK'])
  },
)

it('refuses a transfer from an account to itself [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const transfer = bank.transactions.transfer({
    debitAccountNumber: accountNumber,
    creditAccountNumber: accountNumber,
    amount: 1,
  })

  expect(transfer).toMatchObject({ status: 'Rejected', postingCode: 'ERR', reason: 'the account is on both sides' })
})

it('transfers twice with one clientIdentifier, as that is information [§2.9]', () => {
  const bank = createBank()
  const request = {
    debitAccountNumber: bank.masterAccount.accountNumber,
    creditAccountNumber: customerOf(bank),
    amount: 5_000,
    clientIdentifier: 'transfer 1',
  }

  const first = bank.transactions.transfer(request)
  const second = bank.transactions.transfer(request)

  expect(second.id).not.toBe(first.id)
  expect(bank.subledgers.get(request.creditAccountNumber).currentBalance).toBe(10_000)
})

it('repeats the answer to a transfer with the same clientIdentifier and body by an assumption [§2.9]', () => {
  const bank = createBank({ assume: { 'idempotency.otherClientIdentifiers': 'replayed' } })
  const request = {
    debitAccountNumber: bank.masterAccount.accountNumber,
    creditAccountNumber: customerOf(bank),
    amount: 5_000,
    clientIdentifier: 'transfer 1',
  }

  const first = bank.transactions.transfer(request)
  const second = bank.transactions.transfer(request)

  expect(second).toEqual(first)
  expect(bank.subledgers.get(request.creditAccountNumber).currentBalance).toBe(5_000)
})
