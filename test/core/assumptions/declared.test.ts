/** What an answer or a refusal rests on is declared where the answer is declared, so no part of it is forgotten. (§7) */
import { expect, it } from 'vitest'
import { type AssumptionId, type Bank, createBank } from 'vostro'
import type { EndpointRow } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { fieldSourcesOf, originIn } from '../../../src/contract/record.ts'
import { type AnySchema, definitionOf, EACH, walkSchema } from '../../../src/contract/walk-schema.ts'
import { isAssumption } from '../../../src/core/assumptions/catalogue.ts'
import { bankingToken, send } from '../../support/calls.ts'
import { achDebit, customerOf, pushOf } from '../../support/requests.ts'
import { fullInboundWire, inboundWire, outboundWire } from '../../support/wire.ts'

const usedIn = (bank: Bank) => bank.assumptions.used().map(({ id }) => id)
const banking = (bank: Bank, method: string, path: string, body?: unknown) =>
  send(bank, method, path, { token: bankingToken(bank), body })
const without = (name: string, request: object) => ({ ...request, [name]: undefined })

it.each<[string, AssumptionId, (bank: Bank) => unknown]>([
  [
    'a wire without a beneficiary',
    'wires.requiredFields',
    (bank) => banking(bank, 'POST', '/wires/v1/payments', without('beneficiary', outboundWire(bank))),
  ],
  [
    'a beneficiary without a name',
    'wires.requiredFields',
    (bank) =>
      banking(bank, 'POST', '/wires/v1/payments', outboundWire(bank, { beneficiary: { idCode: 'D' } as never })),
  ],
  ...[null, ''].map((callbackUrl): [string, AssumptionId, (bank: Bank) => unknown] => [
    `a registration with the address ${JSON.stringify(callbackUrl)}`,
    'webhooks.requiredFields',
    (bank) =>
      banking(bank, 'POST', '/webhooks/v1/registrations', {
        ...pushOf('Wire.Payment.Sent', bank.partner.id),
        callbackUrl,
      }),
  ]),
  [
    'a simulation without an originator',
    'wires.inboundRequiredFields',
    (bank) => banking(bank, 'POST', '/wires/v1/payments/simulations', without('originator', inboundWire(bank))),
  ],
  [
    'a registration without an address',
    'webhooks.requiredFields',
    (bank) =>
      banking(
        bank,
        'POST',
        '/webhooks/v1/registrations',
        without('callbackUrl', pushOf('Wire.Payment.Sent', bank.partner.id)),
      ),
  ],
  [
    'a restriction without appliesTo',
    'restrictions.requiredFields',
    (bank) => banking(bank, 'POST', `/core/v1/dda/accounts/${bank.masterAccount.accountNumber}/restrictions`, {}),
  ],
  [
    'a party with a code of its own',
    'wires.party',
    (bank) =>
      banking(bank, 'POST', '/wires/v1/payments', {
        ...outboundWire(bank),
        beneficiary: { idCode: 'X', identifier: '1', name: 'Customer' },
      }),
  ],
  [
    'a business function code of another form',
    'wires.businessFunctionCodes',
    (bank) => banking(bank, 'POST', '/wires/v1/payments', { ...outboundWire(bank), businessFunctionCode: 'x' }),
  ],
  [
    'a credit beyond the exact amounts',
    'limits.exactAmounts',
    (bank) =>
      bank.transactions.post(
        achDebit(bank.masterAccount.accountNumber, { transactionType: 'Credit', amount: Number.MAX_SAFE_INTEGER }),
      ),
  ],
  [
    'an inbound wire beyond the exact amounts',
    'limits.exactAmounts',
    (bank) => {
      const { accountNumber } = bank.accounts.open({ balance: 2 ** 53 - 10_000_000_000 })
      bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 999_999_999_999 }))
      bank.clock.advance({ minutes: 5 })
    },
  ],
  [
    'a stale read',
    'http.readLagSeconds',
    (bank) => {
      bank.clock.advance({ minutes: 1 })
      bank.faults.inject('staleRead')
      return banking(bank, 'GET', '/wires/v1/payments')
    },
  ],
  [
    'a registration for a loan event',
    'loans.registration',
    (bank) => bank.webhooks.register(pushOf('RailUpdated', bank.partner.id)),
  ],
  ...[undefined, 0].map((amount): [string, AssumptionId, (bank: Bank) => unknown] => [
    `a received service message with the amount ${amount}`,
    'wires.inboundRequiredFields',
    (bank) => bank.wires.simulateInbound({ ...fullInboundWire(bank), businessFunctionCode: 'SVC', amount }),
  ]),
  ['the record of a new subledger', 'subledgers.ledgerType', (bank) => customerOf(bank)],
  [
    'a subledger that is looked up',
    'subledgers.ledgerType',
    (bank) => banking(bank, 'GET', `/core/v1/dda/subaccounts/${bank.masterAccount.accountNumber}`),
  ],
  ['the account', 'subledgers.ledgerType', (bank) => bank.accounts.get(bank.masterAccount.accountNumber)],
  [
    'a wire that waits for its batch',
    'wires.batchTimes',
    (bank) => {
      bank.wires.create(outboundWire(bank))
      bank.clock.advance({ minutes: 1 })
    },
  ],
])('names for %s the entry %s [§7]', async (_, id, deed) => {
  const bank = createBank()

  await deed(bank)

  expect(usedIn(bank)).toContain(id)
})

