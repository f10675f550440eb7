import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { ways } from '../support/drivers/ways.ts'
import { outboundWire } from '../support/wire.ts'

const nights = [
  {
    night: 'a Friday evening completes on Monday',
    now: '2026-03-13T18:50:00-04:00',
    lastWaiting: '2026-03-16T09:59:59.999-04:00',
    completedAt: '2026-03-16T10:00:00.000-04:00',
    effectiveDate: '2026-03-16T00:00:00.000-04:00',
  },
  {
    night: 'the eve of Thanksgiving completes on the Friday after',
    now: '2026-11-25T18:50:00-05:00',
    lastWaiting: '2026-11-27T09:59:59.999-05:00',
    completedAt: '2026-11-27T10:00:00.000-05:00',
    effectiveDate: '2026-11-27T00:00:00.000-05:00',
  },
  {
    night: 'the Friday before the clocks go forward completes on Monday, an hour less away',
    now: '2026-03-06T18:50:00-05:00',
    lastWaiting: '2026-03-09T09:59:59.999-04:00',
    completedAt: '2026-03-09T10:00:00.000-04:00',
    effectiveDate: '2026-03-09T00:00:00.000-04:00',
  },
  {
    night: 'the Friday before the clocks go back completes on Monday, an hour more away',
    now: '2026-10-30T18:50:00-04:00',
    lastWaiting: '2026-11-02T09:59:59.999-05:00',
    completedAt: '2026-11-02T10:00:00.000-05:00',
    effectiveDate: '2026-11-02T00:00:00.000-05:00',
  },
  {
    night: 'the last evening of the year completes on the second of January or after',
    now: '2026-12-31T18:50:00-05:00',
    lastWaiting: '2027-01-04T09:59:59.999-05:00',
    completedAt: '2027-01-04T10:00:00.000-05:00',
    effectiveDate: '2027-01-04T00:00:00.000-05:00',
  },
] as const

const stories = nights.flatMap((night) => ways.map(([way, partnerOf]) => [way, night.night, partnerOf, night] as const))

it.each(stories)('asked through the %s, a wire of %s [§3]', async (_, __, partnerOf, night) => {
  const bank = createBank({ now: night.now })
  const partner = partnerOf(bank)
  const { id, effectiveDate } = await partner.createWire(
    outboundWire(bank.masterAccount.accountNumber, { amount: 100 }),
  )

  bank.clock.advanceTo(night.lastWaiting)
  const waiting = await partner.getWire(id)
  bank.clock.advance({ milliseconds: 1 })
  const completed = await partner.getWire(id)

  expect(effectiveDate).toBe(night.effectiveDate)
  expect(waiting).toMatchObject({ status: 'Pending', posting: 'Pending' })
  expect(completed).toMatchObject({ status: 'Completed', completedAt: night.completedAt, postedAt: night.completedAt })
  expect(completed.effectiveDate).toBe(night.effectiveDate)
})

it.each(ways)(
  'asked through the %s on a Tuesday morning, a wire goes with the first batch of the day [§8]',
  async (_, partnerOf) => {
    const bank = createBank({ now: '2026-03-03T09:59:50-05:00' })
    const partner = partnerOf(bank)
    const inTime = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 100 }))
    bank.clock.advance({ seconds: 6 })
    const tooLate = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 200 }))

    bank.clock.advanceToNextBatch()
    const [first, second] = [await partner.getWire(inTime.id), await partner.getWire(tooLate.id)]
    bank.clock.advanceToNextBatch()
    const later = await partner.getWire(tooLate.id)

    expect(first).toMatchObject({ status: 'Completed', completedAt: '2026-03-03T10:00:00.000-05:00' })
    expect(second.status).toBe('Created')
    expect(later).toMatchObject({ status: 'Completed', completedAt: '2026-03-03T12:00:00.000-05:00' })
  },
)

it.each(ways)(
  'asked through the %s, a wire goes at the next full half hour where batches are that frequent [§8]',
  async (_, partnerOf) => {
    const bank = createBank({ now: '2026-03-07T09:00:00-05:00', release: { every: { minutes: 30 } } })
    const partner = partnerOf(bank)
    bank.clock.advance({ minutes: 10 })
    const { id } = await partner.createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 100 }))

    bank.clock.advance({ minutes: 20 })

    expect(await partner.getWire(id)).toMatchObject({ completedAt: '2026-03-07T09:30:00.000-05:00' })
  },
)
