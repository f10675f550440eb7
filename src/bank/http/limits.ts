/**
 * Limits of a request: how long its path, query, headers and body may be. They are checked before anything is parsed, so that no request
 * costs more than its length. (§8)
 */

import type { Addresses, ServiceName } from '../../contract/endpoint.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import { type Rejection, reject } from '../../core/rejection.ts'

/** The limited parts of a request, in the order in which they are checked. */
const limits = [
  { id: 'limits.pathLength', code: 'path_is_too_long', noun: 'path', advice: 'Check how it is put together' },
  { id: 'limits.queryLength', code: 'query_is_too_long', noun: 'query', advice: 'Ask for less at once' },
  { id: 'limits.headerLength', code: 'headers_are_too_long', noun: 'headers', advice: 'Send fewer or shorter ones' },
  { id: 'limits.bodyLength', code: 'body_is_too_long', noun: 'body', advice: 'Send less at once' },
] as const

/** The refusal of a request that is too long, and the service whose address it came to. */
export interface TooLong {
  readonly service: ServiceName
  readonly rejection: Rejection
  readonly limit: (typeof limits)[number]['id']
}

export function tooLong(
  addresses: Addresses,
  { url, headers, text }: { readonly url: URL; readonly headers: Record<string, string>; readonly text: string },
  values: AssumptionValues,
): TooLong | undefined {
  const query = url.search.slice('?'.length)
  const inHeaders = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const lengths = { path: url.pathname.length, query: query.length, headers: inHeaders, body: text.length }
  for (const { id, code, noun, advice } of limits) {
    const [length, most] = [lengths[noun], values[id]]
    if (length <= most) continue
    const fact = `${noun === 'headers' ? 'they have' : 'it has'} ${length} characters, ${most} are allowed`
    const rejection = reject(code, `Failed to read the ${noun}: ${fact}. ${advice}. (§8)`)
    return { service: serviceAt(addresses, url), rejection, limit: id }
  }
  return undefined
}

/** The service of an address, told by its origin alone: where several share one, the first of banking, token and loans. */
function serviceAt({ baseUrl, authUrl, loanBaseUrl }: Addresses, { origin }: URL): ServiceName {
  if (new URL(baseUrl).origin === origin) return 'banking'
  if (new URL(authUrl).origin === origin) return 'token'
  return new URL(loanBaseUrl).origin === origin ? 'loans' : 'banking'
}
