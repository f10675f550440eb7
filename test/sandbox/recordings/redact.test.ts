import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RecordedExchange } from '../../../src/sandbox/recordings/exchange.ts'
import { redactedRecording } from '../../../src/sandbox/recordings/redact.ts'
import { thoroughly } from '../../support/thorough.ts'
import { traffic } from './traffic.ts'

const url = 'https://api.bank.example/wires/v1/payments'
const exchange = (rest: Partial<RecordedExchange>): RecordedExchange => ({
  method: 'POST',
  url,
  requestHeaders: {},
  requestBody: null,
  status: 200,
  headers: {},
  body: null,
  at: null,
  ...rest,
})

const redacted = (one: RecordedExchange, options?: Parameters<typeof redactedRecording>[1]): RecordedExchange =>
  redactedRecording([one], options)[0] as RecordedExchange

it('keeps what tells what happened, and replaces what tells to whom [§2.4]', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const body = {
    id,
    accountNumber: '2000000004',
    status: 'Completed',
    amount: 1_250_000,
    currency: 'usd',
    purpose: 'Invoice 4711',
    createdAt: '2026-01-05T10:00:00.000-05:00',
    originator: { idCode: 'D', identifier: '2000000004', name: 'Example Payroll', address1: '1 Example Street' },
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies', lei: id },
  }

  const after = redacted(exchange({ url: `${url}/${id}`, body }))

  expect(after.url).toBe(`${url}/${id}`)
  expect(after.body).toEqual({
    ...body,
    accountNumber: 'accountNumber-1',
    purpose: 'purpose-1',
    // The same account, wherever it was found.
    originator: { idCode: 'D', identifier: 'accountNumber-1', name: 'name-1', address1: 'address1-1' },
    beneficiary: { idCode: 'D', identifier: 'identifier-1', name: 'name-2', lei: id },
  })
})

it('leaves nothing of a secret, not even whether two are equal [§2.1]', () => {
  const form = 'grant_type=client_credentials&client_id=c-17&client_secret=hunter2&audience=api'
  const token = { access_token: 'eyJhbGciOi', expires_in: 86_400, token_type: 'Bearer' }
  const requestHeaders = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'Basic aHVudGVyMg==',
    cookie: 'session=hunter2',
    'x-api-key': '00000000-0000-4000-8000-000000000001',
  }

  const after = redacted(exchange({ requestHeaders, requestBody: form, headers: { 'set-cookie': 'a=b' }, body: token }))

  expect(after).toMatchObject({
    requestHeaders: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Basic (redacted)',
      cookie: '(redacted)',
      'x-api-key': '(redacted)',
    },
    requestBody: 'grant_type=client_credentials&client_id=client_id-1&client_secret=(redacted)&audience=audience-1',
    headers: { 'set-cookie': '(redacted)' },
    body: { access_token: '(redacted)', expires_in: 86_400, token_type: 'Bearer' },
  })
})

it('keeps equal values equal in one recording, and no longer [§5]', () => {
  const [first, second] = redactedRecording([
    exchange({ body: { accountNumber: '2000000004', otherAccountNumber: '2000000012' } }),
    exchange({ url: `${url}/2000000012`, requestHeaders: { 'idempotency-key': 'invoice-1' } }),
  ])

  expect(first?.body).toEqual({ accountNumber: 'accountNumber-1', otherAccountNumber: 'otherAccountNumber-1' })
  expect(second?.url).toBe(`${url}/otherAccountNumber-1`)
  expect(second?.requestHeaders).toEqual({ 'idempotency-key': 'text-1' })
  expect(redacted(exchange({ body: { accountNumber: '2000000012' } })).body).toEqual({
    accountNumber: 'accountNumber-1',
  })
})

// biome-ignore format: read it as a table
it.each<[string, RecordedExchange['body'], unknown]>([
  ['a body that is no JSON', '<p>Ada Example</p>', '(redacted)'],
  ['a text of an unknown field', { mood: 'Ada is well' }, { mood: 'text-1' }],
  ['a large number of an unknown field', { member: 123_456_789, count: 3 }, { member: 0, count: 3 }],
  [
    'a borrower', { BorrowerSSN: 'x', BorrowerDOB: '/Date(0-0000)/', FICO: 700, Term: 36 },
    { BorrowerSSN: '(redacted)', BorrowerDOB: 'BorrowerDOB-1', FICO: 0, Term: 36 },
  ],
  ['a borrower in another spelling', { borrower_zip: '10001', co_borrower_fico: 700 }, { borrower_zip: 'text-1', co_borrower_fico: 0 }],
  ['a whole record below a secret', { credentials: { user: 'ada' } }, { credentials: '(redacted)' }],
  ['a name that is a number', { '2000000004': 1 }, { 'text-1': 1 }],
  ['a name that is an e-mail address', { 'ada@partner.example': null }, { 'text-1': null }],
  ['a message', { errors: [{ code: 2000, message: 'No account 2000000004.' }] }, { errors: [{ code: 2000, message: 'message-1' }] }],
  ['the path of a record', { resources: ['core/v1/dda/accounts/2000000004'] }, { resources: ['core/v1/dda/accounts/accountNumber-1'] }],
  ['a word in a field of somebody', { reason: 'Wire', rail: 'Wire' }, { reason: 'reason-1', rail: 'Wire' }],
])('redacts %s, and no more [§2.9]', (_, body, expected) => {
  expect(redacted(exchange({ body })).body).toEqual(expected)
})

