import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect } from 'vitest'
import { bankHandlers } from 'vostro/msw'
import { test as bankTest, currentBank, within } from 'vostro/vitest'
import { payInvoice } from '../../../docs/examples/pay-invoice.ts'

const server = setupServer(
  http.get('https://elsewhere.test/', () => HttpResponse.json({ service: 'another' })),
  ...bankHandlers(currentBank),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const test = bankTest.extend({ bankServer: 'own' })

test('leaves requests to other hosts to an MSW server of the test [§1]', async ({ bank }) => {
  const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  const other = await fetch('https://elsewhere.test/')
  bank.clock.advanceToNextBatch()

  expect(bank).toHaveCompleted(payment.id)
  expect(await other.json()).toEqual({ service: 'another' })
})

test('records pushes that other code posts to the callback address of the test [§6]', async ({ bank }) => {
  const callbackUrl = 'https://partner.example/hooks'
  const eventName = 'Wire.Payment.Sent'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })

  const response = await fetch(callbackUrl, { method: 'POST', body: JSON.stringify({ eventName }) })

  expect(response.status).toBe(200)
  expect(bank.pushes).toMatchObject([{ outcome: 'received', callbackUrl }])
})

test.beforeEach(async ({ bank }) => {
  await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
})

test('runs hooks as part of the test [§1]', async ({ bank }) => {
  expect(bank.wires.list().results).toHaveLength(1)
  expect(within(bank, () => currentBank())).toBe(bank)
})
