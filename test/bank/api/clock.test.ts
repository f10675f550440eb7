import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('stands still until it is told to move [§3]', () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })

  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it.each([
  [{ hours: 2 }, '2026-03-02T11:00:00.000-05:00'],
  [{ hours: 1, minutes: 30, seconds: 5, milliseconds: 7 }, '2026-03-02T10:30:05.007-05:00'],
  [{ hours: 0.5 }, '2026-03-02T09:30:00.000-05:00'],
  [{ weeks: 1, days: 1 }, '2026-03-10T10:00:00.000-04:00'],
  [{}, '2026-03-02T09:00:00.000-05:00'],
])('advances by %o to %s [§3]', (duration, now) => {
  const bank = createBank()

  bank.clock.advance(duration)

  expect(bank.clock.now).toBe(now)
})

it('advances to an instant, written in any zone, and stops there [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.clock.advanceTo('2026-03-02T14:59:59.999Z')
  const before = bank.wires.get(id).status
  bank.clock.advanceTo('2026-03-02T16:00:00+01:00')

  expect(before).toBe('Pending')
  expect(bank.clock.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(bank.wires.get(id).status).toBe('Completed')
})

it('never runs backwards, and says what to do instead [§3]', () => {
  const bank = createBank()
  const before = bank.world

  expect(() => bank.clock.advanceTo('2026-03-02T08:59:59.999-05:00')).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message:
        'Failed to advance the clock to "2026-03-02T08:59:59.999-05:00": it is 2026-03-02T09:00:00.000-05:00, and the clock never runs backwards. To go back, take a bank.snapshot() first and bank.restore() it later. (§3)',
    }),
  )
  expect(() => bank.clock.advance({ hours: -1 })).toThrow(expect.objectContaining({ name: 'UsageError' }))
  expect(bank.world).toBe(before)
})

it.each(['2026-03-02T10:00:00', 'tomorrow', '', '2026-02-30T09:00:00-05:00', '12026-01-01T00:00:00Z'])(
  'advances to no "%s" [§3]',
  (text) => {
    const bank = createBank({ now: '2026-02-02T09:00:00-05:00' })

    expect(() => bank.clock.advanceTo(text)).toThrow(expect.objectContaining({ name: 'UsageError' }))
  },
)

it.each([{ hours: Number.NaN }, { weeks: 1e300 }, { hours: Number.POSITIVE_INFINITY }, { fortnights: 1 }])(
  'advances by no %o [§3]',
  (duration) => {
    const bank = createBank()
    const before = bank.world

    expect(() => bank.clock.advance(duration as { hours: number })).toThrow(
      expect.objectContaining({ name: 'UsageError' }),
    )
    expect(bank.world).toBe(before)
  },
)

it('runs what is due in order of time, then in the order in which it was set, each at its own time [§3]', () => {
  const bank = createBank({ assume: { 'wires.inboundSeconds': 5 } })
  const { accountNumber } = bank.masterAccount
  const first = bank.wires.create(outboundWire(accountNumber, { amount: 1 }))
  const second = bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 2 }))
  const third = bank.wires.create(outboundWire(accountNumber, { amount: 3 }))

  const moved = bank.clock.advance({ hours: 1 }).flatMap((fact) => (fact.what === 'wire.moved' ? [fact] : []))

  expect(moved.map(({ at, paymentId, status }) => [at.slice(11, 19), paymentId, status])).toEqual([
    ['09:00:05', first.id, 'Pending'],
    ['09:00:05', second.id, 'Completed'],
    ['09:00:05', third.id, 'Pending'],
    ['10:00:00', first.id, 'Completed'],
    ['10:00:00', third.id, 'Completed'],
  ])
})

