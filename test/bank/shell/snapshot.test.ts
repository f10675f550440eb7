import { expect, it, vi } from 'vitest'
import { type Bank, createBank, replay } from 'vostro'
import { pushOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** A bank in which something of everything has happened, and more is due. */
function busyBank(): Bank {
  const bank = createBank({ seed: 7, assume: { 'wires.acknowledgementSeconds': 60 } })
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  bank.webhooks.ping(bank.webhooks.list().results[0]!.id)
  bank.restrictions.create({ accountNumber, appliesTo: 'All', amountThreshold: 900_000 })
  bank.tokens.issue()
  bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001', LoanAmount: '1500', Rails: [{ RailType: 'ACH' }] })
  for (let index = 0; index < 40; index++) {
    bank.wires.create(outboundWire(accountNumber, { amount: 1 + index }), { idempotencyKey: `key ${index}` })
  }
  bank.wires.simulateInbound(inboundWire(subledger.accountNumber))
  bank.clock.advanceToNextBatch()
  bank.wires.create(outboundWire(accountNumber, { amount: 900_000 }))
  return bank
}

/** What a bank still does: it goes on for a day and tells everything. */
const goOn = (bank: Bank) => {
  const again = bank.wires.create(outboundWire(bank.masterAccount.accountNumber, { amount: 1 }), {
    idempotencyKey: 'key 0',
  })
  const more = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  const happened = bank.clock.advance({ days: 1 })
  return { again, more, happened, wires: bank.wires.list({ pageSize: 50 }), events: bank.events, pushes: bank.pushes }
}

it('puts a snapshot back: money, clock, events and what is due [§3]', () => {
  const bank = busyBank()
  const { world, events, journal } = bank

  const snapshot = bank.snapshot()
  const first = goOn(bank)
  bank.restore(snapshot)
  const restored = [bank.world, bank.events, bank.journal, bank.clock.now]
  const second = goOn(bank)

  expect(restored).toEqual([world, events, journal, '2026-03-02T10:00:00.000-05:00'])
  expect(restored[0]).toBe(world)
  expect(second).toEqual(first)
})

it.each(['', 'nonsense', '{}', 'null', '[]', '{"world":{}}'])('restores nothing from the text "%s" [§3]', (text) => {
  const bank = busyBank()
  const before = bank.world

  expect(() => bank.restore(text)).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(/^Failed to restore a snapshot: /) }),
  )
  expect(bank.world).toBe(before)
})

it('restores nothing from a bank with other options [§3]', () => {
  const [bank, other] = [createBank({ seed: 7 }), createBank({ seed: 8 })]
  const before = bank.world

  for (const snapshot of [other.snapshot(), JSON.stringify(other.snapshot())]) {
    expect(() => bank.restore(snapshot)).toThrow('Restore it into a bank with the same options.')
  }
  expect(bank.world).toBe(before)
})

it('resets to the moment of its opening: same seed, same ids [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { world } = bank
  const first = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ days: 1 })

  bank.reset()
  const atOpening = bank.world
  const second = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(atOpening).toEqual(world)
  expect([bank.events, bank.pushes, bank.requests, bank.journal.length]).toEqual([[], [], [], 2])
  expect(second).toEqual(first)
})

it('replays a journal to an equal world, from JSON too, refusals and repeats included [§3]', () => {
  const bank = busyBank()
  const { accountNumber } = bank.masterAccount
  bank.wires.create(outboundWire(accountNumber, { amount: 1 }), { idempotencyKey: 'key 0' })
  expect(() => bank.wires.get('nobody')).toThrow('payment')
  expect(() => bank.wires.cancel('nobody')).toThrow('payment')
  bank.clock.advance({ days: 3 })

  const replayed = replay(bank.journal)
  const parsed = replay(JSON.parse(JSON.stringify(bank.journal)))

  expect(replayed.world).toEqual(bank.world)
  expect(replayed.journal).toEqual(bank.journal)
  expect(parsed.world).toEqual(bank.world)
  expect(goOn(parsed)).toEqual(goOn(bank))
})

it('keeps in the journal every operation with its time, actor, input and outcome [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const wire = bank.wires.create(outboundWire(accountNumber), { idempotencyKey: 'key 1' })
  bank.clock.advance({ seconds: 5 })
  expect(() => bank.wires.cancel('nobody')).toThrow('payment')
  bank.desk.hold(wire.id)

  expect(bank.journal).toMatchObject([
    { operation: 'bank.open', at: '2026-03-02T09:00:00.000-05:00', input: { seed: 7 } },
    {
      operation: 'wires.create',
      actor: { kind: 'partner', partner: 0 },
      input: outboundWire(accountNumber),
      call: { idempotencyKey: 'key 1' },
      outcome: 'done',
      happenings: [{ what: 'wire.created', paymentId: wire.id, status: 'Created' }],
    },
    { operation: 'clock.advance', actor: { kind: 'clock' }, outcome: 'done' },
    { operation: 'wires.cancel', outcome: 'payment_not_found', happenings: [] },
    { operation: 'desk.hold', actor: { kind: 'internal' }, at: '2026-03-02T09:00:05.000-05:00', outcome: 'done' },
  ])
})

it('replays no list that does not begin with the opening of a bank [§3]', () => {
  const { journal } = busyBank()
  const refusal = expect.objectContaining({
    name: 'UsageError',
    message: expect.stringContaining('its first entry is not "bank.open"'),
  })

  expect(() => replay(journal.slice(1) as unknown as typeof journal)).toThrow(refusal)
  expect(() => replay([] as unknown as typeof journal)).toThrow(refusal)
})

it('takes the snapshot of a bank of the other module format, whose classes are others [§3]', async () => {
  const bank = createBank({ seed: 7 })
  vi.resetModules()
  const other = (await import('vostro')).createBank({ seed: 7 })
  other.clock.advance({ hours: 1 })

  bank.restore(other.snapshot())

  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(bank.journal).toEqual(other.journal)
})
