/**
 * Hostile requests against every row of the endpoint table: `tsx test/endure/hostile-requests.ts [count] [seed]`. Whatever is sent, the
 * bank throws nothing and answers no 500; an error has the body that its service documents and leaves the world the very same value; and
 * after what is accepted the world still goes through JSON.
 */
import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { bankingError, loanError, oauthError } from '../../src/contract/error.ts'
import { type Bank, createBank, parseWorld } from '../../src/index.ts'
import { anyJson, nearly } from '../properties/anything.ts'
import { anyText } from '../support/any-text.ts'
import { furnished } from './furnished.ts'

/** What a run found: `failures` are few, in words. */
export interface Report {
  readonly requests: number
  readonly accepted: number
  /** The address of the last request. */
  readonly last: string
  readonly failures: readonly string[]
  readonly summary: string
}

interface Sent {
  readonly name: EndpointName
  readonly url: string
  readonly init: RequestInit
}

const signs = fc.constantFrom(
  '/',
  '//',
  '%',
  '%2f',
  '%00',
  '%e9',
  '..',
  '.',
  ';',
  '\\',
  '{id}',
  '__proto__',
  '\u00e9',
  ' ',
  '?',
  '#',
  '*',
)
const text = fc.oneof(
  fc.string(),
  anyText,
  signs,
  fc.constant('\ud800'),
  fc.nat(3_000).map((length) => 'x'.repeat(length)),
)
const header = fc.oneof(
  fc.stringMatching(/^[\x20-\x7e]*$/),
  fc.constantFrom(
    'Bearer',
    'Bearer ',
    'bearer  x',
    'Basic',
    'Basic Og==',
    'Basic %',
    'Basic =',
    '\u00ff',
    ',',
    ';',
    '*/*',
    'null',
  ),
)
const name = fc.constantFrom(
  'authorization',
  'content-type',
  'idempotency-key',
  'origin',
  'accept',
  'expect',
  'x-http-method-override',
  'access-control-request-method',
  'access-control-request-headers',
  'content-length',
)
const type = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/vnd.x+json; charset=utf-16',
      'text/plain',
      '',
      ';',
      'multipart/form-data',
    ),
  },
)
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY')
const deep = fc.nat(5_000).map((levels) => '['.repeat(levels) + ']'.repeat(levels))

