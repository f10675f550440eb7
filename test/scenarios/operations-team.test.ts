import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { ways } from '../support/drivers/ways.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

it.each(ways)('holds a wire overnight and approves it next day, asked through the %s [§3]', async (_, partnerOf) => {
  const bank = createBank({ now: '2026-03-03T15:00:00-05:00' })
  const partner = partnerOf(bank)
  const { id } = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 40_000 }))
  bank.clock.advance({ minutes: 1 })
  bank.desk.hold(id)

  bank.clock.advanceTo('2026-03-04T11:00:00-05:00')
  const overnight = await partner.getWire(id)
  const meanwhile = bank.masterAccount
  bank.desk.approve(id)
  const approved = await partner.getWire(id)
  bank.clock.advanceToNextBatch()
  const completed = await partner.getWire(id)

  expect(overnight).toMatchObject({ status: 'Hold', posting: 'Pending' })
  expect(meanwhile).toMatchObject({ currentBalance: 100_000_000, availableBalance: 99_960_000 })
  expect(approved).toMatchObject({ status: 'Pending', posting: 'Pending' })
  expect(completed).toMatchObject({ status: 'Completed', completedAt: '2026-03-04T12:00:00.000-05:00' })
  expect(bank.masterAccount.currentBalance).toBe(99_960_000)
})

it.each(ways)(
  'rejects a wire that it holds, and its money is available again, asked through the %s [§3]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    await partner.registerWebhook('Wire.Payment.Rejected')
    const { id } = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 40_000 }))
    bank.clock.advance({ minutes: 1 })
    bank.desk.hold(id)

    bank.desk.reject(id, 'not our customer')
    bank.clock.advanceToNextBatch()

    expect(await partner.getWire(id)).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: 'ERR' })
    expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, availableBalance: 100_000_000 })
    expect(bank.pushes).toMatchObject([{ notification: { eventName: 'Wire.Payment.Rejected' } }])
  },
)

it.each(ways)(
  'reverses a completed wire, out and in, asked through the %s [§2.4 wasReversed]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const { accountNumber } = bank.masterAccount
    const out = await partner.createWire(outboundWire(accountNumber, { amount: 40_000 }))
    const into = await partner.simulateInbound(inboundWire(accountNumber, { amount: 3_000 }))
    bank.clock.advanceToNextBatch()
    const between = bank.masterAccount.currentBalance

    bank.desk.reverse(out.id)
    const afterFirst = bank.masterAccount.currentBalance
    bank.desk.reverse(into.id)

    expect([between, afterFirst, bank.masterAccount.currentBalance]).toEqual([99_963_000, 100_003_000, 100_000_000])
    for (const { id, wasReversed } of [out, into]) {
      expect(wasReversed).toBe(false)
      expect(await partner.getWire(id)).toMatchObject({ status: 'Completed', posting: 'Posted', wasReversed: true })
    }
    expect(() => bank.desk.reverse(out.id)).toThrow(/reversed before/)
  },
)

it.each(ways)(
  'sends an approved wire at once where batches are released by hand, asked through the %s [§3]',
  async (_, partnerOf) => {
    const bank = createBank({ release: 'manual', now: '2026-03-07T12:00:00-05:00' })
    const partner = partnerOf(bank)
    const { id } = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 40_000 }))
    bank.clock.advance({ days: 3 })
    const waiting = await partner.getWire(id)

    const batch = bank.desk.releaseBatch()

    expect(waiting.status).toBe('Pending')
    expect(batch?.paymentIds).toEqual([id])
    expect(await partner.getWire(id)).toMatchObject({
      status: 'Completed',
      fedBatchId: batch?.fedBatchId,
      fedBatchSequence: 1,
    })
  },
)

it.each(ways)(
  'places a restriction that the partner sees and cannot remove, placed beside one through the %s [§2.8 rules 4, 5]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const { accountNumber } = bank.masterAccount
    const own = await partner.createRestriction(accountNumber, { appliesTo: 'All', rail: 'Ach' })
    const internal = bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Wire' })

    const seen = bank.restrictions.list({ accountNumber })

    expect(seen.results.map(({ id, type }) => [id, type])).toEqual([
      [own.id, 'Partner'],
      [internal.id, 'Internal'],
    ])
    expect(() => bank.restrictions.remove(internal.id)).toThrow(/Internal/)
    bank.desk.restrictions.remove(own.id)
    expect(bank.restrictions.list({ accountNumber }).results.map(({ id }) => id)).toEqual([internal.id])
  },
)
