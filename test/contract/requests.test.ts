import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { tokenRequest } from '../../src/contract/access.ts'
import { subledgerRequest } from '../../src/contract/account.ts'
import { loanRequest } from '../../src/contract/loan.ts'
import { party } from '../../src/contract/party.ts'
import { restrictionRequest } from '../../src/contract/restriction.ts'
import { registrationRequest } from '../../src/contract/webhook.ts'
import { inboundWireRequest, wirePaymentRequest } from '../../src/contract/wire-payment.ts'
import * as calls from '../support/calls.ts'
import { fullInboundWire, fullOutboundWire, inboundWire, outboundWire } from '../support/wire.ts'

const bank = () => createBank({ seed: 7 })
const profile = {
  referenceId: '17',
  entityName: 'Customer Seventeen',
  streetAddress1: '1 Main Street',
  streetAddress2: 'Floor 3',
  city: 'Springfield',
  state: 'NY',
  postalCode: '10001',
  countryCode: 'US',
  phoneNumber: '+1 555 0100',
  emailAddress: 'seventeen@customer.example',
  notes: 'none',
}
const subledgerLeast = () => ({ masterAccountNumber: bank().masterAccount.accountNumber, title: 'Customer 17' })

const examples = [
  { name: 'a token request', schema: tokenRequest, example: () => calls.tokenRequest(bank()) },
  { name: 'the least wire', schema: wirePaymentRequest, example: () => outboundWire(bank()) },
  { name: 'a full wire', schema: wirePaymentRequest, example: () => fullOutboundWire(bank()) },
  { name: 'the least inbound wire', schema: inboundWireRequest, example: () => inboundWire(bank()) },
  { name: 'a full inbound wire', schema: inboundWireRequest, example: () => fullInboundWire(bank()) },
  { name: 'a registration', schema: registrationRequest, example: () => calls.registrationRequest(bank()) },
  { name: 'the least restriction', schema: restrictionRequest, example: () => ({ appliesTo: 'All' }) },
  { name: 'a full restriction', schema: restrictionRequest, example: () => calls.restrictionRequest() },
  { name: 'the least subledger', schema: subledgerRequest, example: subledgerLeast },
  {
    name: 'a full subledger',
    schema: subledgerRequest,
    example: () => ({ ...subledgerLeast(), beneficiary: profile }),
  },
  { name: 'a loan without fields', schema: loanRequest, example: () => ({}) },
]

it.each(examples)('accepts $name and changes nothing in it [§2]', ({ schema, example }) => {
  const request = example()

  const result = schema.safeParse(request)

  expect(result.error?.issues).toBeUndefined()
  expect(result.data).toEqual(request)
})

it.each(['B', 'C', 'D', 'F', 'T', 'U'])('accepts a party with the idCode %s [§2.2]', (idCode) => {
  const result = party.safeParse({ idCode, identifier: '021000021', name: 'Party' })

  expect(result.success).toBe(true)
})

it.each(['A', 'd', '', 'DD', null, 5])('refuses a party with the idCode %j [§2.2]', (idCode) => {
  const result = party.safeParse({ idCode, identifier: '021000021', name: 'Party' })

  expect(result.error?.issues).toMatchObject([{ path: ['idCode'] }])
})

it('accepts a party whose address2 is empty [§2.2]', () => {
  const result = party.safeParse({ idCode: 'D', identifier: '1', name: 'Party', address1: 'x', address2: '' })

  expect(result.success).toBe(true)
})

it.each(['BTR', 'CKS', 'CTP', 'CTR', 'DEP', 'DRB', 'DRC', 'DRW', 'FFR', 'FFS', 'SVC'])(
  'accepts the business function code %s [§2.3]',
  (businessFunctionCode) => {
    const result = wirePaymentRequest.safeParse({ ...outboundWire(bank()), businessFunctionCode })

    expect(result.success).toBe(true)
  },
)

it.each(['All', 'Account', 'SubAccounts', 'SubAccount'])('accepts a restriction on %s [§2.8]', (appliesTo) => {
  const result = restrictionRequest.safeParse({ appliesTo })

  expect(result.success).toBe(true)
})

it.each([
  ['Rate', '5.5', true],
  ['Rate', '5.1234567', false],
  ['Rate', 5.5, false],
  ['Rate', '1e3', false],
  ['Rate', '.5', false],
  ['Term', 36, true],
  ['Term', 36.5, false],
  ['Term', '36', false],
  ['NoteDate', '2026-03-02T00:00:00Z', true],
  ['NoteDate', '2026-03-02', false],
  ['NoteDate', '2026-03-02T00:00:00', false],
  ['NoteDate', '/Date(0-0000)/', false],
  ['Status', 'Funded', true],
  ['Field20', 'x', true],
  ['Field21', 'x', false],
])('reads the loan field %s given as %j: %s [§2.10]', (field, value, isAccepted) => {
  const result = loanRequest.safeParse({ [field]: value })

  expect(result.success).toBe(isAccepted)
})
