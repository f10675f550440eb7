/** Tests that must fail, each for one reason: `failing.test.ts` runs them in a vitest of their own and reads why they did. */
import { expect } from 'vitest'
import { test } from 'vostro/vitest'
import { initOf } from '../../support/calls.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

test('a request that reaches no endpoint [§4]', async ({ bank }) => {
  const { status } = await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)

  expect(status).toBe(404)
})

const keepsLittle = test.extend({ bankOptions: { keep: { requests: { milliseconds: 1 } } } })

keepsLittle('a request that reaches no endpoint, and is gone [§4]', async ({ bank }) => {
  const { status } = await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)
  bank.clock.advance({ seconds: 1 })

  expect(status).toBe(404)
  expect(bank.requests).toEqual([])
})

test('a push undelivered [§6]', async ({ bank }) => {
  const callbackUrl = 'https://partner.example/hooks'
  const eventName = 'Wire.Payment.Received'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.webhooks.connect(callbackUrl, () => new Response())

  bank.wires.simulateInbound(inboundWire(bank))

  expect(bank.pushes.waiting).toHaveLength(1)
})

test('a defect that no call has thrown [§7]', async ({ bank }) => {
  const token = bank.tokens.issue().access_token
  makeUnsound(bank)

  const init = initOf('POST', { token, body: outboundWire(bank) })
  const { status } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(status).toBe(500)
})
