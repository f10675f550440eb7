import { expect, it } from 'vitest'
import { type Bank, createBank, replay } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const wires = '/wires/v1/payments'

/** Creates so many wires over HTTP, one an hour. */
async function createHourly(bank: Bank, count: number): Promise<void> {
  const token = bankingToken(bank)
  for (let hour = 0; hour < count; hour++) {
    await bank.fetch(bank.urls.baseUrl + wires, initOf('POST', { token, body: outboundWire(bank, { amount: 1 }) }))
    bank.clock.advance({ hours: 1 })
  }
}

it('keeps everything by default [§3]', async () => {
  const bank = createBank({ seed: 7 })

  await createHourly(bank, 20)

  expect(bank.requests).toHaveLength(20)
  expect(bank.journal[0]).not.toHaveProperty('forgotten')
  expect(bank.timeline()).not.toContain('no longer kept')
})

it.each([1, 7, 10, 19, 20, 41])(
  'keeps the last %i entries and requests, the very same as a bank that keeps all [§3]',
  async (count) => {
    const [bank, whole] = [createBank({ seed: 7, keep: { journal: count, requests: count } }), createBank({ seed: 7 })]

    await createHourly(bank, 20)
    await createHourly(whole, 20)

    const gone = whole.journal.length - 1 - Math.min(count, whole.journal.length - 1)
    expect(bank.requests).toEqual(whole.requests.slice(-count))
    expect(bank.journal.slice(1)).toEqual(whole.journal.slice(1).slice(-count))
    expect((bank.journal[0] as { forgotten?: number }).forgotten ?? 0).toBe(gone)
    expect(bank.world).toEqual(whole.world)
  },
)

it('keeps what is younger than a virtual age [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { requests: { hours: 10 }, journal: { minutes: 90 } } })

  await createHourly(bank, 20)

  const now = Date.parse(bank.clock.now)
  expect(bank.requests.map(({ at }) => (now - Date.parse(at)) / 3_600_000)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(bank.journal.slice(1).map(({ operation }) => operation)).toEqual(['wires.create', 'clock.advance'])
})

it('takes memory for twice as much at most, however long it runs [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { journal: 5, requests: 5 } })

  await createHourly(bank, 20)

  const { journal, requests } = JSON.parse(JSON.stringify(bank.snapshot()))
  for (const { dropped, older, newer } of [journal, requests]) {
    expect(older.length + newer.length).toBeLessThanOrEqual(10)
    expect(dropped).toBeGreaterThan(0)
  }
})

it('replays no journal of which entries are gone, and says so [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { journal: 5 } })
  await createHourly(bank, 10)
  const refusal = expect.objectContaining({
    name: 'UsageError',
    message:
      'Failed to replay a journal: 16 of its entries are gone, because the bank keeps only the later ones (keep.journal). Create the bank without keep.journal, or restore a snapshot. (§3)',
  })

  expect(() => replay(bank.journal)).toThrow(refusal)
  expect(() => replay(JSON.parse(JSON.stringify(bank.journal)))).toThrow(refusal)
})

it('judges no conduct of which requests are gone, and says so [§5]', async () => {
  const bank = createBank({ seed: 7, keep: { requests: 5 } })
  await createHourly(bank, 5)
  expect(bank.conduct()).toEqual([])

  await createHourly(bank, 1)

  expect(() => bank.conduct()).toThrow('Failed to judge the conduct: 1 request is gone')
})

