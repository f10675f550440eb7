import { expect } from 'vitest'
import { createBank } from 'vostro'
import { currentBank, test, within } from 'vostro/vitest'
import { payInvoice } from '../../../docs/examples/pay-invoice.ts'
import { registrationRequest } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const seeded = test.extend({ bankOptions: { seed: 7, masterAccount: { balance: 5_000 } } })

test('gives each test a bank of its own, which answers the code under test [§1]', async ({ bank }) => {
  const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  bank.clock.advanceToNextBatch()

  expect(bank).toHaveCompleted(payment.id)
  expect(bank).toHaveReceivedRequest('createWire', { body: { amount: 10_000 } })
  expect(bank.wires.list().results).toHaveLength(1)
})

test('starts each test with a fresh bank [§1]', ({ bank }) => {
  expect(bank.requests).toEqual([])
  expect(bank.partner).toEqual(createBank().partner)
})

test('keeps its seed over a reset [§1]', async ({ bank }) => {
  const first = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  bank.reset()
  const again = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)

  expect(again).toEqual(first)
})

seeded('takes the options of its bank from test.extend [§1]', async ({ bank }) => {
  const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  bank.clock.advanceToNextBatch()

  expect(bank).toHaveStatus(payment.id, 'Rejected')
  expect(bank.world.settings.seed).toBe(7)
})

test('answers even if the test does not name its bank [§1]', async () => {
  const response = await fetch('https://auth.bank.test/.well-known/openid-configuration')

  expect(response.status).toBe(200)
  expect(currentBank().requests).toHaveLength(1)
})

test.each([
  [100, 'one'],
  [200, 'two'],
])('gives each case of test.each its bank: %i, %s [§1]', async (amount, word) => {
  const bank = currentBank()
  bank.wires.create(outboundWire(bank, { amount }))

  expect(bank.wires.list().results).toMatchObject([{ amount }])
  expect(word).toBe(amount === 100 ? 'one' : 'two')
})

test.for([100, 200])('gives each case of test.for its bank: %i [§1]', async (amount, { bank }) => {
  bank.wires.create(outboundWire(bank, { amount }))

  expect(currentBank()).toBe(bank)
  expect(bank.wires.list().results).toMatchObject([{ amount }])
})

test('follows the test through timers, promises and callbacks [§1]', async ({ bank }) => {
  const url = 'https://auth.bank.test/.well-known/openid-configuration'
  const inTimer = new Promise((resolve) => setTimeout(() => resolve(fetch(url)), 1))
  await Promise.all([inTimer, Promise.resolve().then(() => fetch(url)), fetch(url)])

  expect(bank.requests).toHaveLength(3)
})

test('is the current bank of a hook that is wrapped in within() [§1]', ({ bank }) => {
  const other = createBank()

  expect(within(other, () => currentBank())).toBe(other)
  expect(currentBank()).toBe(bank)
})

const around = test.extend({})
around.aroundEach(async (runTest, { bank }) => {
  await runTest()
  await bank.settled()
})

around('lets an aroundEach deliver what the test left [§6]', async ({ bank }) => {
  bank.webhooks.connect('https://partner.example/hooks', () => new Response('ok'))
  bank.webhooks.register({
    ...registrationRequest(bank),
    eventName: 'Wire.Payment.Received',
    registrationType: 'Push',
  })
  bank.wires.simulateInbound(bank.wires.plausibleInbound())
  bank.clock.advance({ minutes: 1 })

  expect(bank.outbox.waiting).toHaveLength(1)
})

const untidy = test.extend({ looseEnds: { unknownRequests: true } })

untidy('lets a test request an unknown endpoint if the test allows it [§4]', async ({ bank }) => {
  const response = await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)

  expect(response.status).toBe(404)
})