it.each<[string, AssumptionId, (bank: Bank) => unknown]>([
  [
    'a routing number of another bank with a wrong check digit',
    'wires.ownAccounts',
    (bank) => banking(bank, 'POST', '/wires/v1/payments', outboundWire(bank, { receiverRoutingNumber: '011000139' })),
  ],
  ['a token request', 'http.createStatus', (bank) => bankingToken(bank)],
  ...(['wires.effectiveDate', 'wires.receiptTime', 'wires.cutOff'] as const).map(
    (id): [string, AssumptionId, (bank: Bank) => unknown] => [
      'a received wire',
      id,
      (bank) => bank.wires.simulateInbound(inboundWire(bank)),
    ],
  ),
  ...(['wires.imadSource', 'wires.batchTimes', 'wires.holidays'] as const).map(
    (id): [string, AssumptionId, (bank: Bank) => unknown] => [
      'a wire that is not reviewed yet',
      id,
      (bank) => bank.wires.create(outboundWire(bank)),
    ],
  ),
  ...(['idempotency.scope', 'idempotency.retentionDays'] as const).map(
    (id): [string, AssumptionId, (bank: Bank) => unknown] => [
      'a key that is too long',
      id,
      (bank) =>
        send(bank, 'POST', '/wires/v1/payments', {
          token: bankingToken(bank),
          body: outboundWire(bank),
          headers: { 'idempotency-key': 'k'.repeat(51) },
        }),
    ],
  ),
  [
    'a subledger of an account whose type the test chose',
    'subledgers.ledgerType',
    (bank) => {
      const { accountNumber } = bank.accounts.open({ ledgerType: 'Direct' })
      bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
    },
  ],
  [
    'a call that is never answered',
    'http.requestId',
    (bank) => {
      bank.faults.inject('timeout')
      return banking(bank, 'POST', '/wires/v1/payments', outboundWire(bank)).catch(() => undefined)
    },
  ],
  [
    'a canceled wire',
    'http.createStatus',
    (bank) => {
      const { id } = bank.wires.create(outboundWire(bank))
      bank.clock.advance({ minutes: 1 })
      return banking(bank, 'POST', `/wires/v1/payments/${id}/cancel`)
    },
  ],
  [
    'a registration without an event',
    'loans.registration',
    (bank) =>
      banking(
        bank,
        'POST',
        '/webhooks/v1/registrations',
        without('eventName', pushOf('Wire.Payment.Sent', bank.partner.id)),
      ),
  ],
])('does not name for %s the entry %s [§7]', async (_, id, deed) => {
  const bank = createBank()

  await deed(bank)

  expect(usedIn(bank)).not.toContain(id)
})

it.each(['text', 'problem'] as const)('names no codes for an error that is written as a %s [§7]', async (form) => {
  const bank = createBank({ assume: { 'errors.body': form } })

  await banking(bank, 'GET', '/wires/v1/payments/unknown')

  expect(usedIn(bank).filter((id) => id.startsWith('errors.'))).toEqual(['errors.body'])
})

const rows = Object.entries<EndpointRow>(endpoints)
const withBody = rows.flatMap(([name, { method, path, body }]) =>
  body && path.startsWith('/') && name !== 'requestToken' ? [[name, method, path, body] as const] : [],
)
const addressIn = (bank: Bank, path: string) =>
  path.replace('{accountNumber}', bank.masterAccount.accountNumber).replace('{id}', crypto.randomUUID())

it.each(withBody)('names for a refused field of %s the source of the field [§7]', async (_, method, path, body) => {
  const origin = originIn(body)
  const sources = Object.entries(origin?.sources ?? {}).filter(
    ([name, source]) => isAssumption(source) && origin?.decides[name] === undefined,
  )
  const bank = createBank()

  await banking(bank, method, addressIn(bank, path), {})
  const refused = await banking(
    bank,
    method,
    addressIn(bank, path),
    Object.fromEntries(sources.map(([name]) => [name, []])),
  )

  expect(refused.status).toBe(400)
  expect(usedIn(bank)).toEqual(
    expect.arrayContaining([...sources.map(([, source]) => source), origin?.requires ?? []].flat()),
  )
})

it.each(rows)('has a source for each field of the answer to %s [§7]', (_, { response }) => {
  const { fields } = fieldSourcesOf(response)
  const places: string[] = []
  walkSchema(response as AnySchema, (part, path) => {
    const place = path.filter((step) => step !== EACH)
    for (const name of Object.keys(definitionOf(part).shape ?? {})) places.push([...place, name].join('.'))
  })

  expect(places.filter((place) => fields[place] === undefined)).toEqual([])
})