it('tells in its agenda what is due and when, in order, with how often [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.wires.create(outboundWire(accountNumber))
  bank.wires.create(outboundWire(accountNumber))
  bank.wires.simulateInbound(inboundWire(accountNumber))

  const atFirst = bank.clock.agenda()
  bank.clock.advance({ seconds: 5 })

  expect(atFirst).toEqual([
    { at: '2026-03-02T09:00:05.000-05:00', operation: 'wires.review', count: 2 },
    { at: '2026-03-02T09:01:00.000-05:00', operation: 'wires.postInbound', count: 1 },
  ])
  expect(bank.clock.agenda()).toEqual([
    { at: '2026-03-02T09:01:00.000-05:00', operation: 'wires.postInbound', count: 1 },
    { at: '2026-03-02T10:00:00.000-05:00', operation: 'batches.release', count: 1 },
  ])
})

it('leaves a wire out of its agenda once the wire was rejected [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  bank.desk.reject(id)

  expect(bank.clock.agenda()).toEqual([])
  expect(bank.clock.advanceToNext()).toEqual([])
  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it('advances to the next due thing, one instant at a time, and stays where nothing is due [§3]', () => {
  const bank = createBank()
  bank.wires.create(outboundWire(bank.masterAccount.accountNumber))

  const times = [1, 2, 3].map(() => {
    bank.clock.advanceToNext()
    return bank.clock.now.slice(11, 19)
  })

  expect(times).toEqual(['09:00:05', '10:00:00', '10:00:00'])
  expect(bank.clock.advanceToNext()).toEqual([])
})

it('gives an empty list where nothing happens [§3]', () => {
  const bank = createBank()

  expect(bank.clock.advance({ days: 30 })).toEqual([])
  expect(bank.clock.agenda()).toEqual([])
})

it('advances to the next batch whether or not a wire waits [§8]', () => {
  const bank = createBank()

  const times = Array.from({ length: 6 }, () => {
    bank.clock.advanceToNextBatch()
    return bank.clock.now.slice(5, 16)
  })

  expect(times).toEqual(['03-02T10:00', '03-02T12:00', '03-02T14:00', '03-02T16:00', '03-02T18:45', '03-03T10:00'])
})

it('stops at the last instant that ISO 8601 can write [§3]', () => {
  const bank = createBank({ now: '9998-12-31T00:00:00Z' })

  bank.clock.advanceTo('9999-01-01T00:00:00Z')

  expect(() => bank.clock.advance({ milliseconds: 1 })).toThrow('the last instant is 9998-12-31T19:00:00.000-05:00')
})

it('shows time in the zone of the bank, daylight saving included [§2.4]', () => {
  const bank = createBank({ timeZone: 'Europe/Berlin', now: '2026-03-29T00:30:00Z' })

  const before = bank.clock.now
  bank.clock.advance({ hours: 1 })

  expect([before, bank.clock.now]).toEqual(['2026-03-29T01:30:00.000+01:00', '2026-03-29T03:30:00.000+02:00'])
})

it.each([
  ['advanceToNextBatchAsync', (bank: Bank) => bank.clock.advanceToNextBatchAsync()],
  ['advanceToAsync', (bank: Bank) => bank.clock.advanceToAsync('2026-03-02T10:00:00-05:00')],
])('calls receivers on its way by %s [§6]', async (_, advance) => {
  const bank = createBank()
  const heard: string[] = []
  const events = ['Wire.Payment.Processed', 'Wire.Payment.Sent'] as const
  bank.webhooks.connect(
    'https://partner.example/hooks',
    async (request) => {
      heard.push(`${(await request.json()).eventName} ${bank.clock.now.slice(11, 16)}`)
      return new Response()
    },
    { events },
  )
  bank.wires.create(bank.wires.plausible())

  const happened = await advance(bank)

  expect(heard).toEqual(['Wire.Payment.Processed 10:00', 'Wire.Payment.Sent 10:00'])
  expect(happened.map(({ what }) => what)).toContain('batch.released')
  await expect(bank.clock.advanceToAsync('2026-03-02T09:00:00-05:00')).rejects.toThrow('the clock never runs backwards')
})
