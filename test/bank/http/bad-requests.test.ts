import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import {
  bankingToken,
  post,
  registrationRequest,
  restrictionRequest,
  restrictionsPath,
  subledgerRequest,
  unknownId,
} from '../../support/calls.ts'

it.each([
  ['no partnerId', { partnerId: undefined }, 'partnerId is required'],
  ['a partnerId that is no UUID', { partnerId: '17' }, 'partnerId must be a UUID'],
  ['no eventName', { eventName: undefined }, 'eventName is required'],
  ['an empty eventName', { eventName: '' }, 'eventName must not be empty'],
  ['a number as eventName', { eventName: 5 }, 'eventName must be string'],
  ['the registrationType Pull', { registrationType: 'Pull' }, 'registrationType must be Push or Poll'],
  ['the type Pull', { registrationType: undefined, type: 'Pull' }, 'type must be Push or Poll'],
  ['a format that nobody knows', { format: 'Long' }, 'format must be Basic or Extended'],
  ['a user name of 256 letters', { authUsername: 'x'.repeat(256) }, 'authUsername must have at most 255 characters'],
  ['no callbackUrl', { callbackUrl: undefined }, 'callbackUrl'],
  ['a relative callbackUrl', { callbackUrl: '/hooks' }, 'callbackUrl must be an http or https URL'],
  ['an ftp callbackUrl', { callbackUrl: 'ftp://partner.example' }, 'callbackUrl must be an http or https URL'],
  ['a script as callbackUrl', { callbackUrl: 'javascript:alert(1)' }, 'callbackUrl must be an http or https URL'],
  ['a blank before the callbackUrl', { callbackUrl: ' https://p.example/' }, 'callbackUrl must have no blank in it'],
  ['an object as callbackUrl', { callbackUrl: {} }, 'callbackUrl must be'],
])('answers 400 to a registration with %s [§2.6]', async (_, changes, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const body = { ...registrationRequest(bank), ...changes }
  const response = await post(bank, token, '/webhooks/v1/registrations', body)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code: 1000, message: expect.stringContaining(problem) }] })
  expect(bank.world).toBe(before)
})

it.each([
  ['no appliesTo', { appliesTo: undefined }, 'appliesTo'],
  ['an unknown appliesTo', { appliesTo: 'all' }, 'appliesTo must be All'],
  ['a subAccountNumber with a wrong digit', { subAccountNumber: '300000000005' }, 'subAccountNumber must be'],
  ['a number as subAccountNumber', { subAccountNumber: 3 }, 'subAccountNumber must be string'],
  ['an unknown rail', { rail: 'Pigeon' }, 'rail must be null or one of Ach, Wire'],
  ['a number as rail', { rail: 1 }, 'rail must be string'],
  ['an unknown transactionType', { transactionType: 'debit' }, 'transactionType must be null or one of Debit, Credit'],
  ['an unknown otherAccountType', { otherAccountType: 'Bank' }, 'otherAccountType must be null or one of'],
  ['a negative amountThreshold', { amountThreshold: -5 }, 'amountThreshold must be a whole number'],
  ['a fractional amountThreshold', { amountThreshold: 1.5 }, 'amountThreshold must be a whole number'],
  ['a text as amountThreshold', { amountThreshold: '100' }, 'amountThreshold must be number'],
  ['an unknown transactionCode', { transactionCode: 'Gift' }, 'transactionCode must be null or one of Incoming ACH'],
  ['a number as reason', { reason: 5 }, 'reason must be string'],
  ['an unknown type', { type: 'Public' }, 'type must be Partner or Internal'],
])('answers 400 to a restriction with %s [§2.8]', async (_, changes, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const response = await post(bank, token, restrictionsPath(bank), { ...restrictionRequest(), ...changes })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code: 1000, message: expect.stringContaining(problem) }] })
  expect(bank.world).toBe(before)
})

it.each([
  ['no masterAccountNumber', { masterAccountNumber: undefined }, 400, 1000, 'masterAccountNumber is required'],
  ['a wrong check digit', { masterAccountNumber: '2000000007' }, 400, 1000, 'masterAccountNumber must be a master'],
  ['the number of a subledger', { masterAccountNumber: '300000000004' }, 400, 1000, 'masterAccountNumber must be'],
  ['a number as masterAccountNumber', { masterAccountNumber: 2 }, 400, 1000, 'masterAccountNumber must be string'],
  ['an unknown masterAccountNumber', { masterAccountNumber: '2000000006' }, 404, 2000, '2000000006'],
  ['no title', { title: undefined }, 400, 1000, 'title is required'],
  ['an empty title', { title: '' }, 400, 1000, 'title must not be empty'],
  ['a title of 256', { title: 'x'.repeat(256) }, 400, 1000, 'title must have at most 255 characters'],
  ['a list as title', { title: ['x'] }, 400, 1000, 'title must be string'],
  ['a text as beneficiary', { beneficiary: 'x' }, 400, 1000, 'beneficiary must be object'],
  [
    'a number in the profile',
    { beneficiary: { postalCode: 12345 } },
    400,
    1000,
    'beneficiary.postalCode must be string',
  ],
  ['a number as customerId', { customerId: 1 }, 400, 1000, 'customerId must be string'],
  ['a UUID as masterAccountNumber', { masterAccountNumber: unknownId }, 400, 1000, 'masterAccountNumber must be'],
])('refuses a subledger with %s [§2.9 rule 1]', async (_, changes, status, code, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const body = { ...subledgerRequest(bank), ...changes }
  const response = await post(bank, token, '/core/v1/dda/subaccounts', body)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining(problem) }] })
  expect(bank.world).toBe(before)
})
