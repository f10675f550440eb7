/**
 * Redaction: exchanges without secrets, and without what is a person's or a firm's. Safe by default: what is kept is what the contract
 * lists, ids that mean nothing, times, amounts, and the address of the service; everything else is replaced. Hold an exchange against the
 * contract first, and redact it then: a pseudonym has no form. (§5)
 */
import type { Addresses } from '../../contract/endpoint.ts'
import type { RecordedExchange } from './exchange.ts'
import { isSecretName, kindOfName } from './field-kind.ts'
import { isHarmless } from './harmless.ts'
import { Pseudonyms, REDACTED } from './pseudonyms.ts'
import { redactedJson, redactedName } from './redact-body.ts'
import { redactedForm, redactedUrl } from './redact-url.ts'

export interface Redacting {
  /** Shared by the exchanges of one recording, so that equal values stay equal. */
  readonly names?: Pseudonyms
  /** The addresses of the services, whose paths are kept. */
  readonly urls?: { readonly [Service in keyof Addresses]?: string | undefined } | undefined
}

/** The exchanges of a recording, redacted: equal values have equal pseudonyms in all of them. */
export function redactedRecording(
  exchanges: readonly RecordedExchange[],
  { urls, names = new Pseudonyms() }: Redacting = {},
): RecordedExchange[] {
  return exchanges.map((exchange) => redacted(exchange, { urls, names }))
}

/** One exchange, redacted. */
export function redacted(
  exchange: RecordedExchange,
  { urls = {}, names = new Pseudonyms() }: Redacting = {},
): RecordedExchange {
  const { method, url, requestHeaders, requestBody, status, headers, body, at } = exchange
  const prefixes = Object.values(urls).flatMap((address) => (address === undefined ? [] : [prefixOf(address)]))
  return {
    method,
    url: redactedUrl(url, names, prefixes),
    requestHeaders: redactedHeaders(requestHeaders, names),
    requestBody: redactedBody(requestBody, requestHeaders, names),
    status,
    headers: redactedHeaders(headers, names),
    body: redactedBody(body, headers, names),
    at,
  }
}

function prefixOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}

function redactedBody(body: unknown, headers: RecordedExchange['headers'], names: Pseudonyms): unknown {
  if (typeof body !== 'string') return redactedJson(body, names)
  const isForm = /x-www-form-urlencoded/i.test(headers['content-type'] ?? '') || looksLikeForm(body)
  return isForm ? redactedForm(body, names) : REDACTED
}

/** Recorders lose headers. A single pair decides nothing: base64 may look like it. */
function looksLikeForm(body: string): boolean {
  const pairs = body.split('&')
  return pairs.length > 1 && pairs.every((pair) => /^[\w.-]+=[^\s<>=]*$/.test(pair))
}

function redactedHeaders(headers: RecordedExchange['headers'], names: Pseudonyms): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redactedName(name, names), redactedHeader(name, value, names)]),
  )
}

/** The words of common headers. */
const WORDS =
  /^(?:application\/(?:[a-z]+\+)?json|application\/x-www-form-urlencoded|text\/(?:html|plain)|charset=utf-8|\*\/\*|Bearer|close|keep-alive|gzip|deflate|br|identity|chunked|no-cache|no-store|private|max-age=\d{1,8}|GET|POST|PUT|DELETE|Origin|Accept-Encoding|q=\d(?:\.\d)?|@\d{1,12}|\d{1,6})$/i

/** A header: of a common one its words, of one with an id the id; of a login the kind. */
function redactedHeader(name: string, value: string, names: Pseudonyms): string {
  if (isSecretName(name))
    return name === 'authorization'
      ? value.replace(/^(?!Bearer |Basic )?(Bearer |Basic )?.*$/s, `$1${REDACTED}`)
      : REDACTED
  if (value.split(/[;,]/).every((part) => WORDS.test(part.trim())) || isHarmless(value, name)) return value
  const kind = kindOfName(name)
  return kind === 'text' ? REDACTED : names.of(value, kind)
}
