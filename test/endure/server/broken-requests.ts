/** Broken requests to both APIs of a server: most of them right but for one thing, and for any of its banks, by path, header or credentials. */
import * as fc from 'fast-check'
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts'
import { controlCalls } from '../../../src/server/control/control-calls.ts'
import { anyJson, nearly } from '../../properties/anything.ts'
import { anyText } from '../../support/any-text.ts'
import type { FencedBank } from './fenced-banks.ts'

/** A request as it is sent to whatever origin. */
export interface Broken {
  /** With what is behind the question mark. */
  readonly target: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const signs = fc.constantFrom(
  ...['/', '//', '%', '%2f', '%2F..', '%00', '%e9', '%ff%fe', '..', '.', ';', '\\', '{id}', '__proto__', '\u00e9', ' '],
)
const text = fc.oneof(
  anyText,
  signs,
  fc.constantFrom(
    '\ud800',
    '\u0000',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":1',
    '[',
    '"',
    'nul',
    '{"a":1}{"a":1}',
  ),
  fc.nat(3_000).map((length) => 'x'.repeat(length)),
)
const deep = fc
  .nat(5_000)
  .chain((levels) =>
    fc.constantFrom(
      '['.repeat(levels) + ']'.repeat(levels),
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      '['.repeat(levels),
    ),
  )
/** Longer than a body may be. */
const huge = fc.constantFrom(' '.repeat(1_100_000), `{"title":"${'x'.repeat(1_100_000)}"}`)
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY', 'PURGE')
const type = fc.constantFrom(
  ...['application/x-www-form-urlencoded', 'application/vnd.x+json; charset=utf-16', 'text/plain', '', ';', 'a/b;;='],
)
const query = fc.oneof(
  fc.webQueryParameters(),
  fc.constantFrom(
    ...[
      'last=-1',
      'last=1e9',
      'last=',
      'last=1',
      'partner=',
      'partner=zzz',
      '__proto__=1',
      'pageNumber=0',
      'pageSize=51',
    ],
    ...[
      'accountNumber=1',
      'id=',
      'title=%00',
      'as=mermaid',
      'isSparse=maybe',
      'pageNumber=1&pageNumber=2',
      '%',
      '=',
      '?',
    ],
  ),
)
const headerValue = fc.oneof(
  fc.stringMatching(/^[\x20-\x7e]*$/),
  fc.constantFrom('Bearer', 'Bearer ', 'Basic', 'Basic %', 'Basic Og==', '\u00ff', ',', ';', '*/*', 'null', 'zzz~0'),
)
const headerName = fc.constantFrom(
  ...['authorization', 'content-type', 'idempotency-key', 'origin', 'accept', 'vostro-bank', 'x-forwarded-host'],
  ...['x-http-method-override', 'access-control-request-method', 'access-control-request-headers', 'if-none-match'],
)

/** What is usual, and one time more than so many times something else. */
function seldom<Value, Usual>(values: fc.Arbitrary<Value>, usual: Usual, times: number): fc.Arbitrary<Value | Usual> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: values })
}

/** Bodies of control calls that are right. */
function controlBodyOf(name: string, bank: FencedBank): object | undefined {
  const { accountNumber, token } = bank
  const bodies: { readonly [name: string]: object } = {
    openBank: { seed: 5 },
    advanceClock: { hours: 2 },
    previewClock: { hours: 2 },
    advanceClockTo: { to: '2026-03-03T09:00:00-05:00' },
    restoreSnapshot: { id: '1' },
    injectFault: { fault: 'status', status: 503, endpoint: 'createWire', uses: 1 },
    deliverPush: { loseAnswer: true },
    setPolicy: { allowed: true },
    placeInternalHold: { accountNumber, amount: 1 },
    updateInternalHold: { amount: 2 },
    rejectWire: { reason: 'Because' },
    placeInternalRestriction: { appliesTo: 'All', rail: 'Ach' },
    updateInternalRestriction: { notes: 'Else' },
    placeHold: { accountNumber, amount: 1 },
    updateHold: { amount: 2 },
    openAccount: { title: 'One more', balance: 5 },
    setAccountStatus: { status: 'Active' },
    addLoan: { LoanAmount: '12.5' },
    updateLoan: { FICO: 701 },
    setLoanStatus: { status: 'Funded' },
    postTransaction: {
      accountNumber,
      rail: 'Ach',
      transactionType: 'Credit',
      transactionCode: 'Incoming ACH',
      amount: 1,
    },
    issueToken: { expiresIn: { hours: 1 } },
    revokeToken: { accessToken: token },
    signPushes: { secret: 'a secret of sixteen' },
  }
  return bodies[name]
}

