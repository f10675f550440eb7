/**
 * One exchange with a service as a recording has it: what was asked, and what was answered. The readers of recordings give it, and
 * redaction and the check against the contract take it. (§4)
 */
import { jsonOf } from '../../bank/shell/state/exchange.ts'

/** A request and its answer, from any recorder. */
export interface RecordedExchange {
  /** In capitals: `POST`. */
  readonly method: string
  readonly url: string
  /** By names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** What JSON says; any other body, a form too, is its text; null where there was none. */
  readonly requestBody: unknown
  /** 0 where no answer came. */
  readonly status: number
  /** Those of the answer, by names in lower case. */
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
 * Reads a body. One whose content type is JSON is parsed; any other only where it looks like a record or a list, as recorders lose
 * headers. One that is nested deeper than a bank reads stays a text.
 */
export function bodyRead(text: string | null | undefined, contentType = ''): unknown {
  if (text === null || text === undefined || text === '') return null
  const isNamed = /[/+]json\b/i.test(contentType)
  if (!isNamed && !/^\s*[[{]/.test(text)) return text
  const value = jsonOf(text)
  return value === undefined ? text : value
}
