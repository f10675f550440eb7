/** Row by row of the specification's request tables: each field is read, and a value of another type is refused by its name. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'
import { call } from './call.ts'

it.each(['grant_type', 'client_id', 'client_secret', 'audience'])(
  'reads %s of a token request [§2.1]',
  async (field) => {
    const bank = createBank()
    const { clientId, clientSecret, audience } = bank.partner
    const request = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience,
      [field]: 17,
    }

    const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining(field),
    })
  },
)

it.each(['idCode', 'identifier', 'name', 'address1', 'address2', 'address3'])(
  'reads %s of a party [§2.2]',
  async (field) => {
    const bank = createBank()
    const request = fullOutboundWire(bank)

    const answer = await call(bank, 'POST', `${bank.urls.baseUrl}/wires/v1/payments`, {
      ...request,
      beneficiary: { ...request.beneficiary, [field]: 17 },
    })

    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(`beneficiary.${field} `)
  },
)

it.each([
  'accountNumber',
  'businessFunctionCode',
  'receiverRoutingNumber',
  'beneficiaryFi',
  'intermediaryFi',
  'beneficiary',
  'beneficiaryReference',
  'originatorToBeneficiary1',
  'originatorToBeneficiary2',
  'originatorToBeneficiary3',
  'originatorToBeneficiary4',
  'originator',
  'amount',
  'purpose',
  'clientIdentifier',
])('reads %s of a wire payment request [§2.3]', async (field) => {
  const bank = createBank()
  const url = `${bank.urls.baseUrl}/wires/v1/payments`

  const right = await call(bank, 'POST', url, fullOutboundWire(bank))
  const wrong = await call(bank, 'POST', url, { ...fullOutboundWire(bank), [field]: true })

  expect(right.status).toBe(200)
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain(` ${field} `)
})

it.each([
  'accountNumber',
  'originator',
  'businessFunctionCode',
  'senderRoutingNumber',
  'senderDiName',
  'originatorFi',
  'beneficiaryReference',
  'amount',
])('reads %s of an inbound wire simulation request [§2.5]', async (field) => {
  const bank = createBank()
  const url = `${bank.urls.baseUrl}/wires/v1/payments/simulations`

  const right = await call(bank, 'POST', url, fullInboundWire(bank))
  const wrong = await call(bank, 'POST', url, { ...fullInboundWire(bank), [field]: true })

  expect(right.status).toBe(200)
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain(` ${field} `)
})

it.each(['partnerId', 'eventName', 'registrationType', 'callbackUrl'])(
  'reads %s of a webhook registration request [§2.6]',
  async (field) => {
    const bank = createBank()
    const url = `${bank.urls.baseUrl}/webhooks/v1/registrations`
    const request = {
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      registrationType: 'Push',
      callbackUrl: 'https://partner.test/hooks',
    }

    const wrong = await call(bank, 'POST', url, { ...request, [field]: true })
    const right = await call(bank, 'POST', url, request)

    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain(` ${field} `)
    expect(right.status).toBe(200)
  },
)

it.each([
  'subAccountNumber',
  'appliesTo',
  'rail',
  'transactionType',
  'otherAccountType',
  'amountThreshold',
  'transactionCode',
  'reason',
  'notes',
  'type',
])('reads %s of a restriction request [§2.8]', async (field) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const url = `${bank.urls.baseUrl}/core/v1/dda/accounts/${accountNumber}/restrictions`
  const { accountNumber: subAccountNumber } = bank.subledgers.create({
    masterAccountNumber: accountNumber,
    title: 'Own',
  })
  const request = {
    subAccountNumber,
    appliesTo: 'All',
    rail: 'Ach',
    transactionType: 'Debit',
    otherAccountType: null,
    amountThreshold: 5_000,
    transactionCode: 'Incoming ACH',
    reason: 'No debits',
    notes: 'asked for by phone',
    type: 'Partner',
  }

  const right = await call(bank, 'POST', url, request)
  const wrong = await call(bank, 'POST', url, { ...request, [field]: true })

  expect(right).toMatchObject({ status: 200, body: request })
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain(` ${field} `)
})

it.each(['masterAccountNumber', 'title', 'beneficiary'])('reads %s of a subledger request [§2.9]', async (field) => {
  const bank = createBank()
  const request = { masterAccountNumber: bank.masterAccount.accountNumber, title: 'Customer 17', beneficiary: {} }

  const wrong = await call(bank, 'POST', `${bank.urls.baseUrl}/core/v1/dda/subaccounts`, { ...request, [field]: true })

  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain(` ${field} `)
})

it.each([
  'referenceId',
  'entityName',
  'firstName',
  'middleName',
  'lastName',
  'streetAddress1',
  'streetAddress2',
  'city',
  'state',
  'postalCode',
  'countryCode',
  'phoneNumber',
  'emailAddress',
  'notes',
])('keeps %s of a subledger beneficiary [§2.9]', async (field) => {
  const bank = createBank()
  const url = `${bank.urls.baseUrl}/core/v1/dda/subaccounts`
  const request = { masterAccountNumber: bank.masterAccount.accountNumber, title: 'Customer 17' }

  const right = await call(bank, 'POST', url, { ...request, beneficiary: { [field]: 'some text' } })
  const wrong = await call(bank, 'POST', url, { ...request, beneficiary: { [field]: 17 } })

  expect(right.body).toMatchObject({ beneficiary: { [field]: 'some text' } })
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toContain(`beneficiary.${field} `)
})

it.each(['id', 'Skip', 'Take', 'OrderBy', 'OrderByDesc', 'Include', 'Meta', 'jsconfig'])(
  'accepts the parameter %s of the loan summary [§4 call 9]',
  async (name) => {
    const bank = createBank()
    const loan = bank.loans.add({ LoanNumber: 'L-1' })
    const values: Record<string, string> = {
      id: loan.Id,
      Skip: '0',
      Take: '5',
      OrderBy: 'LoanNumber',
      OrderByDesc: 'LoanNumber',
      Include: 'Total',
      Meta: '{}',
      jsconfig: 'dh:ut',
    }

    const answer = await call(bank, 'GET', `${bank.urls.loanBaseUrl}/LoanSummary?${name}=${values[name]}`)

    expect(answer).toMatchObject({ status: 200, body: { Offset: 0, Results: [{ Id: loan.Id }] } })
  },
)
