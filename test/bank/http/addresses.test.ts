import { expect, it } from 'vitest'
import { createBank, isUsageError } from 'vostro'
import { bankingToken, initOf, loanToken, send, tokenRequest } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it('has three addresses of its own by default [§4]', () => {
  const bank = createBank()

  expect(bank.urls).toEqual({
    baseUrl: 'https://api.bank.test',
    authUrl: 'https://auth.bank.test',
    loanBaseUrl: 'https://loans.bank.test',
  })
})

it.each([
  ['hosts', 'https://api.partner.example', 'https://login.partner.example', 'https://loans.partner.example'],
  ['ports', 'http://localhost:8080', 'http://localhost:8081', 'http://localhost:8082'],
  ['path prefixes', 'https://one.test/bank', 'https://one.test/auth', 'https://one.test/loans'],
  ['prefixes that begin alike', 'https://one.test/bank', 'https://one.test/bank-auth', 'https://one.test/bank-loans'],
  ['nested prefixes', 'https://one.test', 'https://one.test/auth/v2', 'https://one.test/loans'],
  ['trailing slashes', 'https://api.test/bank/', 'https://auth.test/', 'https://loans.test/api/'],
])('serves at other %s [§4]', async (_, baseUrl, authUrl, loanBaseUrl) => {
  const bank = createBank({ baseUrl, authUrl, loanBaseUrl })
  const at = (base: string, path: string) => base.replace(/\/$/, '') + path

  const body = tokenRequest(bank)
  const issued = await (await send(bank, 'POST', at(authUrl, '/oauth/token'), { body })).json()
  const token = issued.access_token
  const created = await send(bank, 'POST', at(baseUrl, '/wires/v1/payments'), { token, body: outboundWire(bank) })
  const loans = await send(bank, 'GET', at(loanBaseUrl, '/LoanSummary'), { token: loanToken(bank) })
  const unknown = await send(bank, 'GET', at(baseUrl, '/nowhere'))

  expect([created.status, loans.status, unknown.status]).toEqual([200, 200, 404])
})

it('serves all three services at one address [§4]', async () => {
  const url = 'https://one.test'
  const bank = createBank({ baseUrl: url, authUrl: url, loanBaseUrl: url })

  const issued = await (await send(bank, 'POST', '/oauth/token', { body: tokenRequest(bank) })).json()
  const token = issued.access_token
  const created = await send(bank, 'POST', '/wires/v1/payments', { token, body: outboundWire(bank) })
  const summary = await send(bank, 'GET', '/LoanSummary', { token })

  expect([created.status, summary.status]).toEqual([200, 200])
})

it.each([
  ['GET', '/core/v1/dda/subaccount', 404],
  ['DELETE', '/core/v1/dda/subaccounts', 405],
])('answers %s %s at a shared address in the form of the nearest service [§7]', async (method, path, status) => {
  const url = 'https://one.test'
  const bank = createBank({ baseUrl: url, authUrl: url, loanBaseUrl: url })

  const response = await send(bank, method, path)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code: expect.any(Number), message: expect.any(String) }] })
})

it('answers an unknown loan path at a shared address in the form of the loan service [§7]', async () => {
  const url = 'https://one.test'
  const bank = createBank({ baseUrl: url, authUrl: url, loanBaseUrl: url })

  const response = await send(bank, 'GET', '/LoanSumary')

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ ResponseStatus: { ErrorCode: 'NotFound' } })
})

it('reads host and prefix in any case, and the default port as none [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://One.Test:443/Bank' })
  const token = bankingToken(bank)

  const response = await bank.fetch('https://one.test/bank/wires/v1/payments', initOf('GET', { token }))

  expect(response.status).toBe(200)
})

it.each(['https://api.bank.test.evil.example/wires/v1/payments', 'http://api.bank.test/wires/v1/payments'])(
  'does not take %s for its own address [§4]',
  async (url) => {
    const bank = createBank()
    const token = bankingToken(bank)

    const response = await bank.fetch(url, initOf('GET', { token }))

    expect(response.status).toBe(404)
  },
)

it('does not serve a path beside its prefix [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://one.test/bank' })
  const token = bankingToken(bank)

  const statuses = []
  for (const path of ['/wires/v1/payments', '/banking/wires/v1/payments', '/bank', '/bank/wires/v1/payments']) {
    statuses.push((await bank.fetch(`https://one.test${path}`, initOf('GET', { token }))).status)
  }

  expect(statuses).toEqual([404, 404, 404, 200])
})

it.each(['baseUrl', 'authUrl', 'loanBaseUrl'])('refuses a %s that is no address [§4]', (name) => {
  const create = () => createBank({ [name]: 'bank.test' })

  expect(create).toThrow(expect.toSatisfy(isUsageError))
  expect(create).toThrow(name)
})