/** The path of a control call, with ids of what a bank has. */
function controlPathOf(path: string, bank: FencedBank): string {
  return path.replace(/\{[^}]*\}/g, (parameter) => {
    if (parameter === '{eventId}') return bank.eventId
    if (parameter === '{accountNumber}') return bank.accountNumber
    if (path.startsWith('/loans')) return bank.loanId
    if (path.startsWith('/desk/restrictions')) return bank.restrictionId
    if (path.startsWith('/webhooks')) return bank.pathOf('updateWebhook', '{id}')
    return bank.pathOf('getWire', '{paymentId}')
  })
}

const services = { token: '/auth', banking: '/api', loans: '/loans' } as const

interface Right {
  readonly method: string
  /** Below the address of a bank. */
  readonly path: string
  readonly body: object | undefined
}

/** A right request to either API, with the ids of one bank. */
function rightRequests(isControl: boolean, bank: FencedBank): fc.Arbitrary<Right> {
  if (isControl) {
    return fc.constantFrom(
      ...Object.entries(controlCalls).map(([name, { method: verb, path, body }]) => ({
        method: verb,
        path: controlPathOf(path, bank),
        body: body && (controlBodyOf(name, bank) ?? { title: 'So' }),
      })),
    )
  }
  return fc.constantFrom(
    ...Object.entries(endpoints).flatMap(([name, row]) =>
      [...new Set([row.path, ...Object.keys(row.aliases)])].map((path) => ({
        method: row.method,
        path: services[row.service] + bank.pathOf(name as EndpointName, path),
        body: bank.bodies[name as EndpointName],
      })),
    ),
  )
}

/** Where a request says which bank is meant; nowhere, and it is the first one. */
function addressed(isControl: boolean, { method: verb, path, body }: Right, bank: FencedBank, how: string) {
  const prefix = (isControl ? '/_vostro' : '') + (how === 'path' && !bank.isMain ? `/banks/${bank.id}` : '')
  return { method: verb, target: prefix + path, body, headers: how === 'header' ? { 'vostro-bank': bank.id } : {} }
}

/**
 * Any broken request.
 *
 * @param banks - those whose paths, ids and tokens are used, mixed with each other
 */
function brokenRequests(banks: readonly FencedBank[]): fc.Arbitrary<Broken> {
  const anyBank = fc.constantFrom(...banks)
  return fc
    .record({
      isControl: fc.boolean(),
      bank: anyBank,
      // Whose ids and whose token: now and then those of another one.
      other: anyBank,
      mixed: fc.constantFrom('none', 'none', 'none', 'ids', 'token', 'both'),
      how: fc.constantFrom('path', 'path', 'header', 'credentials'),
    })
    .chain(({ isControl, bank, other, mixed, how }) => {
      const idsOf = mixed === 'ids' || mixed === 'both' ? other : bank
      const { token } = mixed === 'token' || mixed === 'both' ? other : bank
      return rightRequests(isControl, idsOf).chain((right) => {
        const { target, headers, body, method: verb } = addressed(isControl, right, bank, how)
        const json = (body ? fc.oneof(fc.constant(body), nearly(body, anyJson), anyJson) : anyJson).map((value) =>
          JSON.stringify(value),
        )
        return fc
          .record({
            at: seldom(fc.nat(target.length), undefined, 3),
            put: fc.oneof(signs, text),
            verb: fc.oneof({ weight: 8, arbitrary: fc.constant<string>(verb) }, { weight: 1, arbitrary: method }),
            search: seldom(query, '', 4),
            type: seldom(type, 'application/json', 6),
            more: seldom(fc.dictionary(headerName, headerValue, { maxKeys: 3 }), {}, 4),
            sent: fc.oneof(
              // Where nothing is taken, most send nothing.
              { weight: body === undefined ? 600 : 2, arbitrary: fc.constant(undefined) },
              { weight: 160, arbitrary: json },
              { weight: 20, arbitrary: deep },
              { weight: 40, arbitrary: text },
              { weight: 1, arbitrary: huge },
              { weight: 20, arbitrary: json.map((whole) => whole?.slice(0, whole.length / 2)) },
            ),
          })
          .map(({ at, put, verb: said, search, type: kind, more, sent }): Broken => {
            const broken =
              at === undefined ? target : target.slice(0, at) + put.replaceAll(/[?#]/g, '') + target.slice(at)
            const bodiless = said === 'GET' || said === 'HEAD'
            return {
              target: search === '' ? broken : `${broken}?${search}`,
              method: said,
              headers: {
                authorization: `Bearer ${token}`,
                ...(bodiless || kind === '' ? {} : { 'content-type': kind }),
                ...headers,
                ...more,
              },
              body: bodiless ? undefined : sent,
            }
          })
      })
    })
}

/** So many of them; the same seed gives the same ones. */
export function sampleOf(banks: readonly FencedBank[], seed: number, count: number): Broken[] {
  return fc.sample(brokenRequests(banks), { seed, numRuns: count })
}
