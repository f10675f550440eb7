import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import type * as z from 'zod/mini'
import { servedPaths } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { kindOf, operations } from '../../src/contract/operations.ts'
import { assumptions } from '../../src/core/assumptions/catalogue.ts'
import { keysOf } from '../../src/core/kernel/keys.ts'
import { bankingToken, send } from '../support/calls.ts'

const rows = Object.entries(endpoints).map(([name, row]) => ({ name, row }))

it('has the ten calls of the specification, in its order [§4]', () => {
  const specified = rows
    .filter(({ row }) => row.source === 'specified')
    .map(({ row }) => [row.service, row.method, row.path])

  expect(specified).toEqual([
    ['token', 'POST', '/oauth/token'],
    ['banking', 'POST', '/wires/v1/payments'],
    ['banking', 'GET', '/wires/v1/payments/{id}'],
    ['banking', 'POST', '/wires/v1/payments/simulations'],
    ['banking', 'POST', '/webhooks/v1/registrations'],
    ['banking', 'POST', '/core/v1/dda/accounts/{accountNumber}/restrictions'],
    ['banking', 'POST', '/core/v1/dda/subaccounts'],
    ['banking', 'GET', '/core/v1/dda/subaccounts'],
    ['loans', 'GET', '/LoanSummary'],
    ['loans', 'GET', '/Webhook/GetEvents'],
  ])
})

it('has the specified calls first, then the published ones, then those that are formed like them [§4]', () => {
  const sources = rows.map(({ row }) => row.source)

  expect(sources).toEqual(
    ['specified', 'published', 'assumed'].flatMap((source) => sources.filter((each) => each === source)),
  )
})

it.each(rows.filter(({ row }) => row.source !== 'specified'))(
  'names for $name, which is $row.source, the assumption that describes it [§7]',
  ({ row }) => {
    expect(keysOf(assumptions)).toContain(row.assumption)
  },
)

it.each(rows.filter(({ name }) => name !== 'discoverTokenServer'))(
  'names for $name an operation that exists [§4]',
  (entry) => {
    const known = Object.keys(operations)

    expect(known).toContain(entry.row.operation)
  },
)

/** What the published reference does otherwise: a poll hands events out, a restart and a ping are a PUT. */
const otherMethods: Record<string, string> = { pollEvents: 'GET', restartWebhook: 'PUT', pingWebhook: 'PUT' }

it.each(rows)(
  'reads with GET, changes with PUT, removes with DELETE, and else does as published: $name [§4]',
  ({ name, row }) => {
    const isRead = kindOf(row.operation) === 'inquiry' || row.operation === 'discovery'
    const changing = row.operation.endsWith('.update') ? 'PUT' : row.operation.endsWith('.remove') ? 'DELETE' : 'POST'

    expect(row.method).toBe(otherMethods[name] ?? (isRead ? 'GET' : changing))
  },
)

it.each(rows)('has for each parameter in a path of $name a schema, and no other [§4]', ({ row }) => {
  const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

  for (const path of [...new Set([row.path, ...Object.keys(row.aliases)])]) {
    expect(parametersIn(path)).toEqual(Object.keys((row.parameters as z.ZodMiniObject | undefined)?.shape ?? {}))
  }
})

it.each(rows)('cites a section and says in words what $name does [§4]', ({ row }) => {
  expect(row.section).toMatch(/^§\d(\.\d+)?$/)
  expect(row.summary).toMatch(/^[a-z].*[a-z)]$/)
})

it('needs the bearer token for every call but those of the token server [§4]', () => {
  const open = rows.filter(({ row }) => !row.isSecured).map(({ name }) => name)

  expect(open).toEqual(['requestToken', 'discoverTokenServer'])
})

it('serves each method and path once [§4]', () => {
  const served = rows.flatMap(({ row }) =>
    [...new Set([row.path, ...Object.keys(row.aliases)])].map(
      (path) => `${row.service} ${row.method} ${path.toLowerCase()}`,
    ),
  )

  expect(new Set(served).size).toBe(served.length)
})

it('says of a path that it is specified where the specification shows it, and of no other [§4]', () => {
  const specified = rows.flatMap(({ row }) =>
    servedPaths(row).flatMap(([path, source]) => (source === 'specified' ? [`${row.method} ${path}`] : [])),
  )

  expect(specified.sort()).toEqual([
    'GET /LoanSummary',
    'GET /Webhook/GetEvents',
    'GET /Webhooks/GetEvents',
    'GET /v1/dda/subaccounts',
    'GET /v1/payments/{id}',
    'GET /wires/v1/payments/{id}',
    'POST /core/v1/dda/accounts/{accountNumber}/restrictions',
    'POST /core/v1/dda/subaccounts',
    'POST /oauth/token',
    'POST /v1/payments/simulations',
    'POST /webhooks/v1/registrations',
    'POST /wires/v1/payments',
    'POST /wires/v1/payments/simulations',
  ])
})

it('accepts a form for the token request alone [§2.1]', () => {
  const forms = rows.filter(({ row }) => row.isFormAccepted).map(({ name }) => name)

  expect(forms).toEqual(['requestToken'])
})

it.each(rows.filter(({ row }) => row.service === 'banking'))(
  'refuses a call of $name in the words of its operation [§7]',
  async ({ row }) => {
    const bank = createBank()
    const { verb } = operations[row.operation as keyof typeof operations]
    const subject = row.parameters ? ' "none"' : ''
    const url = `${bank.urls.baseUrl}${row.path.replaceAll(/\{\w+\}/g, 'none')}?pageNumber=x&pageSize=x`

    const response = await send(bank, row.method, url, { token: bankingToken(bank), body: row.body && [] })

    expect(response.status).toBe(400)
    const { errors } = await response.json()
    expect(errors[0].message).toContain(`Failed to ${verb}${subject}: `)
  },
)

it.each(rows.filter(({ row }) => row.body))('accepts the example of $name at a bank [§4]', async ({ name, row }) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const facts = { ...bank.partner, partnerId: bank.partner.id, accountNumber, subAccountNumber: accountNumber }
  const known: Partial<Record<string, string>> = {
    updateWebhook: bank.webhooks.register({
      ...endpoints.registerWebhook.example?.(facts),
      eventName: 'Wire.Payment.Received',
    } as never).id,
    updateRestriction: bank.restrictions.create({ accountNumber, appliesTo: 'All' }).id,
  }
  const origin = row.service === 'token' ? bank.urls.authUrl : bank.urls.baseUrl
  const path = row.path.replace('{accountNumber}', accountNumber).replace('{id}', known[name] ?? '')

  const { status } = await send(bank, row.method, origin + path, {
    token: bankingToken(bank),
    body: row.example?.(facts),
  })

  expect(status).toBe(200)
})