/** Requests to any row: most of them right but for one thing. */
function requestsTo(bank: Bank, token: string): fc.Arbitrary<Sent> {
  const { bodies, pathOf } = furnished(bank)
  const bases = { token: bank.urls.authUrl, banking: bank.urls.baseUrl, loans: bank.urls.loanBaseUrl }
  return fc.constantFrom(...(Object.keys(endpoints) as EndpointName[])).chain((call) => {
    const row = endpoints[call]
    const paths = [...new Set([row.path, ...Object.keys(row.aliases)])].map(
      (path) => bases[row.service] + pathOf(call, path),
    )
    const path = fc.constantFrom(...paths)
    const changed = fc.tuple(path, fc.nat(80), fc.oneof(signs, text)).map(([whole, at, put]) => {
      const begin = bases[row.service].length + 1 + at
      return whole.slice(0, begin) + put.replaceAll(/[?#]/g, '') + whole.slice(begin)
    })
    const url = fc.oneof({ weight: 5, arbitrary: path }, { weight: 3, arbitrary: changed })
    const query = fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.webQueryParameters(),
      text,
      fc.constantFrom('pageNumber=0', 'pageSize=51', 'pageSize=1e9', 'id=', '__proto__=1', 'pageNumber=1&pageNumber=2'),
    )
    const right = bodies[call]
    const json = (right ? fc.oneof(fc.constant(right), nearly(right, anyJson), anyJson) : anyJson).map((value) =>
      JSON.stringify(value),
    )
    const body = fc.oneof(
      { weight: 8, arbitrary: json },
      { weight: 1, arbitrary: deep },
      { weight: 2, arbitrary: text },
    )
    return fc
      .record({
        verb: fc.oneof({ weight: 8, arbitrary: fc.constant(row.method) }, { weight: 1, arbitrary: method }),
        url,
        query,
        type,
        body,
        headers: fc.option(fc.dictionary(name, header, { maxKeys: 3 }), { nil: {}, freq: 3 }),
      })
      .map(({ verb, url: address, query: search, type: kind, body: sent, headers }) => {
        const bodiless = verb === 'GET' || verb === 'HEAD'
        const all = { authorization: `Bearer ${token}`, ...(bodiless ? {} : { 'content-type': kind }), ...headers }
        return {
          name: call,
          url: search === '' ? address : `${address}?${search}`,
          init: { method: verb, headers: all, ...(bodiless ? {} : { body: sent }) },
        }
      })
  })
}

const errorBodies: readonly z.ZodMiniType[] = [bankingError, oauthError, loanError]

/** What is wrong with the answer to a request; undefined where nothing is. */
async function judge(
  bank: Bank,
  { url, init }: Sent,
): Promise<{ readonly isAccepted: boolean; readonly wrong?: string }> {
  let request: Request
  try {
    request = new Request(url, init)
  } catch {
    // Not even the platform sends this.
    return { isAccepted: false }
  }
  const before = bank.world
  const response = await bank.fetch(request).catch((error: unknown) => error)
  if (!(response instanceof Response)) return { isAccepted: false, wrong: `threw ${String(response)}` }
  const { status } = response
  const body = await response.text()
  if (status < 400) {
    if (
      bank.world !== before &&
      JSON.stringify(parseWorld(JSON.stringify(bank.world))) !== JSON.stringify(bank.world)
    ) {
      return { isAccepted: true, wrong: `answered ${status}, and its world does not go through JSON` }
    }
    return { isAccepted: true }
  }
  if (status >= 500) return { isAccepted: false, wrong: `answered ${status} ${body}` }
  if (bank.world !== before) return { isAccepted: false, wrong: `answered ${status}, and changed the world` }
  if (request.method === 'HEAD')
    return { isAccepted: false, ...(body === '' ? {} : { wrong: `answered HEAD with ${body}` }) }
  const isDocumented = errorBodies.some((schema) => schema.safeParse(JSON.parse(body)).success)
  return isDocumented ? { isAccepted: false } : { isAccepted: false, wrong: `answered ${status} with ${body}` }
}

/** After so many requests the bank is as it was at first: a run tries requests, and not a world that is full. */
const FRESH = 500

/** Sends so many requests; the same seed sends the same ones. */
export async function run(count = 1_500, seed = 1, open: typeof createBank = createBank): Promise<Report> {
  const bank = open({ seed: 7 })
  const token = bank.tokens.issue().access_token
  const arbitrary = requestsTo(bank, token)
  const atFirst = bank.snapshot()
  const failures: string[] = []
  let [requests, accepted, last] = [0, 0, '']
  for (let part = 0; requests < count && failures.length < 10; part++) {
    bank.restore(atFirst)
    const some = fc.sample(arbitrary, { seed: seed * 1_000_003 + part, numRuns: Math.min(FRESH, count - requests) })
    for (const sent of some) {
      const { isAccepted, wrong } = await judge(bank, sent)
      requests++
      last = sent.url
      if (isAccepted) accepted++
      if (wrong)
        failures.push(
          `${sent.name}: ${sent.init.method} ${sent.url} ${JSON.stringify(sent.init)} ${wrong}`.slice(0, 2_000),
        )
    }
  }
  const summary = `hostile requests: ${requests} with the seed ${seed}, ${accepted} accepted, ${failures.length} failures`
  return { requests, accepted, last, failures, summary: [summary, ...failures].join('\n') }
}

if (process.argv[1]?.endsWith('hostile-requests.ts')) {
  const [count = '500000', seed = '1'] = process.argv.slice(2)
  const { summary, failures } = await run(Number(count), Number(seed))
  process.stdout.write(`${summary}\n`)
  if (failures.length > 0) process.exitCode = 1
}
