/**
 * Limits of a request: how long its path, query, headers and body may be. They are asked before anything is read, so that no request
 * costs more than its length. (§8)
 */

import type { Addresses, ServiceName } from '../../contract/endpoint.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { type Rejection, type RejectionCode, reject } from '../../core/rejection.ts'

interface Limit {
  readonly id: 'limits.pathLength' | 'limits.queryLength' | 'limits.headerLength' | 'limits.bodyLength'
  readonly code: RejectionCode
  readonly noun: string
  readonly advice: string
}

const path: Limit = {
  id: 'limits.pathLength',
  code: 'path_is_too_long',
  noun: 'path',
  advice: 'Check how it is put together',
}
const query: Limit = {
  id: 'limits.queryLength',
  code: 'query_is_too_long',
  noun: 'query',
  advice: 'Ask for less at once',
}
const headers: Limit = {
  id: 'limits.headerLength',
  code: 'headers_are_too_long',
  noun: 'headers',
  advice: 'Send fewer or shorter ones',
}
const body: Limit = { id: 'limits.bodyLength', code: 'body_is_too_long', noun: 'body', advice: 'Send less at once' }

/** A request of which something is too long, and the service whose address it came to. */
export interface TooLong {
  readonly service: ServiceName
  readonly rejection: Rejection
  /** What the answer rests on. */
  readonly limit: Limit['id']
}

/** The refusal of a request of which anything is too long; undefined where all is in bounds. */
export function tooLong(
  addresses: Addresses,
  request: { readonly url: URL; readonly headers: Headers; readonly text: string },
  values: AssumptionValues,
): TooLong | undefined {
  const { pathname, search } = request.url
  const exceeded =
    exceeding(path, pathname.length, values) ??
    exceeding(query, search.slice('?'.length).length, values) ??
    exceeding(headers, lengthOf(request.headers), values) ??
    exceeding(body, request.text.length, values)
  return exceeded && { service: serviceAt(addresses, request.url), ...exceeded }
}

function exceeding(
  { id, code, noun, advice }: Limit,
  length: number,
  values: AssumptionValues,
): Omit<TooLong, 'service'> | undefined {
  const most = values[id]
  if (length <= most) return undefined
  const fact = `${noun === 'headers' ? 'they have' : 'it has'} ${length} characters, ${most} are allowed`
  return { rejection: reject(code, `Failed to read the ${noun}: ${fact}. ${advice}. (§8)`), limit: id }
}

function lengthOf(given: Headers): number {
  let length = 0
  given.forEach((value, name) => {
    length += name.length + value.length
  })
  return length
}

/** The service that an address belongs to, as far as that can be told without its path: of several at one place the banking API. */
function serviceAt({ baseUrl, authUrl, loanBaseUrl }: Addresses, { origin }: URL): ServiceName {
  if (new URL(baseUrl).origin === origin) return 'banking'
  if (new URL(authUrl).origin === origin) return 'token'
  return new URL(loanBaseUrl).origin === origin ? 'loans' : 'banking'
}
