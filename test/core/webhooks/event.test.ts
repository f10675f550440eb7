import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { achDebit, customerOf, pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

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
  expect([...bank.pushes]).toStrictEqual([
    {
      id: expect.any(String),
      at: '2026-03-02T10:00:00.000-05:00',
      registrationId: bank.webhooks.list().results[0]!.id,
      eventName: 'Wire.Payment.Sent',
      callbackUrl: 'https://partner.example/hooks',
      attempt: 1,
      outcome: 'captured',
      endedAt: '2026-03-02T10:00:00.000-05:00',
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

/** Each event that the specification does not name: what brings it about, and what it is about. */
const published: [string, (bank: Bank) => unknown, RegExp][] = [
  [
    'Wire.Payment.Processed',
    (bank) => bank.wires.create(outboundWire(bank.masterAccount.accountNumber)),
    /^wires\/v1\/payments\/[0-9a-f-]{36}$/,
  ],
  [
    'Core.Restriction.Placed',
    (bank) =>
      bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rail: 'Ach' }),
    /^core\/v1\/dda\/accounts\/2\d{9}\/restrictions\/[0-9a-f-]{36}$/,
  ],
  [
    'Core.Restriction.Removed',
    (bank) =>
      bank.restrictions.remove(
        bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' }).id,
      ),
    /^core\/v1\/dda\/accounts\/2\d{9}\/restrictions\/[0-9a-f-]{36}$/,
  ],
  ['Core.SubAccount.Opened', (bank) => customerOf(bank), /^core\/v1\/dda\/subaccounts\/3\d{11}$/],
  [
    'Core.SubAccount.Status.Changed',
    (bank) => bank.accounts.setStatus(customerOf(bank), 'Dormant'),
    /^core\/v1\/dda\/subaccounts\/3\d{11}$/,
  ],
  [
    'Core.SubAccount.Closed',
    (bank) => bank.accounts.setStatus(customerOf(bank), 'Closed'),
    /^core\/v1\/dda\/subaccounts\/3\d{11}$/,
  ],
  [
    'Core.SubAccount.Title.Changed',
    (bank) => bank.subledgers.rename(customerOf(bank), 'Renamed'),
    /^core\/v1\/dda\/subaccounts\/3\d{11}$/,
  ],
  [
    'Core.Transaction.Completed',
    (bank) => bank.transactions.post(achDebit(bank.masterAccount.accountNumber)),
    /^core\/v1\/transactions\/[0-9a-f-]{36}$/,
  ],
  [
    'Core.Activity.Posted',
    (bank) => bank.transactions.post(achDebit(bank.masterAccount.accountNumber)),
    /^core\/v1\/transactions\/[0-9a-f-]{36}$/,
  ],
]

it.each(published)('emits %s once, if there is a registration for it [§6]', (eventName, bringAbout, resource) => {
  const bank = createBank()
  bank.webhooks.register(pushOf(eventName, bank.partner.id))

  bringAbout(bank)
  bank.clock.advanceToNextBatch()

  const emitted = bank.events.filter((event) => event.eventName === eventName)
  expect(emitted).toMatchObject([{ status: 'Pending', resources: [expect.stringMatching(resource)] }])
  expect(bank.pushes).toMatchObject([{ eventName, outcome: 'captured' }])
})

it.each(published)('does not emit %s without a registration for it [§6]', (eventName, bringAbout) => {
  const bank = createBank()

  bringAbout(bank)
  bank.clock.advanceToNextBatch()

  expect(bank.events.map((event) => event.eventName)).not.toContain(eventName)
})

it('emits Wire.Payment.Processed when a wire is sent, and Sent when it is acknowledged [§6]', () => {
  const bank = createBank({ assume: { 'wires.acknowledgementSeconds': 60 } })
  for (const name of ['Wire.Payment.Processed', 'Wire.Payment.Sent']) {
    bank.webhooks.register(pushOf(name, bank.partner.id))
  }
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advanceToNextBatch()
  bank.clock.advance({ minutes: 1 })

  expect(bank.events.map(({ eventName, createdAt }) => [eventName, createdAt.slice(11, 16)])).toEqual([
    ['Wire.Payment.Processed', '10:00'],
    ['Wire.Payment.Sent', '10:01'],
  ])
})

it('gathers the events of half a minute into one, where the catalogue says so [§6]', () => {
  const bank = createBank({ assume: { 'webhooks.aggregationSeconds': 30 } })
  const { accountNumber } = bank.masterAccount
  bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const wires = [0, 10, 10, 10].map((seconds) => {
    bank.clock.advance({ seconds })
    return bank.wires.simulateInbound(inboundWire(accountNumber))
  })
  bank.clock.advance({ minutes: 1 })

  const paths = wires.map(({ id }) => `wires/v1/payments/${id}`)
  expect(bank.pushes.map(({ at, notification }) => [at.slice(14, 19), notification.resources])).toEqual([
    ['00:30', paths.slice(0, 3)],
    ['01:00', paths.slice(3)],
  ])
})

it('names a gathered event as it was when it was gathered, though its registration has another name by now [§6]', () => {
  const bank = createBank({ assume: { 'webhooks.aggregationSeconds': 30 } })
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  const wire = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.webhooks.update(id, { eventName: 'Wire.Payment.Sent' })
  bank.clock.advance({ minutes: 1 })

  expect(bank.events).toMatchObject([
    { eventName: 'Wire.Payment.Received', resources: [`wires/v1/payments/${wire.id}`] },
  ])
  expect(bank.pushes).toMatchObject([{ eventName: 'Wire.Payment.Received', outcome: 'captured' }])
})

it('emits a gathered event, though its registration is removed before the time is over [§6]', () => {
  const bank = createBank({ assume: { 'webhooks.aggregationSeconds': 30 } })
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.webhooks.remove(id)
  bank.clock.advance({ minutes: 1 })

  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Received' }])
  expect(bank.pushes).toEqual([])
})

it.each([
  ['refused', true],
  ['replaced', false],
] as const)(
  'pushes a gathered event to no registration that follows the one that gathered it, where a second one is %s [§6]',
  (duplicate, isRemoved) => {
    const bank = createBank({ assume: { 'webhooks.aggregationSeconds': 30, 'webhooks.duplicate': duplicate } })
    const { id } = bank.webhooks.register(pushOf('Wire.Payment.Received', bank.partner.id))
    const wire = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

    if (isRemoved) bank.webhooks.remove(id)
    const callbackUrl = 'https://partner.example/new'
    bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), callbackUrl })
    bank.clock.advance({ minutes: 1 })

    expect(bank.pushes).toEqual([])
    expect(bank.events).toMatchObject([{ resources: [`wires/v1/payments/${wire.id}`] }])
  },
)

it('never names more resources in one notification than its format allows, though the format changes meanwhile [§6]', () => {
  const bank = createBank({ assume: { 'webhooks.aggregationSeconds': 3_600 } })
  const { id } = bank.webhooks.register(pushOf('Core.SubAccount.Opened', bank.partner.id))
  const open = () => {
    for (let opened = 0; opened < 1_200; opened++) customerOf(bank)
  }
  open()

  bank.webhooks.update(id, { format: 'Extended' })
  open()
  bank.clock.advance({ hours: 1 })

  expect(bank.pushes.map(({ notification: { resources, details } }) => [resources.length, details.length])).toEqual([
    [1_200, 0],
    [1_000, 1_000],
    [200, 200],
  ])
})
