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

it('serves services at separate addresses of their own, and also below its origin [§4]', async () => {
  const addresses = { authUrl: 'http://auth.bank.test:4011' }
  const { server, call, token } = serverFor({ addresses })
  const { body: bank } = await call('GET', '/_vostro')
  const form = { grant_type: 'client_credentials', client_id: bank.clientId, client_secret: bank.clientSecret }
  const alone = new Request(`${addresses.authUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })

  const issued = await server.answer(alone, 'authUrl')
  const below = await token({ ...bank, authUrl: `${ORIGIN}/auth` })
  const discovery = await call('GET', '/.well-known/oauth-authorization-server/auth')

  expect([bank.baseUrl, bank.authUrl]).toEqual([`${ORIGIN}/api`, addresses.authUrl])
  expect(issued.status).toBe(200)
  expect(below).toMatch(/./)
  expect(discovery.body.issuer).toBe(addresses.authUrl)
})

it('answers HEAD of a control call as GET, without the body [§4]', async () => {
  const { call } = serverFor()

  const [head, stream, wrong] = [
    await call('HEAD', '/_vostro/health'),
    await call('HEAD', '/_vostro/trace/events'),
    await call('HEAD', '/_vostro/reset'),
  ]

  expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
    200,
    '',
    'application/json; charset=utf-8',
  ])
  expect([stream.status, stream.body]).toEqual([200, ''])
  expect(wrong.status).toBe(405)
})

it('leads from its root to the console, as a person types the address of the server [§4]', async () => {
  const { server } = serverFor()

  const { status, headers } = await server.answer(new Request(`${ORIGIN}/`))

  expect([status, headers.get('location')]).toEqual([302, '/_vostro/trace/live'])
})
