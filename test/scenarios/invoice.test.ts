import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { CALLBACK_URL } from '../support/drivers/partner.ts'
import { ways } from '../support/drivers/ways.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

it.each(ways)('pays an invoice by wire through the %s, and the push confirms it [§3][§6]', async (_, partnerOf) => {
  const bank = createBank({ seed: 7 })
  const partner = partnerOf(bank)
  const { accountNumber } = bank.masterAccount
  await partner.registerWebhook('Wire.Payment.Sent')

  const asked = await partner.createWire(outboundWire(accountNumber, { amount: 1_250_000 }))
  const beforeBatch = { events: bank.events, balance: bank.masterAccount.currentBalance }
  bank.clock.advanceToNextBatch()
  const paid = await partner.getWire(asked.id)

  expect(asked).toMatchObject({ status: 'Created', posting: 'Pending', direction: 'Outbound', amount: 1_250_000 })
  for (const field of ['imad', 'omad', 'fedBatchId', 'completedAt', 'coreTransactionId']) {
    expect(asked).not.toHaveProperty(field)
    expect(paid).toHaveProperty(field)
  }
  expect(beforeBatch).toEqual({ events: [], balance: 100_000_000 })
  expect(paid).toMatchObject({ id: asked.id, status: 'Completed', posting: 'Posted', postingCode: 'OK' })
  expect(bank.masterAccount).toMatchObject({ currentBalance: 98_750_000, availableBalance: 98_750_000 })
  const resources = [`wires/v1/payments/${asked.id}`]
  expect(bank.pushes).toMatchObject([
    { callbackUrl: CALLBACK_URL, notification: { eventName: 'Wire.Payment.Sent', status: 'Pending', resources } },
  ])
})

it.each(ways)(
  'names the payment in the event, and a look-up through the %s gives its imad [§6]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    await partner.registerWebhook('Wire.Payment.Sent')
    const wires = [100, 200].map((amount) => outboundWire(bank.masterAccount.accountNumber, { amount }))
    const [first, second] = [await partner.createWire(wires[0]!), await partner.createWire(wires[1]!)]
    const polled = await partner.getWire(first.id)

    bank.clock.advanceToNextBatch()
    const named = bank.pushes.map(({ notification }) => notification.resources[0]?.split('/').at(-1) ?? 'nothing')
    const found = [await partner.getWire(named[0]!), await partner.getWire(named[1]!)]

    expect(polled).not.toHaveProperty('imad')
    expect(named).toEqual([first.id, second.id])
    expect(found.map(({ amount }) => amount)).toEqual([100, 200])
    expect(found.map(({ imad }) => imad)).toEqual(['20260302SIMULATE000001', '20260302SIMULATE000003'])
    expect(found.map(({ omad }) => omad)).toEqual(['20260302SIMULATE000002', '20260302SIMULATE000004'])
  },
)

it.each(ways)('tells of an inbound wire at once, and posts it later, through the %s [§3][§6]', async (_, partnerOf) => {
  const bank = createBank()
  const partner = partnerOf(bank)
  await partner.registerWebhook('Wire.Payment.Received')
  const { accountNumber } = bank.masterAccount

  const received = await partner.simulateInbound(
    inboundWire(accountNumber, { beneficiaryReference: 'Order 4', amount: 30_000 }),
  )
  const balanceAtOnce = bank.masterAccount.currentBalance
  bank.clock.advance({ minutes: 5 })
  const posted = await partner.getWire(received.id)

  expect(received).toMatchObject({ status: 'Hold', posting: 'Pending', direction: 'Inbound' })
  expect(bank.pushes).toMatchObject([{ notification: { resources: [`wires/v1/payments/${received.id}`] } }])
  expect(balanceAtOnce).toBe(100_000_000)
  expect(posted).toMatchObject({ status: 'Completed', posting: 'Posted' })
  expect(bank.masterAccount.currentBalance).toBe(100_030_000)
})

it.each(ways)('pushes nothing to a partner that registered for nothing, through the %s [§6]', async (_, partnerOf) => {
  const bank = createBank()

  await partnerOf(bank).createWire(outboundWire(bank.masterAccount.accountNumber, { amount: 100 }))
  bank.clock.advanceToNextBatch()

  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Sent' }])
  expect(bank.pushes).toEqual([])
})