it('redacts addresses but for their services, what is called, and how [§4]', () => {
  const urls = { baseUrl: 'https://api.bank.example/sandbox/one', loanBaseUrl: 'https://loans.bank.example' }
  const after = (address: string) => redacted(exchange({ url: address }), { urls }).url

  expect(after(`${urls.baseUrl}/core/v1/dda/accounts/2000000004/restrictions?pageSize=5&note=Ada`)).toBe(
    `${urls.baseUrl}/core/v1/dda/accounts/accountNumber-1/restrictions?pageSize=5&note=text-1`,
  )
  expect(after('https://ada:hunter2@loans.bank.example/LoanSummary?OrderBy=LoanNumber&BorrowerLastName=Doe#top')).toBe(
    'https://loans.bank.example/LoanSummary?OrderBy=LoanNumber&BorrowerLastName=BorrowerLastName-1',
  )
  expect(after('https://elsewhere.example/people/ada')).toBe('https://elsewhere.example/text-1/text-2')
  expect(after('data:text/plain,ada')).toBe('data:(redacted)')
})

it('leaves what it has redacted as it is, and what it was given too [§5]', async () => {
  const { exchanges, urls } = await traffic()
  const before = structuredClone(exchanges)

  const once = redactedRecording(exchanges, { urls })

  expect(redactedRecording(once, { urls })).toEqual(once)
  expect(exchanges).toEqual(before)
})

const realistic = [
  'Ada Example',
  'ada@partner.example',
  '2000000004',
  '123-45-6789',
  '+1 212 555 0100',
  'hunter2!',
  '1 Example Street',
]

/** Every text in an exchange, as the path to it. */
function textsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
}

function replaced(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[step] = replaced(copy[step], rest, by)
  return copy
}

it('lets no secret survive, wherever it was put [§5]', async () => {
  const { exchanges, urls } = await traffic()
  const token = fc.string({ minLength: 9, maxLength: 40, unit: fc.constantFrom(...'abcXYZ0123456789-_.~/+=') })
  const secret = fc.oneof(
    fc.constantFrom(...realistic),
    token.map((text) => `k${text}`),
  )
  const put: ((one: RecordedExchange, text: string, at: number) => RecordedExchange)[] = [
    (one, text, at) => {
      const places = textsIn(one).filter(([field]) => field !== 'method' && field !== 'url')
      return places.length === 0 ? one : (replaced(one, places[at % places.length] ?? [], text) as RecordedExchange)
    },
    (one, text) => ({ ...one, url: `${one.url.split('?')[0]}/${encodeURIComponent(text)}` }),
    (one, text) => ({ ...one, url: `${one.url.split('?')[0]}?amount=${encodeURIComponent(text)}` }),
    (one, text) => ({ ...one, url: `${one.url.split('?')[0]}?${encodeURIComponent(text)}` }),
    (one, text) => ({ ...one, url: one.url.replace('://', `://me:${encodeURIComponent(text)}@`) }),
    (one, text) => ({ ...one, url: `${one.url}#${encodeURIComponent(text)}` }),
    (one, text) => ({ ...one, headers: { ...one.headers, 'x-trace': text, 'content-type': text } }),
    (one, text) => ({ ...one, requestBody: text }),
    (one, text) => ({ ...one, requestBody: new URLSearchParams({ scope: text, [text]: '' }).toString() }),
    (one, text) => ({ ...one, body: { results: [{ id: text, status: text, unknown: { deep: [text] } }] } }),
    (one, text) => ({ ...one, body: { status: { amount: text }, resources: [`wires/v1/payments/${text}`] } }),
    (one, text) => ({ ...one, body: [[text], { createdAt: text, Meta: { x: text } }] }),
  ]

  fc.assert(
    fc.property(fc.constantFrom(...exchanges), secret, fc.constantFrom(...put), fc.nat(), (one, text, change, at) => {
      const after = JSON.stringify(redacted(change(one, text, at), { urls }))

      expect(after).not.toContain(text)
      expect(after).not.toContain(encodeURIComponent(text))
    }),
    { seed: 18, numRuns: thoroughly(3_000, 500) },
  )
})

it('redacts any JSON, however deep, without a fault [§8]', () => {
  const deep = (levels: number) => Array.from({ length: levels }).reduce((inner) => ({ inner }), 'Ada' as unknown)

  expect(JSON.stringify(redacted(exchange({ body: deep(100_000) })).body)).not.toContain('Ada')
  const long = { [`${'A'.repeat(1_000_000)}b`]: 'Ada' }
  expect(JSON.stringify(redacted(exchange({ body: long, requestBody: 'a='.repeat(100_000) })))).not.toContain('Ada')
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      redacted(exchange({ body, requestBody: body }))
      expect('isAdmin' in {}).toBe(false)
    }),
    { seed: 18, numRuns: thoroughly(300, 60) },
  )
})
