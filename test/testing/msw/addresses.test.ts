import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { bankingToken, initOf, loanToken, tokenRequest, unknownId } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'
import { isUnhandled, listening } from './listening.ts'

it.each([
  ['hosts', 'https://api.partner.example', 'https://login.partner.example', 'https://loans.partner.example'],
  ['path prefixes', 'https://one.test/bank', 'https://one.test/auth', 'https://one.test/loans'],
  ['ports and slashes', 'http://localhost:8080/', 'http://localhost:8081/', 'http://localhost:8082/'],
  ['addresses', 'https://one.test/bank', 'https://one.test/bank', 'https://one.test/bank'],
])('listens at other %s than those of the bank [§4]', async (_, baseUrl, authUrl, loanBaseUrl) => {
  const bank = createBank()
  listening(...bankHandlers(bank, { baseUrl, authUrl, loanBaseUrl }))
  const at = (base: string, path: string) => base.replace(/\/$/, '') + path

  const issued = await fetch(at(authUrl, '/oauth/token'), initOf('POST', { body: tokenRequest(bank) }))
  const token = (await issued.json()).access_token
  const created = await fetch(at(baseUrl, '/wires/v1/payments'), initOf('POST', { token, body: outboundWire(bank) }))
  const events = await fetch(at(loanBaseUrl, '/Webhook/GetEvents'), initOf('GET', { token: loanToken(bank) }))

  expect([issued.status, created.status, events.status]).toEqual([200, 200, 200])
  expect(bank.urls.baseUrl).toBe('https://api.bank.test')
})

it('listens at the addresses of the bank by default [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://one.test/bank', authUrl: 'https://one.test/auth' })
  listening(...bankHandlers(bank))

  const response = await fetch('https://one.test/bank/wires/v1/payments', initOf('GET', { token: bankingToken(bank) }))

  expect(response.status).toBe(200)
})

it('leaves the address of the bank unhandled if another is given [§4]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank, { baseUrl: 'https://elsewhere.test' }))

  expect(await isUnhandled(() => fetch(`${bank.urls.baseUrl}/wires/v1/payments`))).toBe(true)
})

it('leaves a path outside its prefix unhandled [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://one.test/bank' })
  listening(...bankHandlers(bank))

  expect(await isUnhandled(() => fetch('https://one.test/banking/wires/v1/payments'))).toBe(true)
  expect(await isUnhandled(() => fetch('https://one.test/'))).toBe(true)
})

it('reads the address in any case [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://one.test/Bank' })
  listening(...bankHandlers(bank))

  const init = initOf('GET', { token: bankingToken(bank) })
  const response = await fetch('https://ONE.test/bank/Wires/V1/Payments/', init)

  expect(response.status).toBe(200)
})

it('describes the token server at the address where it listens [§5]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank, { authUrl: 'https://login.partner.example/tenant' }))

  const response = await fetch('https://login.partner.example/tenant/.well-known/openid-configuration')

  expect(await response.json()).toMatchObject({
    issuer: 'https://login.partner.example/tenant',
    token_endpoint: 'https://login.partner.example/tenant/oauth/token',
  })
})

it.each([
  ['the discovery document', 'GET', 'https://auth.bank.test/.well-known/openid-configuration', 404],
  ['the cancellation of a wire', 'POST', `https://api.bank.test/wires/v1/payments/${unknownId}/cancel`, 404],
  ['the list of wires', 'GET', 'https://api.bank.test/wires/v1/payments', 405],
])('does not serve %s if only specified calls are served [§4]', async (_, method, url, status) => {
  const bank = createBank()
  listening(...bankHandlers(bank, { only: 'specified' }))

  const response = await fetch(url, initOf(method, { token: bankingToken(bank) }))

  expect(response.status).toBe(status)
  expect(bank.requests).toMatchObject([{ endpoint: null, status }])
})

it('serves the specified calls if only they are served [§4]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank, { only: 'specified' }))

  const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })
  const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init)

  expect(response.status).toBe(200)
})

it('keeps two banks in one server apart [§1]', async () => {
  const [one, two] = ['one', 'two'].map((name, index) =>
    createBank({
      seed: index + 1,
      baseUrl: `https://api.${name}.test`,
      authUrl: `https://auth.${name}.test`,
      loanBaseUrl: `https://loans.${name}.test`,
    }),
  ) as [ReturnType<typeof createBank>, ReturnType<typeof createBank>]
  listening(...bankHandlers(one), ...bankHandlers(two))
  bankingToken(two)

  const token = bankingToken(one)
  const own = await fetch(`${one.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body: outboundWire(one) }))
  const other = await fetch(`${two.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, body: outboundWire(two) }))

  expect([own.status, other.status]).toEqual([200, 401])
  expect([one.wires.list().results.length, two.wires.list().results.length]).toEqual([1, 0])
  expect([one.requests.length, two.requests.length]).toEqual([1, 1])
})
