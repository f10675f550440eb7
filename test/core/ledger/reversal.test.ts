import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { audit } from '../../support/auditor.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A bank with a completed wire of 100.00, out or in. */
function bankWith(direction: 'Outbound' | 'Inbound', bank: Bank = createBank()): { bank: Bank; id: string } {
  const { id } =
    direction === 'Outbound'
      ? bank.wires.create(outboundWire(bank))
      : bank.wires.simulateInbound(inboundWire(bank, { amount: 10_000 }))
  bank.clock.advanceToNextBatch()
  return { bank, id }
}

const freezes: readonly [string, (bank: Bank) => unknown, string][] = [
  ['closed', (bank) => bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Closed'), 'CLS'],
  ['under a policy without it', (bank) => bank.desk.policies.set(bank.partner.productId, [{ rail: 'Ach' }]), 'RES'],
  [
    'frozen',
    (bank) => bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' }),
    'RES',
  ],
  [
    'restricted for reversals',
    (bank) =>
      bank.desk.restrictions.create({
        accountNumber: bank.masterAccount.accountNumber,
        appliesTo: 'All',
        transactionCode: 'Reversal',
      }),
    'RES',
  ],
]

it.each(
  freezes.flatMap(([what, freeze, code]) =>
    (['Outbound', 'Inbound'] as const).map((direction) => [direction, what, freeze, code] as const),
  ),
)('reverses no %s wire of an account that is %s [§2.8 rules 3, 7]', (direction, _, freeze, code) => {
  const { bank, id } = bankWith(direction)
  freeze(bank)
  const before = bank.world

  expect(() => bank.desk.reverse(id)).toThrow(expect.objectContaining({ code: 'posting_was_refused' }))
  expect(() => bank.desk.reverse(id)).toThrow(`${code}, `)
  expect(bank.world).toBe(before)
  expect(bank.wires.get(id).wasReversed).toBe(false)
})

it('reverses again once the account is thawed [§2.8 rule 4]', () => {
  const { bank, id } = bankWith('Outbound')
  const restriction = bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })
  expect(() => bank.desk.reverse(id)).toThrow(
    `It would post if restriction ${restriction.id} ("Restriction") were removed.`,
  )

  bank.restrictions.remove(restriction.id)
  bank.desk.reverse(id)

  expect(bank.wires.get(id).wasReversed).toBe(true)
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
  audit(bank)
})

it('refuses the same to a transaction that is posted as a Reversal [§2.8]', () => {
  const { bank } = bankWith('Outbound')
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'All', transactionCode: 'Reversal' })

  const posted = bank.transactions.post({
    accountNumber,
    rail: 'Wire',
    transactionType: 'Credit',
    transactionCode: 'Reversal',
    amount: 10_000,
  })

  expect(posted).toMatchObject({ status: 'Rejected', postingCode: 'RES' })
})

it('reverses despite a freeze by an assumption, but never without money [§2.8]', () => {
  const inSpite = { assume: { 'transactions.reversal': 'moneyOnly' } } as const
  const out = bankWith('Outbound', createBank(inSpite))
  const into = bankWith('Inbound', createBank({ ...inSpite, masterAccount: { balance: 0 } }))
  out.bank.restrictions.create({ accountNumber: out.bank.masterAccount.accountNumber, appliesTo: 'All' })
  into.bank.holds.place({ accountNumber: into.bank.masterAccount.accountNumber, amount: 1 })

  expect(out.bank.desk.reverse(out.id).wasReversed).toBe(true)
  expect(() => into.bank.desk.reverse(into.id)).toThrow('NSF, 100.00 asked, 99.99 available on the master')
})
