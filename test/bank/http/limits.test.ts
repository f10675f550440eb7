/** How much a request may bring along: what is too long or too deep is refused before it is read, and changes nothing. (§8) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, initOf, post, registrationRequest } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const long = (length: number) => 'x'.repeat(length)
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** A body with something beside what it needs, which the bank passes over. */
const wireWith = (bank: Bank, beside: string) => `{"beside":${beside},${JSON.stringify(outboundWire(bank)).slice(1)}`

it.each<[string, (bank: Bank) => [address: string, init: RequestInit], number, number, string]>([
  ['path', ({ urls }) => [`${urls.baseUrl}/${long(8_192)}`, {}], 414, 1040, 'path: it has 8193 characters, 8192 are'],
  ['query', ({ urls }) => [`${urls.baseUrl}/wires/v1/payments?${long(8_193)}`, {}], 414, 1041, 'query: it has 8193'],
  ['header', ({ urls }) => [urls.baseUrl, { headers: { x: long(65_536) } }], 431, 1042, 'headers: they have 65537'],
  [
    'body',
    ({ urls }) => [`${urls.baseUrl}/wires/v1/payments`, { method: 'POST', body: long(1_048_577), headers: JSON_TYPE }],
    413,
    1043,
    'body: it has 1048577 characters, 1048576 are allowed',
  ],
  [
    'body of a call that takes none',
    ({ urls }) => [`${urls.baseUrl}/webhooks/v1/registrations/1/ping`, { method: 'PUT', body: long(1_048_577) }],
    413,
    1043,
    'body: it has 1048577',
  ],
])('refuses a %s that is too long, and changes nothing [§8]', async (_, call, status, code, fact) => {
  const bank = createBank()
  const before = bank.world

  const response = await bank.fetch(...call(bank))

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining(fact) }] })
  expect(bank.world).toBe(before)
})

it('takes a path and a query of just as many characters as are allowed, the question mark not counted [§8]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const beside = (length: number) => `${bank.urls.baseUrl}/wires/v1/payments?${`x=${long(length)}`.slice(0, length)}`

  const whole = await bank.fetch(beside(8_192), initOf('GET', { token }))
  const more = await bank.fetch(beside(8_193), initOf('GET', { token }))
  const path = await bank.fetch(`${bank.urls.baseUrl}/${long(8_191)}`, initOf('GET', { token }))

  expect([whole.status, more.status, path.status]).toEqual([200, 414, 404])
})

it('answers what is too long in the words of its service where all services share an origin [§8]', async () => {
  const origin = 'https://bank.test'
  const urls = { baseUrl: `${origin}/api`, authUrl: `${origin}/auth`, loanBaseUrl: `${origin}/loans` }
  const bank = createBank(urls)

  const response = await bank.fetch(`${urls.loanBaseUrl}/LoanSummary?${long(8_193)}`)

  expect(response.status).toBe(414)
  expect(await response.json()).toMatchObject({
    ResponseStatus: { Message: expect.stringContaining('query: it has 8193') },
  })
})

it.each([
  ['a list', (levels: number) => deep(levels)],
  ['objects', (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ['a text with brackets and a quote before', (levels: number) => `["[[[\\"[[","\\\\",${deep(levels - 1)}]`],
])('accepts a body of a hundred levels and refuses one more: %s [§8]', async (_, nested) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const send = (levels: number) =>
    bank.fetch(
      `${bank.urls.baseUrl}/wires/v1/payments`,
      initOf('POST', { token, text: wireWith(bank, nested(levels - 1)) }),
    )

  const [accepted, refused] = [await send(100), await send(101)]

  expect(accepted.status).toBe(200)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    errors: [{ code: 1044, message: expect.stringContaining('nested more than 100 deep') }],
  })
  expect(bank.wires.list().results).toHaveLength(1)
})

it('takes its limits from the catalogue, and notes them at a refusal [§8]', async () => {
  const bank = createBank({ assume: { 'limits.bodyLength': 2_000, 'limits.bodyDepth': 4 } })
  const token = bankingToken(bank)
  const notes = (beside: unknown) => post(bank, token, '/wires/v1/payments', { ...outboundWire(bank), beside })

  const statuses = [(await notes('x')).status, (await notes(long(2_000))).status, (await notes([[[[1]]]])).status]

  expect(statuses).toEqual([200, 413, 400])
  const used = bank.assumptions.used().map(({ id }) => id)
  expect(used.filter((id) => id.startsWith('limits.body'))).toEqual(['limits.bodyLength', 'limits.bodyDepth'])
})

it('keeps a body that is too deep to be read as the text that it is [§8]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const text = deep(60_000)

  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('POST', { token, text }))

  expect(bank.requests.map(({ status, body }) => [status, body])).toEqual([[400, text]])
})

it('reads as many unknown fields as a body has room for, and goes on without them [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`unknown${index}`, 0]))

  const response = await post(bank, token, '/webhooks/v1/registrations', { ...unknown, ...registrationRequest(bank) })

  expect(response.status).toBe(200)
})
