/**
 * Checks a service's answers against the table of endpoints. A problem shows the shape of a value and never the value itself, which may be
 * the data of a real person. (§7)
 */

import { withoutLastSlashes } from '../../bank/http/match-path.ts'
import { createRouter, type Match, type Router } from '../../bank/http/route.ts'
import { type Addresses, refusalsOf, type ServiceName } from '../../contract/endpoint.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { errorSchemas, errorSources } from '../../contract/error.ts'
import { loanSummaries } from '../../contract/loan.ts'
import type { Schema } from '../../contract/operation.ts'
import { checked, type Issue, inOurWords, statementOf } from '../../contract/parse.ts'
import { type FieldSources, fieldSourcesOf } from '../../contract/record.ts'
import { fieldsAt } from '../../contract/walk-schema.ts'
import type { Source } from '../../core/assumptions/catalogue.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import { dateFormIn } from '../../core/loans/summary/query.ts'
import { rejections } from '../../core/rejection.ts'
import { inMilliseconds } from '../service/fields.ts'
import type { RecordedExchange } from './exchange.ts'
import { fieldName, pathShape, shapeOf } from './shape.ts'

/** A place where an answer breaks the contract. */
export interface ContractProblem {
  /** The called endpoint; null if the table has no such call. */
  readonly endpoint: EndpointName | null
  /** The path of the field, such as `results.0.amount`; empty if the problem concerns the whole answer. */
  readonly path: string
  readonly problem: 'unknown field' | 'missing field' | 'other value' | 'other status' | 'unknown call'
  /** What the contract demands there, in words. */
  readonly expected: string
  /** The shape of what was there, such as `a text like 999.99`; for a status, the status itself. No other value is shown. */
  readonly seen: string
  /** The source of the rule: a section of the specification, or an entry of the catalogue of assumptions. */
  readonly source: Source
}

/** The addresses of the services. The loan service may be left out. */
export type ServiceAddresses = Omit<Addresses, 'loanBaseUrl'> & { readonly loanBaseUrl?: string | undefined }

/** Every problem of one answer. An exchange without an answer, or with an address that is not in `urls`, has none. */
export function contractProblems(exchange: RecordedExchange, { urls }: { urls: ServiceAddresses }): ContractProblem[] {
  const { method, status, body } = exchange
  // The contract does not cover a browser's preflight request, nor HEAD, whose answer has no body.
  if (status === 0 || method === 'OPTIONS' || method === 'HEAD') return []
  const url = new URL(exchange.url)
  const found = routerFor(urls)(method, url)
  const isKnown = 'row' in found
  if (!isKnown && !isOfServices(exchange, urls)) return []
  const endpoint = isKnown ? found.name : null
  const listed = isKnown ? statusProblems(found, status) : []
  if (status >= 400) return [...listed, ...errorProblems(endpoint, found.service, exchange)]
  if (!isKnown) {
    const expected = 'a documented call, or a refusal'
    const seen = `${method} ${pathShape(url.pathname)}`
    return [{ endpoint, path: '', problem: 'unknown call', expected, seen, source: 'http.unknownCalls' }]
  }
  // The contract describes only the bodies of 2xx answers, and so not those of redirects.
  return status < 200 || status >= 300 ? listed : [...listed, ...bodyProblems(found, url, body)]
}

export const routerFor = (urls: ServiceAddresses): Router =>
  createRouter({ ...urls, loanBaseUrl: urls.loanBaseUrl ?? 'http://loans.invalid' })

export function isOfServices({ url }: RecordedExchange, urls: ServiceAddresses): boolean {
  const { origin, pathname } = new URL(url)
  const asked = (origin + pathname).toLowerCase()
  return prefixesOf(urls).some((prefix) => asked.startsWith(`${prefix}/`.toLowerCase()))
}

/** The prefixes of the addresses of all calls: one for each service, without a slash at its end. */
export const prefixesOf = (urls: Partial<ServiceAddresses>): string[] =>
  Object.values(urls).flatMap((address) => {
    if (address === undefined) return []
    const { origin, pathname } = new URL(address)
    return [origin + withoutLastSlashes(pathname)]
  })

/** The statuses that any call may have, because they are about limits or a failure of the service. */
const limits = new Set<number>([
  429,
  ...Object.values(rejections).flatMap(({ status }) => (status > 409 ? status : [])),
])

function statusProblems({ name, row, service }: Match, status: number): ContractProblem[] {
  const done = row.isEmpty ? 202 : 200
  const refusals = refusalsOf(row)
  if (status === done || status >= 500 || limits.has(status) || refusals.some((each) => each === status)) return []
  const isDone = status < 400
  const problem = { endpoint: name, path: '', problem: 'other status', seen: String(status) } as const
  return [
    isDone
      ? { ...problem, expected: String(done), source: 'http.createStatus' }
      : { ...problem, expected: [done, ...refusals].join(', '), source: errorSources[service] },
  ]
}

