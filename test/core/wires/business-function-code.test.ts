import { expect, it } from 'vitest'
import { createBank, type WirePaymentRequest } from 'vostro'
import { audit } from '../../support/auditor.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const meanings = [
  ['BTR', 'Transfer', '1000'],
  ['CKS', 'Transfer', '1600'],
  ['CTP', 'Transfer', '1000'],
  ['CTR', 'Transfer', '1000'],
  ['DEP', 'Transfer', '1600'],
  ['DRB', 'Drawdown', '1631'],
  ['DRC', 'Drawdown', '1031'],
  ['DRW', 'DrawdownResponse', '1032'],
  ['FFR', 'Transfer', '1600'],
  ['FFS', 'Transfer', '1600'],
  ['SVC', 'ServiceMessage', '1001'],
] as const

it.each(meanings)('shows a %s as a %s of type %s, out and in [§2.4]', (businessFunctionCode, paymentType, typeCode) => {
  const bank = createBank()

  const out = bank.wires.create(outboundWire(bank, { businessFunctionCode }))
  const back = bank.wires.simulateInbound(inboundWire(bank, { businessFunctionCode }))

  expect(out).toMatchObject({ businessFunctionCode, paymentType, typeCode, isInternational: false })
  expect(back).toMatchObject({ businessFunctionCode, paymentType, typeCode, isInternational: false })
})

it('sends a service message without an amount and moves no money [§2.3]', () => {
  const bank = createBank()
  const { amount: _amount, ...fields } = outboundWire(bank, { businessFunctionCode: 'SVC' })

  const sent = bank.wires.create(fields as WirePaymentRequest)
  bank.clock.advanceToNextBatch()

  expect(sent).toMatchObject({ status: 'Created', paymentType: 'ServiceMessage', amount: 0 })
  const message = bank.wires.get(sent.id)
  expect(message).toMatchObject({ status: 'Completed', posting: 'Posted', postedAt: message.completedAt, amount: 0 })
  expect(message.imad).toMatch(/^\d{8}SIMULATE\d{6}$/)
  for (const field of ['coreTransactionId', 'postingCode']) expect(message).not.toHaveProperty(field)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, availableBalance: 100_000_000 })
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Wire.Payment.Sent'])
  expect(bank.transactions.list().results.map(({ amount }) => amount)).toEqual([100_000_000])
})

it.each(['DRB', 'DRC', 'SVC'])('lets a %s pass restriction, policy and status of the account [§2.3]', (code) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.restrictions.create({ accountNumber, appliesTo: 'All' })
  bank.desk.policies.set(bank.partner.productId, [])
  bank.accounts.setStatus(accountNumber, 'Closed')

  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode: code }))
  bank.clock.advanceToNextBatch()

  const message = bank.wires.get(id)
  expect(message.status).toBe('Completed')
  expect(message).not.toHaveProperty('postingCode')
})

it.each(['DRB', 'DRC'])('asks for money with %s and sends none [§2.3]', (businessFunctionCode) => {
  const bank = createBank({ masterAccount: { balance: 500 } })

  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode, amount: 10_000 }))
  bank.clock.advance({ minutes: 1 })
  const reviewed = bank.wires.get(id)
  const { availableBalance } = bank.masterAccount
  bank.clock.advanceToNextBatch()

  expect(reviewed).toMatchObject({ status: 'Pending', paymentType: 'Drawdown', amount: 10_000 })
  expect(availableBalance).toBe(500)
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', posting: 'Posted' })
  expect(bank.masterAccount).toMatchObject({ currentBalance: 500, availableBalance: 500, transactionCount: 1 })
})

it('pays with the answer to a drawdown request [§2.3]', () => {
  const bank = createBank()

  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode: 'DRW', amount: 10_000 }))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', posting: 'Posted', postingCode: 'OK' })
  expect(bank.masterAccount.currentBalance).toBe(99_990_000)
})

