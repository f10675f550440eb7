import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import {
  bankingToken,
  post,
  registrationRequest,
  restrictionRequest,
  restrictionsPath,
  unknownId,
} from '../../support/calls.ts'

it('registers a callback address and answers with the registration [§4 call 5]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, '/webhooks/v1/registrations', registrationRequest(bank))
  const registration = await response.json()

  expect(response.status).toBe(200)
  expect(registration).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
    consecutiveErrors: 0,
    status: 'Active',
    type: 'Push',
    format: 'Basic',
  })
  expect(bank.webhooks.get(registration.id)).toEqual(registration)
})

it('takes the kind of a registration as type too [§2.6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { registrationType, ...request } = registrationRequest(bank)

  const body = { ...request, type: registrationType }
  const response = await post(bank, token, '/webhooks/v1/registrations', body)

  expect(response.status).toBe(200)
})

it.each([
  ['a second one for the same event', {}, 409, 2015],
  ['one for somebody else', { partnerId: unknownId, eventName: 'Wire.Payment.Received' }, 404, 2004],
])('refuses %s [§2.6]', async (_, changes, status, code) => {
  const bank = createBank()
  const token = bankingToken(bank)
  await post(bank, token, '/webhooks/v1/registrations', registrationRequest(bank))
  const before = bank.world

  const body = { ...registrationRequest(bank), ...changes }
  const response = await post(bank, token, '/webhooks/v1/registrations', body)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining('register') }] })
  expect(bank.world).toBe(before)
})

it('places a restriction and answers with its record [§4 call 6]', async () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  const token = bankingToken(bank)

  const response = await post(bank, token, restrictionsPath(bank), restrictionRequest())
  const restriction = await response.json()

  expect(response.status).toBe(200)
  expect(restriction).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    accountNumber: bank.masterAccount.accountNumber,
    ...restrictionRequest(),
    type: 'Partner',
    createdAt: '2026-03-02T09:00:00.000-05:00',
  })
  expect(bank.restrictions.list({ accountNumber: bank.masterAccount.accountNumber }).results).toEqual([restriction])
})

it('places the restriction on the account of the path, whatever the body says [§4 call 6]', async () => {
  const bank = createBank()
  const other = bank.accounts.open({ title: 'Other' })
  const token = bankingToken(bank)

  const body = { appliesTo: 'All', accountNumber: other.accountNumber }
  const response = await post(bank, token, restrictionsPath(bank), body)

  expect(await response.json()).toMatchObject({ accountNumber: bank.masterAccount.accountNumber })
  expect(bank.restrictions.list({ accountNumber: other.accountNumber }).results).toEqual([])
})
