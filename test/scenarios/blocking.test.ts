/** A partner's stories about money that must not move, on every rail at once. (§2.8) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { inboundWire, outboundWire } from '../support/wire.ts'

/** A day on which money comes and goes on many rails; the posting code of each. */
function aDayOn(bank: Bank, accountNumber: string): Record<string, string> {
  const post = bank.transactions.post
  const [Debit, Credit] = ['Debit', 'Credit'] as const
  const base = { accountNumber, amount: 500 }
  const posted = {
    'payroll in by ACH': post({ ...base, rail: 'Ach', transactionType: Credit, transactionCode: 'Incoming ACH' }),
    'bill pulled by ACH': post({ ...base, rail: 'Ach', transactionType: Debit, transactionCode: 'Incoming ACH' }),
    'supplier paid by ACH': post({ ...base, rail: 'Ach', transactionType: Debit, transactionCode: 'Outgoing ACH' }),
    'card purchase': post({ ...base, rail: 'Card', transactionType: Debit, transactionCode: 'Withdrawal' }),
    'check cashed': post({ ...base, rail: 'Check', transactionType: Debit, transactionCode: 'Check' }),
    'monthly fee': post({ ...base, rail: 'Internal', transactionType: Debit, transactionCode: 'Fee' }),
  }
  const wires = {
    'wire out': bank.wires.create(outboundWire(accountNumber, { amount: 500 })),
    'wire in': bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 500 })),
  }
  bank.clock.advanceToNextBatch()
  return {
    ...Object.fromEntries(Object.entries(posted).map(([name, { postingCode }]) => [name, postingCode])),
    ...Object.fromEntries(Object.entries(wires).map(([name, { id }]) => [name, bank.wires.get(id).postingCode ?? ''])),
  }
}

const nothingBlocked = {
  'payroll in by ACH': 'OK',
  'bill pulled by ACH': 'OK',
  'supplier paid by ACH': 'OK',
  'card purchase': 'OK',
  'check cashed': 'OK',
  'monthly fee': 'OK',
  'wire out': 'OK',
  'wire in': 'OK',
}

it('lets a day pass on which nothing is blocked [§2.8 rule 3]', () => {
  const bank = createBank()

  expect(aDayOn(bank, bank.masterAccount.accountNumber)).toEqual(nothingBlocked)
})

it('freezes an account: nothing moves on any rail, the money stays [§2.8 rule 3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', reason: 'Frozen' })

  const day = aDayOn(bank, accountNumber)

  expect(new Set(Object.values(day))).toEqual(new Set(['RES']))
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, availableBalance: 100_000_000 })
})

it('blocks one rail and no other [§2.8 rule 3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })

  expect(aDayOn(bank, accountNumber)).toEqual({
    ...nothingBlocked,
    'payroll in by ACH': 'RES',
    'bill pulled by ACH': 'RES',
    'supplier paid by ACH': 'RES',
  })
})

it('blocks what other banks pull by ACH, by its transaction code and type, and lets what they bring pass [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({
    accountNumber,
    appliesTo: 'All',
    transactionCode: 'Incoming ACH',
    transactionType: 'Debit',
  })

  expect(aDayOn(bank, accountNumber)).toEqual({ ...nothingBlocked, 'bill pulled by ACH': 'RES' })
})

it('runs a program for wires alone, whatever the partner restricts besides [§2.8 rule 7]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.desk.policies.set(bank.partner.productId, [{ rail: 'Wire' }])
  bank.restrictions.create({ accountNumber, appliesTo: 'All', transactionType: 'Credit' })

  const day = aDayOn(bank, accountNumber)

  expect(Object.entries(day).filter(([, code]) => code === 'OK')).toEqual([['wire out', 'OK']])
})
