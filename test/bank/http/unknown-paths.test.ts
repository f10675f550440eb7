import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, post, restrictionsPath, send, unknownId } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it.each([
  ['GET', '/wires/v1/payment', ' /wires/v1/payments.'],
  ['GET', '/wires/v2/payments', ' /wires/v1/payments.'],
  ['POST', '/wires/v1/payments/simulations/new', '/wires/v1/payments/'],
  ['POST', '/webhooks/v1/registration', 'POST /webhooks/v1/registrations'],
  ['POST', '/core/v1/dda/subaccount', '/core/v1/dda/subaccounts'],
  ['POST', '/core/v1/dda/account/2000000006/restrictions', '/core/v1/dda/accounts/{accountNumber}/restrictions'],
  ['DELETE', '/webhooks/v1/registration/17', '/webhooks/v1/registrations'],
  ['GET', '/', 'The nearest is'],
  ['GET', '/%zz/%', 'The nearest is'],
  ['GET', `/wires/v1/payment/${'x'.repeat(300)}`, ' GET /wires/v1/payments/{id}.'],
])('answers 404 to %s %s and names the nearest documented call [§4]', async (method, path, nearest) => {
  const bank = createBank()
  const before = bank.world

  const response = await send(bank, method, path)

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ errors: [{ code: 2006, message: expect.stringContaining(nearest) }] })
  expect(bank.world).toBe(before)
})

it('answers 404 to an unknown path of the loan service in its own form [§7]', async () => {
  const bank = createBank()

  const response = await send(bank, 'GET', `${bank.urls.loanBaseUrl}/FundingInfo`)

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    ResponseStatus: { ErrorCode: 'NotFound', Message: expect.stringContaining('GET /FundingInfo'), Errors: [] },
  })
})

it('answers 404 to an unknown path of the token server in its own form [§7]', async () => {
  const bank = createBank()

  const response = await send(bank, 'POST', `${bank.urls.authUrl}/oauth/tokens`)

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining('The nearest is POST /oauth/token.'),
  })
})

it('answers 404 at an unknown host [§4]', async () => {
  const bank = createBank()

  const response = await send(bank, 'GET', 'https://elsewhere.test/wires/v1/payments')

  expect(response.status).toBe(404)
})

it.each([
  ['PUT', '/wires/v1/payments', 'GET', 'POST'],
  ['DELETE', '/v1/payments', 'GET', 'POST'],
  ['POST', `/wires/v1/payments/${unknownId}`, 'GET', ''],
  ['GET', `/wires/v1/payments/${unknownId}/cancel`, 'POST', ''],
  ['GET', '/wires/v1/payments/simulations', 'POST only', ''],
  ['PUT', '/webhooks/v1/registrations', 'GET', 'POST'],
  ['PATCH', '/core/v1/dda/accounts/2000000006/restrictions', 'GET', 'POST'],
  ['POST', `/core/v1/dda/accounts/2000000006/restrictions/${unknownId}`, 'PUT', 'DELETE'],
  ['PATCH', '/core/v1/dda/subaccounts', 'GET', 'POST'],
  ['OPTIONS', '/core/v1/dda/subaccounts', 'GET', 'POST'],
])('answers 405 to %s %s and names what is served [§4]', async (method, path, ...served) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await send(bank, method, path, { token })
  const { errors } = await response.json()

  expect(response.status).toBe(405)
  expect(errors).toMatchObject([{ code: 2007 }])
  for (const name of served) expect(errors[0].message).toContain(name)
  expect(bank.world).toBe(before)
})

const loanError = { ResponseStatus: { ErrorCode: 'MethodNotAllowed' } }
const oauthError = { error: 'invalid_request' }

it.each([
  ['POST', 'loanBaseUrl', '/LoanSummary', loanError],
  ['DELETE', 'loanBaseUrl', '/Webhook/GetEvents', loanError],
  ['POST', 'loanBaseUrl', '/Webhooks/GetEvents', loanError],
  ['GET', 'authUrl', '/oauth/token', oauthError],
  ['POST', 'authUrl', '/.well-known/openid-configuration', oauthError],
] as const)('answers 405 to %s at the %s %s in the form of the service [§4]', async (method, service, path, error) => {
  const bank = createBank()

  const response = await send(bank, method, bank.urls[service] + path)

  expect(response.status).toBe(405)
  expect(await response.json()).toMatchObject(error)
})

it.each([
  ['2000000006', 404, 2000],
  ['300000000004', 400, 2008],
  ['2000000007', 400, 1000],
  ['17', 400, 1000],
  ['%E0%A4%A', 400, 1000],
  ['2000000006%00', 400, 1000],
])('refuses a restriction on the account number %s [§4 call 6]', async (number, status, code) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const path = restrictionsPath(bank).replace(bank.masterAccount.accountNumber, number)
  const response = await post(bank, token, path, { appliesTo: 'All' })

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ errors: [{ code }] })
  expect(bank.world).toBe(before)
})

it.each([
  '/wires//v1/payments',
  '/wires/v1/payments/extra/segments/here',
  '/wires',
  '/core/v1/dda/accounts/restrictions',
])('knows no call at %s [§4]', async (path) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, path, outboundWire(bank))

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ errors: [{ code: 2006 }] })
})
