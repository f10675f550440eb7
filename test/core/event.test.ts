import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { inboundWire, outboundWire, pushOf } from './requests.ts'

it('posts the wire and emits Wire.Payment.Sent when the batch is acknowledged [§3]', () => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ minutes: 59, seconds: 59 })
  const before = bank.events
  bank.clock.advance({ seconds: 1 })

  expect(before).toEqual([])
  expect(bank.wires.get(wire.id)).toMatchObject({ posting: 'Posted', imad: expect.any(String) })
  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Sent', resources: [`wires/v1/payments/${wire.id}`] }])
})

it('delivers a notification of exactly the documented shape [§2.7]', () => {
  const bank = createBank({ seed: 7 })
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advanceToNextBatch()

  const notification = {
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    eventName: 'Wire.Payment.Sent',
    status: 'Pending',
    partnerId: bank.partner.id,
    createdAt: '2026-03-02T10:00:00.000-05:00',
    resources: [`wires/v1/payments/${wire.id}`],
    details: [],
  }
  expect(bank.events).toStrictEqual([notification])
  expect(bank.pushes).toStrictEqual([
    {
      id: expect.any(String),
      at: '2026-03-02T10:00:00.000-05:00',
      registrationId: bank.webhooks.list().results[0]!.id,
      eventName: 'Wire.Payment.Sent',
      callbackUrl: 'https://partner.example/hooks',
      outcome: 'captured',
      notification,
    },
  ])
  expect(bank.pushes[0]!.notification.id).toBe(bank.events[0]!.id)
})

it('names the payment of the simulation call in Wire.Payment.Received [§6]', () => {
  const bank = createBank()

  const { id } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  expect(bank.events.map(({ resources }) => resources[0]?.split('/').at(-1))).toEqual([id])
})

it('emits one event for each wire of a batch, in the order of their sequence [§6]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const ids = [1, 2, 3].map((amount) => bank.wires.create(outboundWire(accountNumber, { amount })).id)
  bank.clock.advanceToNextBatch()

  expect(bank.events.map(({ resources }) => resources)).toEqual(ids.map((id) => [`wires/v1/payments/${id}`]))
  expect(new Set(bank.events.map(({ id }) => id)).size).toBe(3)
})

const beside = [
  ['Wire.Payment.Canceled', 'registered', true, 1],
  ['Wire.Payment.Canceled', 'registered', false, 0],
  ['Wire.Payment.Canceled', 'always', false, 1],
  ['Wire.Payment.Canceled', 'never', true, 0],
  ['Wire.Payment.Rejected', 'registered', true, 1],
  ['Wire.Payment.Rejected', 'registered', false, 0],
  ['Wire.Payment.Rejected', 'always', false, 1],
  ['Wire.Payment.Rejected', 'never', true, 0],
] as const

it.each(beside)(
  'emits %s with the assumption "%s" and a registration (%s) %i times [§6]',
  (eventName, audience, isRegistered, count) => {
    const bank = createBank({ assume: { 'events.wires': audience } })
    if (isRegistered) bank.webhooks.register(pushOf(eventName, bank.partner.id))
    const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
    bank.clock.advance({ seconds: 5 })

    if (eventName === 'Wire.Payment.Canceled') bank.wires.cancel(wire.id)
    else bank.desk.reject(wire.id)

    const expected = Array.from({ length: count }, () => ({ eventName, resources: [`wires/v1/payments/${wire.id}`] }))
    expect(bank.events).toMatchObject(expected)
    expect(bank.events).toHaveLength(count)
    expect(bank.pushes).toHaveLength(isRegistered ? count : 0)
  },
)

it('emits no subledger events, and no loan events for a loan that is put on file or corrected [§6]', () => {
  const bank = createBank()
  const masterAccountNumber = bank.masterAccount.accountNumber
  for (const name of ['LoanStatusUpdated', 'Core.SubAccount.Opened'])
    bank.webhooks.register(pushOf(name, bank.partner.id))

  const loan = bank.loans.add()
  bank.loans.update(loan.Id, { Term: 36 })
  bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })

  expect(bank.events).toEqual([])
  expect(bank.pushes).toEqual([])
})
