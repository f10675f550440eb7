import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** Overwrites everything in a value, however deep, as careless code would. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    spoil(inner)
    try {
      Object.assign(value, { [key]: 'spoilt' })
    } catch {
      // Frozen: all the better.
    }
  }
}

/** A bank with one of everything. */
function fullBank(): Bank {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  bank.subledgers.create({
    masterAccountNumber: accountNumber,
    title: 'Customer 17',
    beneficiary: { city: 'Exampleton' },
  })
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  bank.holds.place({ accountNumber, amount: 100 })
  bank.desk.policies.set(bank.partner.productId, [{ rail: 'Wire' }])
  bank.loans.add({
    Id: '00000000-0000-4000-8000-000000000001',
    Rails: [{ RailType: 'ACH', ACHFields: { Description: 'Funding' } }],
  })
  bank.wires.create(outboundWire(accountNumber, { originator: { idCode: 'D', identifier: accountNumber, name: 'Me' } }))
  bank.wires.simulateInbound(inboundWire(accountNumber))
  bank.clock.advanceToNextBatch()
  return bank
}

const readings: [string, (bank: Bank) => unknown][] = [
  ['partner', (bank) => bank.partner],
  ['masterAccount', (bank) => bank.masterAccount],
  ['urls', (bank) => bank.urls],
  ['accounts.all()', (bank) => bank.accounts.all()],
  ['subledgers.list()', (bank) => bank.subledgers.list()],
  ['restrictions.list()', (bank) => bank.restrictions.list({ accountNumber: bank.masterAccount.accountNumber })],
  ['wires.list()', (bank) => bank.wires.list()],
  ['webhooks.list()', (bank) => bank.webhooks.list()],
  ['loans.get()', (bank) => bank.loans.get('00000000-0000-4000-8000-000000000001')],
  ['loans.summary()', (bank) => bank.loans.summary()],
  ['loans.events()', (bank) => bank.loans.events()],
  ['transactions.list()', (bank) => bank.transactions.list()],
  ['holds.list()', (bank) => bank.holds.list()],
  ['desk.holds.list()', (bank) => bank.desk.holds.list()],
  ['partners.list()', (bank) => bank.partners.list()],
  ['policies.get()', (bank) => bank.policies.get(bank.partner.productId)],
  ['events', (bank) => bank.events],
  ['pushes', (bank) => bank.pushes],
  ['clock.agenda()', (bank) => bank.clock.agenda()],
  ['journal', (bank) => bank.journal],
]

it.each(readings)('reads %s the same after the caller changed an earlier answer [§2]', (_, read) => {
  const bank = fullBank()
  const expected = structuredClone(read(bank))
  const world = JSON.stringify(bank.world)

  spoil(read(bank))

  expect(read(bank)).toEqual(expected)
  expect(JSON.stringify(bank.world)).toBe(world)
})

const answers: [string, (bank: Bank) => unknown][] = [
  ['accounts.open', (bank) => bank.accounts.open({ title: 'Second' })],
  ['accounts.setStatus', (bank) => bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Dormant')],
  [
    'subledgers.create',
    (bank) =>
      bank.subledgers.create({
        masterAccountNumber: bank.masterAccount.accountNumber,
        title: 'B',
        beneficiary: { city: 'C' },
      }),
  ],
  [
    'restrictions.create',
    (bank) => bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' }),
  ],
  ['wires.create', (bank) => bank.wires.create(outboundWire(bank.masterAccount.accountNumber))],
  ['wires.simulateInbound', (bank) => bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))],
  ['webhooks.register', (bank) => bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))],
  ['webhooks.ping', (bank) => bank.webhooks.ping(bank.webhooks.list().results[0]!.id)],
  ['loans.add', (bank) => bank.loans.add({ Rails: [{ RailType: 'ACH' }] })],
  [
    'loans.update',
    (bank) => bank.loans.update('00000000-0000-4000-8000-000000000001', { Rails: [{ RailType: 'Wire' }] }),
  ],
  ['clock.advance', (bank) => bank.clock.advance({ days: 1 })],
]

it.each(answers)('keeps the bank as it is when the caller changes the answer of %s [§2]', (_, ask) => {
  const [touched, untouched] = [fullBank(), fullBank()]

  spoil(ask(touched))
  ask(untouched)

  expect(touched.world).toEqual(untouched.world)
  expect(touched.timeline()).toBe(untouched.timeline())
})

it('keeps the request as it was when the caller changes it afterwards [§2]', () => {
  const bank = fullBank()
  const { accountNumber } = bank.masterAccount
  const out = outboundWire(accountNumber)
  const into = inboundWire(accountNumber)
  const loan = { Id: '00000000-0000-4000-8000-000000000002', Rails: [{ RailType: 'ACH' }] }
  bank.wires.create(out)
  bank.wires.simulateInbound(into)
  bank.loans.add(loan)
  const [wires, loans] = [bank.wires.list(), bank.loans.get('00000000-0000-4000-8000-000000000002')]

  for (const request of [out, into, loan]) spoil(request)

  expect(bank.wires.list()).toEqual(wires)
  expect(bank.loans.get('00000000-0000-4000-8000-000000000002')).toEqual(loans)
})

it('shares nothing between two banks of one process [§1]', () => {
  const [first, second] = [createBank({ seed: 7 }), createBank({ seed: 7 })]

  first.wires.create(outboundWire(first.masterAccount.accountNumber))
  first.clock.advance({ days: 1 })

  expect(second.wires.list().results).toEqual([])
  expect(second.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
  expect(second.world).toEqual(createBank({ seed: 7 }).world)
})
