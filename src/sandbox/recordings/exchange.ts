/**
 * The form in which all recorded exchanges are kept, whichever tool recorded them. Redaction and the check against the contract read this
 * form. (§4)
 */
import { jsonOf } from '../../bank/shell/state/exchange.ts'

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
