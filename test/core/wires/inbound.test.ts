import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire } from '../../support/wire.ts'

it('puts an inbound wire on Hold and emits Wire.Payment.Received at once [§3]', () => {
  const bank = createBank()

  const wire = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  expect(wire).toMatchObject({ status: 'Hold', posting: 'Pending', direction: 'Inbound' })
  expect(bank.events).toMatchObject([
    { eventName: 'Wire.Payment.Received', resources: [`wires/v1/payments/${wire.id}`], createdAt: wire.createdAt },
  ])
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
})

it('completes and posts an inbound wire a minute later [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ seconds: 59 })
  const before = bank.wires.get(id)
  bank.clock.advance({ seconds: 1 })

  expect(before.status).toBe('Hold')
  expect(bank.wires.get(id)).toMatchObject({
    status: 'Completed',
    posting: 'Posted',
    postingCode: 'OK',
    coreTransactionId: expect.any(String),
    postedAt: '2026-03-02T09:01:00.000-05:00',
  })
  expect(bank.wires.get(id)).not.toHaveProperty('fedBatchId')
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_010_000, availableBalance: 100_010_000 })
  expect(bank.events).toHaveLength(1)
})

it.each([
  [0, '2026-03-02T09:00:00.000-05:00'],
  [3_600, '2026-03-02T10:00:00.000-05:00'],
])('posts an inbound wire after the assumed %i seconds [§3]', (seconds, completedAt) => {
  const bank = createBank({ assume: { 'wires.inboundSeconds': seconds } })

  const wire = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ seconds })

  expect(wire.status).toBe('Hold')
  expect(bank.wires.get(wire.id)).toMatchObject({ status: 'Completed', completedAt })
})

it('posts at night, at weekends and on holidays too [§3]', () => {
  const bank = createBank({ now: '2026-12-25T02:00:00-05:00' })
  const { id, effectiveDate } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ minutes: 1 })

  expect(bank.wires.get(id).status).toBe('Completed')
  expect(effectiveDate).toBe('2026-12-25T00:00:00.000-05:00')
})

it.each([
  ['restricted', 'RES'],
  ['closed', 'CLS'],
] as const)('returns an inbound wire to an account that is %s: Rejected with %s [§2.4]', (what, postingCode) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.webhooks.register(pushOf('Wire.Payment.Rejected', bank.partner.id))
  const { id } = bank.wires.simulateInbound(inboundWire(accountNumber))

  if (what === 'closed') bank.accounts.setStatus(accountNumber, 'Closed')
  else bank.restrictions.create({ accountNumber, appliesTo: 'All', transactionType: 'Credit' })
  bank.clock.advance({ minutes: 1 })

  expect(bank.wires.get(id)).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode })
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Wire.Payment.Received', 'Wire.Payment.Rejected'])
})

it('posts an inbound wire early when the desk approves it, and only once [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  const approved = bank.desk.approve(id)
  bank.clock.advance({ minutes: 5 })

  expect(approved).toMatchObject({ status: 'Completed', completedAt: '2026-03-02T09:00:00.000-05:00' })
  expect(bank.masterAccount.currentBalance).toBe(100_010_000)
})

it('keeps an inbound wire on Hold that the desk holds, whatever the time [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber))

  bank.desk.hold(id)
  bank.clock.advance({ weeks: 1 })
  const held = bank.wires.get(id).status
  const rejected = bank.desk.reject(id)

  expect(held).toBe('Hold')
  expect(rejected).toMatchObject({ status: 'Rejected', postingCode: 'ERR' })
})

it('receives nothing for an account that the partner does not have [§7]', () => {
  const bank = createBank()
  const before = bank.world

  expect(() => bank.wires.simulateInbound(inboundWire('2123456788'))).toThrow(
    expect.objectContaining({ code: 'account_not_found', status: 404 }),
  )
  expect(bank.world).toBe(before)
})
