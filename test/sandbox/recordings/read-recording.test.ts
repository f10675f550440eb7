import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, isUsageError } from 'vostro'
import { exchangesFrom } from '../../../src/sandbox/recordings/read-recording.ts'
import { isThorough, thoroughly } from '../../support/thorough.ts'
import { exchanges, harFile, nockRecording, pollyCassette, requestsOfABank, url } from './samples.ts'

const port443 = url.replace('.example', '.example:443')
const inNock = exchanges.map((each) => ({ ...each, url: each.url.replace(url, port443), at: null }))
const ofABank = exchanges.map((each) => ({ ...each, headers: {} }))

it.each([
  ['a HAR file', harFile, exchanges],
  ['a cassette of Polly', pollyCassette, exchanges],
  ['a recording of nock', nockRecording, inNock],
  ['bank.requests', requestsOfABank, ofABank],
  ['the exchanges of a report', exchanges, exchanges],
  ['a recording of nothing', [], []],
])('reads %s, parsed and as text [§4]', (_, recording, expected) => {
  expect(exchangesFrom(recording)).toEqual(expected)
  expect(exchangesFrom(`\uFEFF${JSON.stringify(recording)}`)).toEqual(expected)
})

it('reads what a bank kept [§4]', async () => {
  const bank = createBank()
  const { clientId, clientSecret, audience } = bank.partner
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
  const body = new URLSearchParams(form)
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', body })

  const [exchange] = exchangesFrom(JSON.stringify(bank.requests))

  expect(exchange).toMatchObject({
    method: 'POST',
    requestBody: body.toString(),
    status: 200,
    at: Date.parse(bank.clock.now),
  })
  expect(exchange?.body).toMatchObject({ token_type: 'Bearer' })
})

const entryWith = (change: (entry: (typeof harFile.log.entries)[number]) => object) => ({
  log: { entries: [harFile.log.entries[0], change(structuredClone(harFile.log.entries[1] as never))] },
})

it('joins headers that came twice [§4]', () => {
  const headers = ['a', 'b'].map((value) => ({ name: 'X-Twice', value }))

  const [exchange] = exchangesFrom(entryWith((entry) => ({ ...entry, response: { ...entry.response, headers } })))

  expect(exchange?.headers).toEqual({ 'x-twice': 'a, b' })
})

