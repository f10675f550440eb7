import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { achDebit } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('allows everything until the bank sets a policy [§2.8 rule 7]', () => {
  const bank = createBank()
  const { productId } = bank.partner

  expect(bank.policies.get(productId)).toEqual({ productId, allowed: null })
  expect(bank.transactions.post(achDebit(bank.masterAccount.accountNumber)).postingCode).toBe('OK')
})

it.each([
  [[], 'RES', 'RES'],
  [[{}], 'OK', 'OK'],
  [[{ rail: 'Ach' }], 'OK', 'OK'],
  [[{ rail: 'Wire' }], 'RES', 'RES'],
  [[{ rail: 'Ach', transactionType: 'Credit' }], 'RES', 'OK'],
  [[{ rail: 'Wire' }, { transactionType: 'Debit' }], 'OK', 'RES'],
  [[{ transactionCode: 'Incoming ACH' }], 'OK', 'OK'],
  [[{ transactionCode: 'Check', rail: null, transactionType: null }], 'RES', 'RES'],
] as const)('allows by %j an ACH debit: %s, an ACH credit: %s [§2.8 rule 7]', (allowed, debit, credit) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.desk.policies.set(bank.partner.productId, [...allowed])

  const codes = (['Debit', 'Credit'] as const).map(
    (transactionType) => bank.transactions.post(achDebit(accountNumber, { transactionType })).postingCode,
  )

  expect(codes).toEqual([debit, credit])
})

it('refuses wires that the program does not allow, outbound and inbound, and says so [§2.8 rule 7]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.desk.policies.set(bank.partner.productId, [{ rail: 'Ach' }])

  const wires = [bank.wires.create(outboundWire(accountNumber)), bank.wires.simulateInbound(inboundWire(accountNumber))]
  const happened = bank.clock.advanceToNextBatch()

  expect(wires.map(({ id }) => bank.wires.get(id).postingCode)).toEqual(['RES', 'RES'])
  expect(happened).toContainEqual(
    expect.objectContaining({
      what: 'wire.rejected',
      reason: 'the restriction policy of the product does not allow Outgoing Wire (Debit on Wire)',
    }),
  )
})

it('applies restrictions besides the policy [§2.8 rule 7]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.desk.policies.set(bank.partner.productId, [{ rail: 'Ach' }])
  bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 10_000 })

  const codes = [9_999, 10_000].map((amount) => bank.transactions.post(achDebit(accountNumber, { amount })).postingCode)

  expect(codes).toEqual(['OK', 'RES'])
})

it('lets no partner set its own policy [§2.8 rule 7]', () => {
  const bank = createBank()
  const before = bank.world

  expect(() => bank.policies.set(bank.partner.productId, null)).toThrow(
    expect.objectContaining({ code: 'policy_is_internal', status: 403 }),
  )
  expect(bank.world).toBe(before)
})

it('holds for the whole product and for no other [§2.8 rule 7]', () => {
  const bank = createBank()
  const second = bank.accounts.open({ balance: 50_000 })
  const other = bank.as(bank.partners.add().id)
  bank.desk.policies.set(bank.partner.productId, [])

  expect(bank.transactions.post(achDebit(second.accountNumber)).postingCode).toBe('RES')
  expect(other.transactions.post(achDebit(other.masterAccount.accountNumber)).postingCode).toBe('OK')
  expect(() => other.policies.get(bank.partner.productId)).toThrow(
    expect.objectContaining({ code: 'product_not_found' }),
  )
})

it('refuses an entry of the wrong shape as a mistake of the test [§2.8 rule 7]', () => {
  const bank = createBank()

  expect(() => bank.desk.policies.set(bank.partner.productId, [{ rail: 'Pigeon' }])).toThrow(
    expect.objectContaining({ name: 'UsageError', details: [expect.objectContaining({ path: '0.rail' })] }),
  )
})
