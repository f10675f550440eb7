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

it('fills a restriction up with wildcards and the reason Restriction [§2.8 rule 1]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await post(bank, token, restrictionsPath(bank), { appliesTo: 'Account' })
  const restriction = await response.json()

  expect(restriction).toMatchObject({
    appliesTo: 'Account',
    subAccountNumber: null,
    rail: null,
    transactionType: null,
    otherAccountType: null,
    amountThreshold: null,
    transactionCode: null,
    reason: 'Restriction',
  })
  expect(restriction).not.toHaveProperty('notes')
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

it('refuses a Partner user that asks for an Internal restriction [§2.8 rule 5]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await post(bank, token, restrictionsPath(bank), { appliesTo: 'All', type: 'Internal' })

  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ errors: [{ code: 3008, message: expect.stringContaining('Internal') }] })
  expect(bank.world).toBe(before)
})

it('refuses a restriction on the number of a subledger [§2.8]', async () => {
  const bank = createBank()
  const { accountNumber: masterAccountNumber } = bank.masterAccount
  const { accountNumber } = bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })
  const token = bankingToken(bank)
  const before = bank.world

  const path = `/core/v1/dda/accounts/${accountNumber}/restrictions`
  const response = await post(bank, token, path, { appliesTo: 'All' })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code: 2008, message: expect.stringContaining(accountNumber) }] })
  expect(bank.world).toBe(before)
})