function bodyProblems({ name, row }: Match, url: URL, body: unknown): ContractProblem[] {
  if (row.isEmpty) {
    return body === null ? [] : [wholeBody(name, 'nothing', body, 'http.createStatus')]
  }
  const schema = name === 'getLoanSummary' ? loanSummaries[dateFormIn(url.searchParams)] : row.response
  return problemsOf(name, schema, body, row.section as Source)
}

function errorProblems(endpoint: EndpointName | null, service: ServiceName, { status, body }: RecordedExchange) {
  const source = service === 'banking' ? 'errors.body' : errorSources[service]
  const list = problemsOf(endpoint, errorSchemas[service], body, source)
  // A request that is too long is refused before its service is known, so its error may have the form of any service.
  const isEarly =
    limits.has(status) && Object.values(errorSchemas).some((each) => differencesOf(each, body).length === 0)
  return isEarly ? [] : list
}

function wholeBody(endpoint: EndpointName | null, expected: string, body: unknown, source: Source): ContractProblem {
  return { endpoint, path: '', problem: 'other value', expected, seen: shapeOf(body), source }
}

function problemsOf(endpoint: EndpointName | null, schema: Schema, body: unknown, whole: Source): ContractProblem[] {
  if (body === null) return [wholeBody(endpoint, 'a body of JSON', undefined, whole)]
  const { fields } = fieldSourcesOf(schema)
  return differencesOf(schema, body).map(({ path, seen, source, ...difference }) => {
    const names = path.filter((step) => typeof step !== 'number').map(String)
    const from = source ?? nearestSource(fields, names) ?? whole
    return { ...difference, endpoint, path: path.map(fieldName).join('.'), seen: shapeOf(seen), source: from }
  })
}

/** The source of a field. If `fields` lacks the field, the source of any field within its nearest known parent, or else of this parent. */
export function nearestSource(fields: FieldSources['fields'], names: readonly string[]): Source | undefined {
  for (let count = names.length; count > 0; count--) {
    const name = names.slice(0, count).join('.')
    const beside = Object.keys(fields).find((each) => count < names.length && each.startsWith(`${name}.`))
    if (Object.hasOwn(fields, name)) return fields[beside ?? name]
  }
  return undefined
}

/** A place where a value breaks its schema. `source` is set only if the rule has another source than the field. */
interface Difference extends Pick<ContractProblem, 'problem' | 'expected'> {
  readonly path: readonly PropertyKey[]
  readonly seen: unknown
  readonly source?: Source | undefined
}

/** Every place where a value breaks its schema, each with its first problem. */
export function differencesOf(schema: Schema, value: unknown): Difference[] {
  // The specification demands ISO 8601 with an offset. It leaves the precision of a time to the service.
  const result = checked(schema, timesInMilliseconds(value))
  if (result.success) return []
  const byPlace = new Map<string, Difference>()
  for (const issue of result.error.issues) {
    for (const difference of differencesIn(schema, issue, value)) {
      const place = JSON.stringify(difference.path)
      if (!byPlace.has(place)) byPlace.set(place, difference)
    }
  }
  return [...byPlace.values()]
}

const timesInMilliseconds = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? inMilliseconds(each) : each))

function expectedInPlaceOf(field: string, known: readonly string[]): string {
  const near = nearest(field, known)
  return `no field of this name${near === undefined ? '' : `; the nearest is "${near}"`}`
}

function differencesIn(schema: Schema, issue: Issue, value: unknown): Difference[] {
  const { path } = issue
  const seen = path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      problem: 'unknown field',
      expected: expectedInPlaceOf(key, fieldsAt(schema, path)),
      seen: (seen as Record<string, unknown>)[key],
    }))
  }
  const expected = wordsOf(issue)
  if (seen === undefined && path.length > 0) return [{ path, problem: 'missing field', expected, seen }]
  const { states, assumption } = statementOf(issue) ?? {}
  // A separate assumption describes the form of account numbers. The section of the field does not.
  const isNumber = states?.['format'] === 'account-number'
  return [
    { path, problem: 'other value', expected, seen, source: assumption ?? (isNumber ? 'accounts.number' : undefined) },
  ]
}

/** What an issue expects, in words. An issue of a union has one list of issues for each form. */
function wordsOf(issue: Issue): string {
  const forms = issue.code === 'invalid_union' ? issue.errors.flat() : []
  if (forms.length > 0) return [...new Set(forms.map(wordsOf))].join(', or ')
  return inOurWords(issue.message).replace(/^must be |, received \w+$/g, '')
}