it.each<[string, unknown, string]>([
  ['a text that is no JSON', 'GET /wires', 'it is a text of 10 characters that is no JSON'],
  ['code of nock', "nock('https://api.bank.example').get('/')", 'record with output_objects: true'],
  ['another record', { openapi: '3.1.0', paths: {} }, 'it is a record with openapi, paths'],
  ['another list', [{ id: 1 }], 'it is a list of records with id'],
  ['nothing', undefined, 'it is no record'],
  ['a list that is nested too deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'nested too deep'],
  ['a HAR file without entries', { log: { version: '1.2' } }, 'it is a record with log'],
])('refuses %s, and names what it reads [§4]', (_, recording, message) => {
  const error = thrownBy(() => exchangesFrom(recording))

  expect(isUsageError(error)).toBe(true)
  expect(error.message).toContain(message)
  for (const form of ['HAR', 'Polly', 'bank.requests', 'nock']) expect(error.message).toContain(form)
})

const packed = Buffer.from([0x1f, 0x8b, 0x08, 0x00]).toString('base64')
const withContent = (content: object) => entryWith((entry) => ({ ...entry, response: { ...entry.response, content } }))

// biome-ignore format: read it as a table
it.each<[string, unknown, string]>([
  ['no request', entryWith(({ response }) => ({ response })), 'it has no method'],
  ['no address', entryWith((entry) => ({ ...entry, request: { method: 'GET' } })), 'it has no address'],
  ['no URL', entryWith((entry) => ({ ...entry, request: { method: 'GET', url: '/wires' } })), 'it has no address'],
  ['no method', entryWith((entry) => ({ ...entry, request: { url } })), 'it has no method'],
  ['no status', entryWith((entry) => ({ ...entry, response: {} })), 'it has no status'],
  ['another status', entryWith((entry) => ({ ...entry, response: { status: 2.5 } })), 'it has no status'],
  ['headers of another form', entryWith((entry) => ({ ...entry, response: { status: 200, headers: 7 } })), 'its headers cannot be read'],
  ['a null in its place', { log: { entries: [harFile.log.entries[0], null] } }, 'it has no method'],
  ['no base64', withContent({ text: '%%%', encoding: 'base64' }), 'marked as base64, but is not'],
  ['a damaged gzip file', withContent({ text: packed, encoding: 'base64' }), 'accept-encoding: identity'],
  ['a body of bytes', withContent({ text: '\u001f', _isBinary: true }), 'accept-encoding: identity'],
  ['no path', [nockRecording[0], { scope: 'https://api.bank.example' }], 'it has no address'],
  ['bytes of nock', [nockRecording[0], { ...nockRecording[1], response: '1f8b', responseIsBinary: true }], 'no text'],
])('says of an entry with %s which one it is [§4]', (_, recording, message) => {
  const error = thrownBy(() => exchangesFrom(recording))

  expect(isUsageError(error)).toBe(true)
  expect(error.message).toContain('entry 1 of')
  expect(error.message).toContain(message)
})

const halves = (bytes: Buffer) => [bytes.subarray(0, 20), bytes.subarray(20)]

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads answers that a service has compressed by %s, of nock and of Polly [§4]', (encoding, compress) => {
  const body = { id: 'w-1', purpose: 'Rent for “May”' }
  const chunks = halves(compress(JSON.stringify(body)))
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  const rawHeaders = Object.entries(headers).flat()
  const ofNock = [{ ...nockRecording[1], rawHeaders, response: chunks.map((chunk) => chunk.toString('hex')) }]
  const content = { text: JSON.stringify(chunks.map((chunk) => chunk.toString('base64'))), encoding: 'base64' }
  const ofPolly = entryWith((entry) => ({
    ...entry,
    response: { status: 200, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), content },
  }))

  for (const recording of [ofNock, ofPolly]) expect(exchangesFrom(recording)[0]?.body).toEqual(body)
})

if (isThorough)
  it('reads a hundred thousand entries [§8]', () => {
    const entries = Array.from({ length: 100_000 }, () => harFile.log.entries[0])

    expect(exchangesFrom({ log: { entries } })).toHaveLength(100_000)
  })

it('reads any JSON or refuses it as a usage error, and changes no prototype [§4]', () => {
  const entry = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...[harFile.log.entries[0], nockRecording[0], requestsOfABank[0], exchanges[0]]),
    fc.constantFrom(JSON.parse('{"scope":"https://a.example","path":"/","__proto__":{"isAdmin":true}}')),
  )
  // A field of a sample replaced by anything.
  const damaged = fc.tuple(entry, fc.string(), fc.jsonValue()).map(([value, name, other]) => {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
    const replaced = names[name.length % (names.length || 1)] ?? name
    return typeof value === 'object' && !Array.isArray(value) ? { ...value, [replaced]: other } : value
  })
  const recording = fc.oneof(
    fc.array(damaged),
    fc.array(damaged).map((entries) => ({ log: { entries } })),
    fc.jsonValue(),
  )

  fc.assert(
    fc.property(recording, (value) => {
      try {
        exchangesFrom(value)
      } catch (error) {
        expect(isUsageError(error)).toBe(true)
      }
      expect('isAdmin' in {}).toBe(false)
    }),
    { seed: 18, numRuns: thoroughly(500, 100) },
  )
})

function thrownBy(read: () => unknown): Error {
  try {
    read()
  } catch (error) {
    return error as Error
  }
  throw new Error('It was read.')
}