it('says in the timeline what is gone, and tells the rest [§3]', async () => {
  const bank = createBank({ seed: 7, keep: { journal: 4, requests: 2 } })

  await createHourly(bank, 3)

  expect(bank.timeline()).toMatchInlineSnapshot(`
    "Monday 2026-03-02
    09:00:00  bank    │ partner Test Partner added
              bank    │ account 2497519674 opened for Test Partner with 1,000,000.00
    10:00:00  bank    │ 3 entries of the journal and 1 request before this are no longer kept
              request │ POST /wires/v1/payments  200
              payment │ wire f122e8bc Created  outbound 0.01 from 2497519674
    10:00:05  money   │ 0.01 reserved on 2497519674
              payment │ wire f122e8bc Pending  outbound 0.01 from 2497519674
    11:00:00  request │ POST /wires/v1/payments  200
              payment │ wire b45742fd Created  outbound 0.01 from 2497519674
    11:00:05  money   │ 0.01 reserved on 2497519674
              payment │ wire b45742fd Pending  outbound 0.01 from 2497519674
    12:00:00  payment │ batch 5209b35e released: 2 wires, 0.02
              money   │ -0.01 posted on 2497519674
              payment │ wire f122e8bc Completed  outbound 0.01 from 2497519674
              push    │ event Wire.Payment.Sent for wires/v1/payments/f122e8bc
              money   │ -0.01 posted on 2497519674
              payment │ wire b45742fd Completed  outbound 0.01 from 2497519674
              push    │ event Wire.Payment.Sent for wires/v1/payments/b45742fd"
  `)
  expect(bank.timeline({ as: 'mermaid' })).toContain('no longer kept')
  expect(bank.timeline({ last: 1 })).not.toContain('no longer kept')
})

it('goes on as it was after a snapshot, a fork and a reset: ids and ordinals stay what they are [§3]', async () => {
  const [bank, whole] = [createBank({ seed: 7, keep: { requests: 3, journal: 3 } }), createBank({ seed: 7 })]
  await createHourly(bank, 10)
  await createHourly(whole, 10)

  const fork = bank.fork()
  const other = createBank({ seed: 7, keep: { requests: 3, journal: 3 } })
  other.restore([...bank.snapshot().lines()])
  for (const each of [bank, whole, fork, other]) await createHourly(each, 2)

  for (const each of [bank, fork, other]) {
    expect(each.requests).toEqual(whole.requests.slice(-3))
    expect(each.journal.slice(1)).toEqual(whole.journal.slice(-3))
  }
  bank.reset()
  await createHourly(bank, 5)
  expect(bank.requests).toHaveLength(3)
})

it('gives all that happened while the clock advanced, whatever the journal keeps [§3]', async () => {
  const [bank, whole] = [createBank({ seed: 7, keep: { journal: 1 } }), createBank({ seed: 7 })]
  await createHourly(bank, 3)
  await createHourly(whole, 3)

  expect(await bank.clock.advanceAsync({ days: 2 })).toEqual(await whole.clock.advanceAsync({ days: 2 }))
})

it.each<[string, (bank: Bank) => Parameters<Bank['restore']>[0]]>([
  ['a snapshot', (bank) => bank.snapshot()],
  ['its text', (bank) => JSON.stringify(bank.snapshot())],
  ['its lines', (bank) => bank.snapshot().lines()],
])('brings nothing back of what was told to be gone, where a bank that keeps all is given %s [§3]', async (_, of) => {
  const bank = createBank({ seed: 7, keep: { journal: 4, requests: { hours: 3 } } })
  await createHourly(bank, 7)
  const whole = createBank({ seed: 7 })

  whole.restore(of(bank))

  expect(whole.journal).toEqual(bank.journal)
  expect(whole.requests).toEqual(bank.requests)
  expect(whole.timeline()).toBe(bank.timeline())
  const [entries, requests] = [whole.journal.length, whole.requests.length]
  await createHourly(whole, 3)
  expect([whole.journal.length, whole.requests.length]).toEqual([entries + 7, requests + 3])
  expect(() => replay(whole.journal)).toThrow('Failed to replay a journal: 11 of its entries are gone')
})

it('counts one that is gone as one [§3]', () => {
  const bank = createBank({ keep: { journal: 1 } })
  bank.tokens.issue()
  bank.tokens.issue()

  expect(() => replay(bank.journal)).toThrow('Failed to replay a journal: 1 of its entries is gone, because')
})

it.each([{}, { hours: 0 }, { milliseconds: 0 }])('refuses to keep %j, and says that it is nothing [§3]', (requests) => {
  expect(() => createBank({ keep: { requests } })).toThrow('keep.requests: must be at least a millisecond')
})

it.each([0, -1, 1.5, '10', {}, { hours: -1 }])('refuses to keep %j [§3]', (journal) => {
  expect(() => createBank({ keep: { journal: journal as number } })).toThrow('keep.journal: must')
})
