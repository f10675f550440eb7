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
  ['other hosts', 'https://api.partner.example', 'https://login.partner.example', 'https://loans.partner.example'],
  ['other ports', 'http://localhost:8080', 'http://localhost:8081', 'http://localhost:8082'],
  ['path prefixes', 'https://one.test/bank', 'https://one.test/auth', 'https://one.test/loans'],
  ['prefixes that begin alike', 'https://one.test/bank', 'https://one.test/bank-auth', 'https://one.test/bank-loans'],
  ['nested prefixes', 'https://one.test', 'https://one.test/auth/v2', 'https://one.test/loans'],
  ['one address for all three', 'https://one.test', 'https://one.test', 'https://one.test'],
  ['addresses with trailing slashes', 'https://api.test/bank/', 'https://auth.test/', 'https://loans.test/api/'],
])('serves at %s [§4]', async (_, baseUrl, authUrl, loanBaseUrl) => {
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

const banking = { errors: [{ code: expect.any(Number), message: expect.any(String) }] }
const loans = { ResponseStatus: { ErrorCode: 'NotFound', Message: expect.any(String), Errors: [] } }

it.each([
  ['GET', '/core/v1/dda/subaccount', 404, banking],
  ['DELETE', '/core/v1/dda/subaccounts', 405, banking],
  ['GET', '/LoanSumary', 404, loans],
])('answers %s %s at a shared address in the form of the nearest service [§7]', async (method, path, status, body) => {
  const url = 'https://one.test'
  const bank = createBank({ baseUrl: url, authUrl: url, loanBaseUrl: url })

  const response = await send(bank, method, path)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual(body)
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
