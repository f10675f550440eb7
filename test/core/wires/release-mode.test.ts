import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { outboundWire } from '../../support/wire.ts'

it('completes a wire within the call that created it where release is instant [§3]', () => {
  const bank = createBank({ release: 'instant', now: '2026-03-02T03:00:00-05:00' })

  const created = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(created).toMatchObject({ status: 'Created', posting: 'Pending' })
  expect(bank.wires.get(created.id)).toMatchObject({ status: 'Completed', posting: 'Posted', fedBatchSequence: 1 })
  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Sent' }])
  expect(bank.clock.now).toBe('2026-03-02T03:00:00.000-05:00')
  expect(bank.clock.agenda()).toEqual([])
  expect(bank.clock.advanceToNextBatch()).toEqual([])
})

it('waits for the desk where release is manual [§3]', () => {
  const bank = createBank({ release: 'manual' })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advance({ weeks: 2 })
  const before = bank.wires.get(id).status
  const batch = bank.desk.releaseBatch()

  expect(before).toBe('Pending')
  expect(batch).toEqual({ fedBatchId: bank.wires.get(id).fedBatchId, paymentIds: [id] })
  expect(bank.wires.get(id).status).toBe('Completed')
  expect(() => bank.clock.advanceToNextBatch()).toThrow('release is "manual", so no batch is planned')
})

it('releases at even intervals from the opening on, at night too [§3]', () => {
  const bank = createBank({ release: { every: { minutes: 30 } }, now: '2026-03-02T22:10:00-05:00' })
  bank.clock.advance({ minutes: 40 })

  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advance({ hours: 1 })

  expect(bank.wires.get(id).processedAt).toBe('2026-03-02T23:10:00.000-05:00')
})

it('lets the desk release early in any mode, and the planned batch finds nothing left [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const early = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  bank.desk.releaseBatch()
  const later = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(early.id).processedAt).toBe('2026-03-02T09:00:05.000-05:00')
  expect(bank.wires.get(later.id)).toMatchObject({ status: 'Completed', processedAt: '2026-03-02T10:00:00.000-05:00' })
  expect(bank.world.wires.batches.size).toBe(2)
})

it.each([
  ['at once on Christmas', { release: 'instant', now: '2026-12-25T11:00:00-05:00' }, '2026-12-25'],
  [
    'at an interval on a Saturday',
    { release: { every: { minutes: 30 } }, now: '2026-03-07T09:00:00-05:00' },
    '2026-03-07',
  ],
  [
    'at an interval past midnight',
    { release: { every: { hours: 8 } }, now: '2026-03-02T19:00:00-05:00' },
    '2026-03-03',
  ],
  ['by hand on a Sunday', { release: 'manual', now: '2026-03-08T09:00:00-04:00' }, '2026-03-08'],
  ['by hand after the cut-off', { release: 'calendar', now: '2026-03-02T20:00:00-05:00' }, '2026-03-02'],
] as const)('says of a wire that goes out %s that it takes effect on that day [§2.4]', (_, options, day) => {
  const bank = createBank(options)
  const created = bank.wires.create(outboundWire(bank.masterAccount.accountNumber), { idempotencyKey: 'a' })

  bank.clock.advance({ seconds: 5 })
  if (typeof options.release === 'string') bank.desk.releaseBatch()
  else bank.clock.advanceToNextBatch()

  const { status, imad = '', effectiveDate } = bank.wires.get(created.id)
  expect([status, imad.slice(0, 8), effectiveDate.slice(0, 10)]).toEqual(['Completed', day.replaceAll('-', ''), day])
  if (options.release !== 'calendar') expect(created.effectiveDate).toBe(effectiveDate)
  expect(bank.wires.create(outboundWire(bank.masterAccount.accountNumber), { idempotencyKey: 'a' })).toEqual(created)
})

it('releases at other batch times by an assumption [§8]', () => {
  const bank = createBank({ assume: { 'wires.batchTimes': ['09:30', '23:00'], 'wires.holidays': 'none' } })
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advanceToNextBatch()
  const next = bank.clock.agenda()
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(id).processedAt).toBe('2026-03-02T09:30:00.000-05:00')
  expect(next).toEqual([])
  expect(bank.clock.now).toBe('2026-03-02T23:00:00.000-05:00')
})
