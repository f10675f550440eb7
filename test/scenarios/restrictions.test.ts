import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import type { Partner } from '../support/drivers/partner.ts'
import { ways } from '../support/drivers/ways.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

/** What becomes of one wire out and one wire in. */
async function outAndIn(partner: Partner, accountNumber: string, amount: number) {
  return {
    out: await partner.createWire(outboundWire(accountNumber, { amount })),
    in: await partner.simulateInbound(inboundWire(accountNumber, { amount })),
  }
}

it.each(ways)('freezes an account: nothing goes out or in, through the %s [§2.8 rule 3]', async (_, partnerOf) => {
  const bank = createBank()
  const partner = partnerOf(bank)
  const { accountNumber } = bank.masterAccount
  await partner.createRestriction(accountNumber, { appliesTo: 'All', reason: 'Frozen' })

  const wires = await outAndIn(partner, accountNumber, 500)
  bank.clock.advanceToNextBatch()

  const blocked = { status: 'Rejected', posting: 'Pending', postingCode: 'RES' }
  expect(await partner.getWire(wires.out.id)).toMatchObject(blocked)
  expect(await partner.getWire(wires.in.id)).toMatchObject(blocked)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, availableBalance: 100_000_000 })
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Wire.Payment.Received'])
})

it.each(ways)(
  'blocks one customer\u2019s subledger and no other, through the %s [§2.8 rule 2]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const masterAccountNumber = bank.masterAccount.accountNumber
    const suspect = await partner.createSubledger({ masterAccountNumber, title: 'Suspect' })
    const other = await partner.createSubledger({ masterAccountNumber, title: 'Other' })
    const placed = await partner.createRestriction(masterAccountNumber, {
      appliesTo: 'All',
      subAccountNumber: suspect.accountNumber,
    })

    const blocked = await partner.createWire(outboundWire(suspect.accountNumber, { amount: 500 }))
    const free = [
      await partner.createWire(outboundWire(other.accountNumber, { amount: 500 })),
      await partner.createWire(outboundWire(masterAccountNumber, { amount: 500 })),
    ]
    bank.clock.advanceToNextBatch()

    expect(placed).toMatchObject({
      type: 'Partner',
      reason: 'Restriction',
      rail: null,
      subAccountNumber: suspect.accountNumber,
    })
    expect((await partner.getWire(blocked.id)).postingCode).toBe('RES')
    for (const { id } of free) expect((await partner.getWire(id)).postingCode).toBe('OK')
  },
)
