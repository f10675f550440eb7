/** The server without a port, as clients use it: over HTTP alone. (§4) */
import { expect, it } from 'vitest'
import { ORIGIN, serverFor, wireFrom } from './client.ts'

it('answers the three services and the control API below one origin [§4]', async () => {
  const { call, token } = serverFor()
  const { body: bank } = await call('GET', '/_vostro')

  const wire = await call('POST', '/api/wires/v1/payments', {
    token: await token(bank),
    body: wireFrom(bank),
  })
  const moved = await call('POST', '/_vostro/clock/next-batch')
  const seen = await call('GET', `/api/wires/v1/payments/${wire.body.id}`, { token: await token(bank) })

  expect(wire.status).toBe(200)
  expect(moved.body.now).toBe('2026-03-02T10:00:00.000-05:00')
  expect(seen.body.status).toBe('Completed')
})

it('gives each test a bank of its own, which its credentials find [§1]', async () => {
  const { call, token } = serverFor()
  const { body: one } = await call('POST', '/_vostro/banks')
  const { body: other } = await call('POST', '/_vostro/banks')

  // Any client library with these credentials, at the addresses of the server.
  const ofOne = await token({ ...one, authUrl: `${ORIGIN}/auth` })
  await call('GET', '/api/wires/v1/payments', { token: ofOne })
  const requestsOf = async (path: string) =>
    (await call('GET', `${path}/requests`)).body.map(({ endpoint }: { endpoint: string }) => endpoint)

  expect(one.clientId).toMatch(/~[0-9a-f]{16}$/)
  expect(ofOne).toMatch(new RegExp(`^${one.id}~`))
  expect(await requestsOf(one.controlUrl)).toEqual(['requestToken', 'listWires'])
  expect(await requestsOf(other.controlUrl)).toEqual([])
  expect(await requestsOf('/_vostro')).toEqual([])
})

it('sends pushes by what it was given, as soon as the request that caused them was answered [§6]', async () => {
  const sent: { url: string; event: string; redirect: string }[] = []
  const { call, token } = serverFor({
    send: async (request) => {
      sent.push({ url: request.url, redirect: request.redirect, event: (await request.json()).eventName })
      return new Response('ok')
    },
  })
  const { body: bank } = await call('GET', '/_vostro')
  const registration = {
    partnerId: bank.partnerId,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'http://localhost:3000/hooks',
  }
  await call('POST', '/api/webhooks/v1/registrations', { token: await token(bank), body: registration })
  await call('POST', '/api/wires/v1/payments', { token: await token(bank), body: wireFrom(bank) })

  await call('POST', '/_vostro/clock/next-batch')

  expect(sent).toEqual([{ url: 'http://localhost:3000/hooks', event: 'Wire.Payment.Sent', redirect: 'manual' }])
})
