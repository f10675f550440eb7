/**
 * The form in which all recorded exchanges are kept, whichever tool recorded them. Redaction and the check against the contract read this
 * form. (§4)
 */
import type { Router } from '../../bank/http/route.ts'
import { jsonOf } from '../../bank/shell/state/exchange.ts'
import type { EndpointName } from '../../contract/endpoints.ts'

/** A request and its answer, from any recorder. */
export interface RecordedExchange {
  /** In capitals: `POST`. */
  readonly method: string
  readonly url: string
  /** By names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The parsed value of a JSON body; the text of any other body, an HTML form too; null if there was no body. */
  readonly requestBody: unknown
  /** 0 where no answer came. */
  readonly status: number
  /** The headers of the answer, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the answer, read like that of the request. */
  readonly body: unknown
  /** Milliseconds since 1970; null where the recording has no time. */
  readonly at: number | null
}

/** An exchange with its endpoint. */
export interface Call extends RecordedExchange {
  /** The row of the endpoint table; null if none matches. */
  readonly endpoint: EndpointName | null
  /** The parameters of its path. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds the endpoint of an exchange. */
export function rowOf<Exchange extends RecordedExchange>(exchange: Exchange, route: Router): Exchange & Call {
  const found = route(exchange.method, new URL(exchange.url))
  const { name: endpoint, parameters } = 'row' in found ? found : { name: null, parameters: {} }
  return { ...exchange, endpoint, parameters }
}

/** Whether a status means success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The hosts of some addresses, for a message. */
export const hostsOf = (urls: readonly string[]): string =>
  [...new Set(urls.map((url) => new URL(url).host))].join(', ')

/**
 * Reads a body. It is parsed if its content type is JSON, or if it looks like a JSON object or list, because recorders lose headers. A body
 * that is no JSON, or is nested deeper than a bank reads, stays a text.
 */
export function bodyRead(text: string | null | undefined, contentType = ''): unknown {
  if (text === null || text === undefined || text === '') return null
  const isNamed = /[/+]json\b/i.test(contentType)
  if (!isNamed && !/^\s*[[{]/.test(text)) return text
  const value = jsonOf(text)
  return value === undefined ? text : value
}
