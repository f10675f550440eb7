import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { recomputedFor, shownBy } from '../support/auditor.ts'
import { ways } from '../support/drivers/ways.ts'
import { outboundWire } from '../support/wire.ts'

it.each(ways)(
  'sums up a day of 1,000 wires in five batches exactly, through the %s [§2.9 rule 5][§8]',
  async (_, partnerOf) => {
    const bank = createBank({ now: '2026-03-03T09:00:00-05:00' })
    const partner = partnerOf(bank)
    await partner.registerWebhook('Wire.Payment.Sent')
    const master = bank.masterAccount.accountNumber
    const customers = ['One', 'Two', 'Three', 'Four'].map((title) => ({ masterAccountNumber: master, title }))
    const accounts = [master]
    for (const customer of customers) accounts.push((await partner.createSubledger(customer)).accountNumber)

    const ids: string[] = []
    for (let batch = 0; batch < 5; batch++) {
      for (let wire = 1; wire <= 200; wire++) {
        const { id } = await partner.createWire(outboundWire(accounts[wire % 5]!, { amount: batch * 200 + wire }))
        ids.push(id)
      }
      bank.clock.advanceToNextBatch()
    }

    const wires = await Promise.all(ids.map((id) => partner.getWire(id)))
    const times = [...new Set(wires.map(({ completedAt }) => completedAt?.slice(11, 16)))]
    const places = wires.map(({ fedBatchId, fedBatchSequence }) => `${fedBatchId} ${fedBatchSequence}`)
    expect(new Set(wires.map(({ status }) => status))).toEqual(new Set(['Completed']))
    expect(times).toEqual(['10:00', '12:00', '14:00', '16:00', '18:45'])
    expect(new Set(wires.map(({ fedBatchId }) => fedBatchId)).size).toBe(5)
    expect(new Set(places).size).toBe(1_000)
    expect(wires.map(({ fedBatchSequence }) => fedBatchSequence)).toEqual(ids.map((_, index) => (index % 200) + 1))
    expect(bank.pushes.flatMap(({ notification }) => notification.resources)).toEqual(
      ids.map((id) => `wires/v1/payments/${id}`),
    )
    // 1 + 2 + … + 1,000
    expect(bank.masterAccount.currentBalance).toBe(100_000_000 - 500_500)
    expect(shownBy(bank)).toEqual(recomputedFor(bank))
  },
)