it.each(['DRB', 'DRC', 'SVC'])('receives a %s and credits nothing [§2.5]', (businessFunctionCode) => {
  const bank = createBank()

  const { id } = bank.wires.simulateInbound(inboundWire(bank, { businessFunctionCode }))
  bank.clock.advance({ minutes: 2 })

  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', posting: 'Posted' })
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Wire.Payment.Received'])
})

it('wants an amount of every code but SVC [§2.3]', () => {
  const bank = createBank()
  const { amount: _amount, ...fields } = outboundWire(bank, { businessFunctionCode: 'DRC' })

  expect(() => bank.wires.create(fields as WirePaymentRequest)).toThrow('amount is required')
  expect(() => bank.wires.create(outboundWire(bank, { amount: 0 }))).toThrow(
    'amount must be a whole number of minor units, at least 1',
  )
})

it('lets restrictions, a policy and an empty account stand in the way of money alone [§2.8]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  bank.desk.policies.set(bank.partner.productId, [])
  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })

  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode: 'DRC' }))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(id).status).toBe('Completed')
})

it('leaves what moves no money out of the amount of a batch, and tells what it is [§3]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank, { amount: 10_000 }))
  bank.wires.create(outboundWire(bank, { amount: 700, businessFunctionCode: 'DRC' }))

  const happened = bank.clock.advanceToNextBatch()

  expect(happened).toContainEqual(expect.objectContaining({ what: 'batch.released', wires: 2, amount: 10_000 }))
  expect(bank.timeline()).toMatch(/Completed {2}outbound Drawdown 7\.00 from/)
  audit(bank)
})

it('shows the posting of a message without money as the catalogue says [§2.4]', () => {
  const bank = createBank({ assume: { 'wires.nonValue': 'Pending' } })

  const { id } = bank.wires.create({ ...outboundWire(bank), businessFunctionCode: 'SVC', amount: undefined })
  const created = bank.wires.get(id)
  bank.clock.advanceToNextBatch()

  expect(created.posting).toBe('Pending')
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', posting: 'Pending' })
  expect(bank.wires.get(id)).not.toHaveProperty('postedAt')
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
})

it('has nothing to reverse in a message without money, and explains it [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode: 'DRC' }))
  const waiting = bank.explain(id)
  bank.clock.advanceToNextBatch()

  expect(() => bank.desk.reverse(id)).toThrow(expect.objectContaining({ code: 'payment_moves_no_money' }))
  expect(waiting).toMatchObject({ status: 'Created', restrictions: [] })
  expect(waiting.counterfactual).toMatch(/^It completes when the clock reaches/)
  expect(bank.wires.get(id).wasReversed).toBe(false)
  expect(bank.explain(id).why).toMatch(/^It was completed at .*, and moved no money\.$/)
})

it('says of a rejected message that no account stood in its way [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank, { businessFunctionCode: 'DRC' }))

  bank.desk.reject(id)

  expect(bank.explain(id).counterfactual).toBe('A new request now would pass: it moves no money.')
})

it('gives a message without money a posting code only if it is refused [§2.4]', () => {
  const bank = createBank()
  const [refused, sent] = [1, 2].map(() => bank.wires.create(outboundWire(bank, { businessFunctionCode: 'DRC' })))

  bank.desk.reject(refused?.id ?? '')
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(refused?.id ?? '')).toMatchObject({ status: 'Rejected', postingCode: 'ERR' })
  expect(bank.wires.get(sent?.id ?? '')).not.toHaveProperty('postingCode')
})

it('treats an unknown code as a transfer if the catalogue allows it [§2.3]', () => {
  const bank = createBank({ assume: { 'wires.businessFunctionCodes': 'any' } })

  const wire = bank.wires.create(outboundWire(bank, { businessFunctionCode: 'ZZZ' }))

  expect(wire).toMatchObject({ paymentType: 'Transfer', typeCode: '1000' })
})
