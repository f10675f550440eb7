/** The form in which all recorded exchanges are kept, whichever tool recorded them. (§4) */
import type { Router } from '../../bank/http/route.ts'
import { jsonOf } from '../../bank/shell/state/exchange.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { isRecord } from '../../core/kernel/json.ts'

/** A request and its answer. */
export interface RecordedExchange {
  /** The method in capitals, such as `POST`. */
  readonly method: string
  readonly url: string
  /** The headers of the request, keyed by name in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The parsed value of a JSON body; the text of any other body, such as an HTML form; null if there was no body. */
  readonly requestBody: unknown
  /** The status of the answer; 0 if no answer came. */
  readonly status: number
  /** The headers of the answer, keyed by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the answer, read like that of the request. */
  readonly body: unknown
  /** The time of the request, in milliseconds since 1970; null if the recording has no time. */
  readonly at: number | null
}

export interface Call extends RecordedExchange {
  /** Null if the endpoint table has no such call. */
  readonly endpoint: EndpointName | null
  /** The parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>
}

export function rowOf<Exchange extends RecordedExchange>(exchange: Exchange, route: Router): Exchange & Call {
  const found = route(exchange.method, new URL(exchange.url))
  const { name: endpoint, parameters } = 'row' in found ? found : { name: null, parameters: {} }
  return { ...exchange, endpoint, parameters }
}

/** The statuses about limits that a proxy in front of a service has, too. */
const LIMITS: readonly number[] = [413, 414, 429, 431]

/** Whether a proxy refused a request in front of the service: by a page, or by a limit or a failure without a record. */
export function isOfProxy({ status, body }: Pick<RecordedExchange, 'status' | 'body'>): boolean {
  const isPage = typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body)
  return status >= 400 && (isPage || ((status >= 500 || LIMITS.includes(status)) && !isRecord(body)))
}

/** The status of an answer and the type of its body: `405 (text/plain)`. */
export const answerText = ({ status, headers }: Pick<RecordedExchange, 'status' | 'headers'>): string =>
  `${status} (${headers['content-type'] ?? 'no content-type'})`

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The hosts of some addresses, for a message. */
export const hostsOf = (urls: readonly string[]): string =>
  [...new Set(urls.map((url) => new URL(url).host))].join(', ')

/**
 * Parses a body if its content type is JSON, or if it looks like a JSON object or list, because recorders may lose headers. A body that is
 * no JSON, or is nested deeper than a bank reads, stays a text.
 */
export function bodyRead(text: string | null | undefined, contentType = ''): unknown {
  if (text === null || text === undefined || text === '') return null
  const isNamed = /[/+]json\b/i.test(contentType)
  if (!isNamed && !/^\s*[[{]/.test(text)) return text
  const value = jsonOf(text)
  return value === undefined ? text : value
}
