import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank, parseWorld, replay } from 'vostro'
import { anyText } from '../support/any-text.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { anyJson, nearly } from './anything.ts'
import { furnish, registrationOf } from './calls.ts'
import { always } from './history.ts'

/** Every documented call that takes a body, with one that is right. */
const posts: [name: string, path: string, right: (bank: Bank) => object][] = [
  ['a wire', '/wires/v1/payments', (bank) => outboundWire(bank.masterAccount.accountNumber, { amount: 100 })],
  [
    'an inbound wire',
    '/v1/payments/simulations',
    (bank) => inboundWire(bank.masterAccount.accountNumber, { amount: 100 }),
  ],
  ['a webhook', '/webhooks/v1/registrations', (bank) => registrationOf(bank, 'Wire.Payment.Sent')],
  [
    'a restriction',
    '/core/v1/dda/accounts/MASTER/restrictions',
    () => ({ appliesTo: 'All', rail: 'Ach', notes: 'So' }),
  ],
  [
    'a subledger',
    '/core/v1/dda/subaccounts',
    ({ masterAccount }) => ({
      masterAccountNumber: masterAccount.accountNumber,
      title: 'New',
      beneficiary: { city: 'A' },
    }),
  ],
  [
    'a token',
    '/oauth/token',
    ({ partner }) => ({
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
      audience: partner.audience,
    }),
  ],
]

it.each(posts)(
  'answers any body in the place of %s with the record or an error, and never breaks [§7]',
  async (_, path, right) => {
    const { bank, token, url } = readyFor(path)
    const snapshot = bank.snapshot()
    const json = fc.oneof(anyJson, nearly(right(bank), anyJson)).map((value) => JSON.stringify(value))
    const body = fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: anyText })
    await fc.assert(
      fc.asyncProperty(body, contentType, async (text, type) => {
        bank.restore(snapshot)
        const before = bank.world

        const response = await bank.fetch(url, { method: 'POST', headers: headersWith(token, type), body: text })

        expectAnswered(bank, response, before)
      }),
      always(150),
    )
  },
)

it.each(posts)('accepts the right body of %s, from which bad ones are made [§4]', async (_, path, right) => {
  const { bank, token, url } = readyFor(path)

  const response = await bank.fetch(url, {
    method: 'POST',
    headers: headersWith(token, 'application/json'),
    body: JSON.stringify(right(bank)),
  })

  expect(response.status).toBe(200)
})

it('answers any method on any path of any of its addresses, and never breaks [§7]', async () => {
  const bank = createBank()
  const token = bank.tokens.issue().access_token
  const segment = fc.oneof(
    fc.constantFrom(
      'wires',
      'Wires',
      'v1',
      'payments',
      'simulations',
      'core',
      'dda',
      'subaccounts',
      'accounts',
      'oauth',
    ),
    fc.constantFrom(
      'token',
      'webhooks',
      'registrations',
      'LoanSummary',
      'Webhook',
      'GetEvents',
      'restrictions',
      'cancel',
    ),
    fc.constantFrom('', '.', '..', '%', '%zz', '%2e', '__proto__', 'constructor', ';', '//', '\u00e9', '{id}'),
    fc.webSegment(),
    fc.string({ maxLength: 12 }),
  )
  const origin = fc.constantFrom(bank.urls.baseUrl, bank.urls.authUrl, bank.urls.loanBaseUrl, 'https://other.example')
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'))
  const query = fc.option(fc.webQueryParameters(), { nil: '' })
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'get', 'purge')
  await fc.assert(
    fc.asyncProperty(method, origin, path, query, async (verb, address, below, search) => {
      const url = new URL(`${address}/${below.replaceAll(/[?#]/g, '')}?${search}`)
      const before = bank.world

      const response = await bank.fetch(url, { method: verb, headers: headersWith(token, undefined) })

      expectAnswered(bank, response, before)
    }),
    always(1_000),
  )
})

it('answers any query of the loan summary with the envelope or an error [§4 call 9]', async () => {
  const bank = createBank()
  bank.loans.add({ LoanAmount: '12.5', FICO: 700, NoteDate: '2026-03-02T00:00:00Z', Rails: [{ Amount: '3' }] })
  const token = bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token
  const name = fc.oneof(
    fc.constantFrom('Skip', 'Take', 'OrderBy', 'OrderByDesc', 'Include', 'Meta', 'jsconfig', 'id'),
    fc.constantFrom('FICO', 'LoanAmount', 'NoteDate', 'notedate', 'Rails', '__proto__', 'toString'),
    fc.string({ maxLength: 6 }),
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '-1',
      '1e3',
      '999999999999999',
      '700',
      '12.50',
      '/Date(0)/',
      'Total',
      'dh:ut',
      '-FICO,Id',
    ),
    fc.string({ maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (parameters) => {
      const url = `${bank.urls.loanBaseUrl}/LoanSummary?${new URLSearchParams(parameters)}`
      const before = bank.world

      const response = await bank.fetch(url, { headers: headersWith(token, undefined) })

      expectAnswered(bank, response, before)
      expect(bank.world).toBe(before)
    }),
    always(500),
  )
})

it('gives the texts of a loan back as they were, and its decimals as numbers [§2.10]', async () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('\u00001.000000', '"\u00002.500000"', '/Date(0-0000)/', '1.000000'),
  )
  const decimal = fc.tuple(fc.integer(), fc.stringMatching(/^\d{1,6}$/)).map(([whole, places]) => `${whole}.${places}`)
  await fc.assert(
    fc.asyncProperty(texts, decimal, async (LoanNumber, LoanAmount) => {
      const bank = createBank()
      const token = bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token
      bank.loans.add({ LoanNumber, LoanAmount })

      const response = await bank.fetch(`${bank.urls.loanBaseUrl}/LoanSummary`, {
        headers: headersWith(token, undefined),
      })

      const { Results } = (await response.json()) as { Results: object[] }
      expect(Results).toEqual([expect.objectContaining({ LoanNumber, LoanAmount: Number(LoanAmount) })])
    }),
    always(150),
  )
})

it('rejects its promise, as fetch does, where an address is none, and does not throw before [§1]', async () => {
  const bank = createBank()

  const answer = await bank.fetch('no address').catch((error: unknown) => error)

  expect(answer).toBeInstanceOf(TypeError)
})

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('application/x-www-form-urlencoded', 'text/plain', 'application/vnd.x+json', ';'),
  },
)

/** A bank with one of everything, a token for it, and where the path lies. */
function readyFor(path: string) {
  const bank = createBank()
  furnish(bank)
  const token = bank.tokens.issue().access_token
  const base = path.startsWith('/oauth') ? bank.urls.authUrl : bank.urls.baseUrl
  return { bank, token, url: base + path.replace('MASTER', bank.masterAccount.accountNumber) }
}

function headersWith(token: string, type: string | undefined): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) }
}

/** Answered as documented; where refused, nothing changed; where accepted, the bank is sound. */
function expectAnswered(bank: Bank, response: Response, before: Bank['world']): void {
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) expect(bank.world).toBe(before)
  if (bank.world === before) return
  expect(parseWorld(JSON.stringify(bank.world))).toEqual(bank.world)
  expect(replay(JSON.parse(JSON.stringify(bank.journal))).world).toEqual(bank.world)
}
