/**
 * Families of hostile input: each says what is sent where one part of it is so long. Whatever the part, work may grow as its length
 * does, and no faster.
 */
import type { Bank } from '../../src/index.ts'
import { outboundWire } from '../support/wire.ts'

/** A request below one of the three addresses. */
export interface Hostile {
  readonly method?: string
  readonly service?: 'baseUrl' | 'authUrl' | 'loanBaseUrl'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Family = readonly [name: string, of: (length: number, bank: Bank) => Hostile]

const WIRES = '/wires/v1/payments'
const REGISTRATIONS = '/webhooks/v1/registrations'
const ID = '7d67554e-c610-462a-a2a6-19dac6e2f867'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** `piece` again and again, about so many characters. */
const of = (piece: string, length: number) => piece.repeat(Math.max(1, Math.round(length / piece.length)))
const many = (length: number, each: (index: number) => string, between: string) =>
  Array.from({ length: Math.ceil(length / 10) }, (_, index) => each(index)).join(between)

const pathOf = (name: string, piece: string, before = '/', after = ''): Family => [
  `a path of ${name}`,
  (length) => ({ path: before + of(piece, length) + after }),
]
const queryOf = (name: string, piece: string, before = ''): Family => [
  `a query of ${name}`,
  (length) => ({ path: `${WIRES}?${before}${of(piece, length)}` }),
]
const loansBy = (parameters: readonly string[], name: string, piece: string, before = '', after = ''): Family => [
  `loans by ${parameters.join(', ')}: ${name}`,
  (length) => ({
    service: 'loanBaseUrl',
    path: `/LoanSummary?${parameters
      .map((parameter) => `${parameter}=${encodeURIComponent(before + of(piece, length) + after)}`)
      .join('&')}`,
  }),
]
const headerOf = (header: string, name: string, piece: string, before = '', after = ''): Family => [
  `the header ${header} of ${name}`,
  (length) => ({
    method: 'POST',
    path: WIRES,
    headers: { ...json, [header]: before + of(piece, length) + after },
    body: '{}',
  }),
]
const tokenHeaderOf = (name: string, piece: string, before: string): Family => [
  `client authentication of ${name}`,
  (length) => ({
    method: 'POST',
    service: 'authUrl',
    path: '/oauth/token',
    headers: { ...form, authorization: before + of(piece, length) },
    body: 'grant_type=client_credentials',
  }),
]
const formOf = (name: string, piece: string): Family => [
  `a form of ${name}`,
  (length) => ({ method: 'POST', service: 'authUrl', path: '/oauth/token', headers: form, body: of(piece, length) }),
]
const bodyOf = (name: string, body: (length: number) => string): Family => [
  `a body of ${name}`,
  (length) => ({ method: 'POST', path: WIRES, headers: json, body: body(length) }),
]
const wireWith = (field: string, name: string, piece: string): Family => [
  `the ${field} of a wire of ${name}`,
  (length, bank) => ({
    method: 'POST',
    path: WIRES,
    headers: json,
    body: JSON.stringify({ ...outboundWire(bank), [field]: of(piece, length) }),
  }),
]
const callbackOf = (name: string, piece: string, before = 'https://partner.example/'): Family => [
  `a callbackUrl of ${name}`,
  (length, bank) => ({
    method: 'POST',
    path: REGISTRATIONS,
    headers: json,
    body: JSON.stringify({
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      callbackUrl: before + of(piece, length),
    }),
  }),
]

/** The parameters of the loan summary that refuse no text. */
const anyText = ['Include', 'jsconfig', 'Term', 'LoanAmount', 'NoteDate', 'Program', 'Meta', 'id']

export const families: readonly Family[] = [
  pathOf('slashes', '/'),
  pathOf('slashes and a letter', '/', '/', 'x'),
  pathOf('slashes behind a call', '/', WIRES),
  pathOf('segments', '/a', ''),
  pathOf('segments of a call', '/wires/v1/payments', ''),
  pathOf('one word', 'a'),
  pathOf('capitals', 'WIRES/V1/'),
  pathOf('percent signs', '%'),
  pathOf('encoded signs', '%41'),
  pathOf('broken encodings', '%e9%zz'),
  pathOf('dots', './'),
  pathOf('dots upwards', '../a/'),
  pathOf('braces', '{id}/'),
  pathOf('blanks', '%20'),
  pathOf('an id', '0', `${WIRES}/`),
  pathOf('an id to cancel', 'f-', `${WIRES}/`, '/cancel'),
  pathOf('an account number', '3', '/core/v1/dda/subaccounts/'),
  pathOf('an account number with restrictions', '2', '/core/v1/dda/accounts/', '/restrictions'),
  pathOf('an event id', '-', '/webhooks/v1/events/'),
  pathOf('a transaction id', `${ID}/`, '/core/v1/transactions/'),
  queryOf('ampersands', '&'),
  queryOf('equals signs', '='),
  queryOf('pluses', '+'),
  queryOf('percent signs', '%'),
  queryOf('one name', 'a'),
  queryOf('a page number', '1', 'pageNumber='),
  queryOf('zeros for a page number', '0', 'pageSize=1&pageNumber='),
  queryOf('page sizes', 'pageSize=1&'),
  ['a query of many names', (length) => ({ path: `${WIRES}?${many(length, (index) => `name${index}=1`, '&')}` })],
  [
    'a list narrowed by a callbackUrl',
    (length) => ({ path: `${REGISTRATIONS}?callbackUrl=https://${of('a.', length)}` }),
  ],
  [
    'loans by many unknown filters',
    (length) => ({ service: 'loanBaseUrl', path: `/LoanSummary?${many(length, (index) => `Field${index}x=1`, '&')}` }),
  ],
  ['loans by a long filter', (length) => ({ service: 'loanBaseUrl', path: `/LoanSummary?${of('FICO', length)}=1` })],
  loansBy(anyText, 'commas', ','),
  loansBy(anyText, 'commas in brackets', ',', 'COUNT(', ')'),
  loansBy(anyText, 'brackets', 'COUNT('),
  loansBy(anyText, 'empty brackets', 'COUNT()'),
  loansBy(anyText, 'a bracket with blanks that never closes', ' ', 'COUNT('),
  loansBy(anyText, 'a bracket with blanks and two words', ' ', 'COUNT(Term', 'Id)'),
  loansBy(anyText, 'words in a bracket', 'distinct ', 'COUNT(', 'Term) x'),
  loansBy(anyText, 'blanks before an alias', ' ', 'COUNT(*)', 'as N'),
  loansBy(anyText, 'aggregates', 'SUM(Term) as N,'),
  loansBy(anyText, 'one word', 'a'),
  loansBy(anyText, 'minuses', '-'),
  loansBy(anyText, 'blanks and commas', ' ,'),
  loansBy(anyText, 'colons', ':'),
  loansBy(anyText, 'keys', 'dh:ut,'),
  loansBy(anyText, 'digits', '700'),
  loansBy(anyText, 'zeros in the places', '0', '1.', '1'),
  loansBy(anyText, 'a date without an end', '0', '/Date('),
  loansBy(['Include'], 'aggregates', 'SUM(Term) as N,'),
  loansBy(['OrderBy'], 'fields', 'Term,-FICO;'),
  loansBy(['OrderBy'], 'minuses', '-'),
  loansBy(['OrderByDesc'], 'blanks and commas', ' ,'),
  loansBy(['Skip', 'Take'], 'digits', '9'),
  headerOf('authorization', 'blanks', ' ', 'Bearer', 'x'),
  headerOf('authorization', 'letters', 'a', 'Bearer '),
  headerOf('authorization', 'letters and a blank', 'a', 'Bearer ', ' b'),
  headerOf('authorization', 'words', 'bearer ', ''),
  headerOf('content-type', 'semicolons', ';', 'application/json'),
  headerOf('content-type', 'letters', 'a', 'application/'),
  headerOf('content-type', 'pluses', '+json', 'application/x'),
  headerOf('idempotency-key', 'letters', 'k'),
  headerOf('idempotency-key', 'quotes', '"\\'),
  headerOf('access-control-request-headers', 'names', 'x-a, '),
  [
    'many headers',
    (length) => ({
      path: WIRES,
      headers: Object.fromEntries(
        Array.from({ length: Math.ceil(length / 10) }, (_, index) => [`x-${index}`, 'value']),
      ),
    }),
  ],
  tokenHeaderOf('base64', 'QUJD', 'Basic '),
  tokenHeaderOf('colons', 'Ojo6', 'Basic '),
  tokenHeaderOf('percent signs', 'JSUl', 'Basic '),
  tokenHeaderOf('blanks', ' ', 'Basic'),
  formOf('ampersands', '&'),
  formOf('percent signs', '%'),
  formOf('pluses', 'scope=+'),
  formOf('one name again', 'client_id=a&'),
  bodyOf('blanks', (length) => `${of(' ', length)}{}`),
  bodyOf('commas', (length) => of(',', length)),
  bodyOf('opening brackets', (length) => of('[', length)),
  bodyOf('quotes', (length) => of('"', length)),
  bodyOf('backslashes', (length) => `"${of('\\', length)}`),
  bodyOf('lists', (length) => `[${of('[],', length)}[]]`),
  bodyOf('digits', (length) => `{"amount":${of('9', length)}}`),
  bodyOf('surrogates', (length) => `{"accountNumber":"${of('\\ud800', length)}`),
  bodyOf('unknown keys', (length) => `{${many(length, (index) => `"k${index}":1`, ',')}}`),
  bodyOf('one key again', (length) => `{${many(length, () => '"amount":1', ',')}}`),
  [
    'a wire with unknown keys, and in its beneficiary too',
    (length, bank) => {
      const unknown = JSON.parse(`{${many(length, (index) => `"k${index}":1`, ',')}}`) as object
      const wire = outboundWire(bank)
      const body = { ...wire, ...unknown, beneficiary: { ...wire.beneficiary, ...unknown } }
      return { method: 'POST', path: WIRES, headers: json, body: JSON.stringify(body) }
    },
  ],
  wireWith('accountNumber', 'digits', '2'),
  wireWith('receiverRoutingNumber', 'digits', '0'),
  wireWith('businessFunctionCode', 'capitals', 'CTR'),
  wireWith('beneficiaryReference', 'blanks', ' '),
  wireWith('purpose', 'anything', 'é"\\'),
  wireWith('clientIdentifier', 'letters', 'c'),
  callbackOf('slashes', '/'),
  callbackOf('blanks', ' '),
  callbackOf('dots', '../'),
  callbackOf('labels', 'a.', 'https://'),
  callbackOf('signs', '@', 'https://'),
  callbackOf('percent signs', '%41'),
]

/** Sends one of a family, with a token where it brings no authorization of its own; what it answers does not matter, but that it does. */
export async function sendTo(bank: Bank, token: string, hostile: Hostile): Promise<number> {
  const { method = 'GET', service = 'baseUrl', path, headers = {}, body } = hostile
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  }
  const { status } = await bank.fetch(bank.urls[service] + path, init)
  return status
}

/** The highest limits that the catalogue allows, so that what lies behind them is reached. */
export const WIDE = {
  'limits.pathLength': 1_048_576,
  'limits.queryLength': 1_048_576,
  'limits.headerLength': 16_777_216,
  'limits.bodyLength': 134_217_728,
  'limits.bodyDepth': 1_000,
} as const
