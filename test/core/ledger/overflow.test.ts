import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { formatMoney } from '../../../src/core/kernel/money.ts'
import { customerOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const MOST = Number.MAX_SAFE_INTEGER
type Accounts = Record<'accountNumber' | 'own' | 'second' | 'other', string>

it('refuses an inbound wire that would carry a balance past the exact range [§2.9 rule 5]', () => {
  const bank = createBank({ masterAccount: { balance: MOST - 5 } })
  const { accountNumber } = bank.masterAccount

  const wires = [6, 5, 1].map((amount) => bank.wires.simulateInbound(inboundWire(accountNumber, { amount })))
  bank.clock.advance({ minutes: 1 })

  expect(wires.map(({ id }) => bank.wires.get(id))).toMatchObject([
    { status: 'Rejected', posting: 'Pending', postingCode: 'ERR' },
    { status: 'Completed', postingCode: 'OK' },
    { status: 'Rejected', posting: 'Pending', postingCode: 'ERR' },
  ])
  expect(bank.masterAccount.currentBalance).toBe(MOST)
})

it('refuses to open an account with money that would carry the sum of all past the exact range [§2.9 rule 5]', () => {
  const bank = createBank({ masterAccount: { balance: MOST } })
  const before = bank.world

  expect(() => bank.accounts.open({ balance: 1 })).toThrow(
    expect.objectContaining({ code: 'amount_exceeds_safe_range' }),
  )
  expect(bank.world).toBe(before)
})

it.each([
  ['the master account to its own subledger', ({ accountNumber, own }: Accounts) => [accountNumber, own] as const],
  ['one empty subledger to another', ({ own, second }: Accounts) => [own, second] as const],
  ['one master account to another', ({ accountNumber, other }: Accounts) => [accountNumber, other] as const],
])('transfers money from %s of a bank that holds the largest exact sum [§2.9 rule 5]', (_, pick) => {
  const bank = createBank({ masterAccount: { balance: MOST } })
  const { accountNumber } = bank.masterAccount
  const [second, own, other] = [customerOf(bank), customerOf(bank), bank.accounts.open().accountNumber]
  const [debitAccountNumber, creditAccountNumber] = pick({ accountNumber, own, second, other })

  const debit = bank.transactions.transfer({ debitAccountNumber, creditAccountNumber, amount: 100 })
  const credit = bank.transactions.post({
    accountNumber: creditAccountNumber,
    otherAccountNumber: debitAccountNumber,
    ...{ rail: 'Internal', transactionType: 'Credit', transactionCode: 'Account Transfer', amount: 2 },
  })

  expect([debit, credit]).toMatchObject([{ postingCode: 'OK' }, { postingCode: 'OK' }])
  const sum = bank.accounts.all().reduce((total, { currentBalance }) => total + currentBalance, 0)
  expect(sum).toBe(MOST)
  expect(() => bank.restore(JSON.stringify(bank.snapshot()))).not.toThrow()
})

it('keeps its books exact where one rail brought in what another took out [§2.9 rule 5]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  const { accountNumber } = bank.masterAccount
  const post = (rail: 'Ach' | 'Check' | 'Rtp', transactionType: 'Credit' | 'Debit', amount: number) =>
    bank.transactions.post({ accountNumber, rail, transactionType, transactionCode: 'Adjustment', amount }).postingCode

  const codes = [post('Ach', 'Credit', MOST), post('Check', 'Debit', MOST), post('Rtp', 'Credit', 2)]

  expect(codes).toEqual(['OK', 'OK', 'OK'])
  expect(bank.masterAccount.currentBalance).toBe(2)
})

it('refuses to reverse a wire where the money that returns would pass the exact range [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: MOST } })
  const { accountNumber } = bank.masterAccount
  const out = bank.wires.create(outboundWire(accountNumber, { amount: 10 }))
  bank.clock.advanceToNextBatch()
  bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 3 }))
  bank.clock.advance({ minutes: 1 })
  const before = bank.world

  expect(() => bank.desk.reverse(out.id)).toThrow(expect.objectContaining({ code: 'amount_exceeds_safe_range' }))
  expect(bank.world).toBe(before)
})

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [100, '1.00'],
  [123_450, '1,234.50'],
  [-100_000_000, '-1,000,000.00'],
  [MOST, '90,071,992,547,409.91'],
])('writes %i minor units as %s [§2.4]', (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})
