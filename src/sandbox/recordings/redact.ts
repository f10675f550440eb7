/**
 * Redaction keeps only words that the contract lists, ids without a meaning, times, amounts, and the address of the service; everything
 * else is replaced. Check an exchange against the contract before redaction, because a pseudonym does not have the form of its value. (§5)
 */
import { decoded } from '../../core/kernel/attempt.ts'
import { prefixesOf, type ServiceAddresses } from './contract-check.ts'
import type { RecordedExchange } from './exchange.ts'
import { IDEMPOTENCY, isPersonalName, isSecretName, Pseudonyms, REDACTED } from './field-kind.ts'
import { isNameOfField } from './shape.ts'
import { isHarmless, isUuid, isWordOf, vocabulary } from './vocabulary.ts'

/** A redacted copy of a recording. Equal values have equal pseudonyms in all exchanges. The paths of the addresses in `urls` are kept. */
export function redactedRecording(
  exchanges: readonly RecordedExchange[],
  { urls = {} }: { readonly urls?: Partial<ServiceAddresses> } = {},
): RecordedExchange[] {
  const names = new Pseudonyms()
  const prefixes = prefixesOf(urls)
  return exchanges.map(({ method, url, requestHeaders, requestBody, status, headers, body, at }) => ({
    method,
    url: redactedUrl(url, names, prefixes),
    requestHeaders: redactedHeaders(requestHeaders, names),
    requestBody: redactedBody(requestBody, requestHeaders, names),
    status,
    headers: redactedHeaders(headers, names),
    body: redactedBody(body, headers, names),
    at,
  }))
}

function redactedBody(body: unknown, headers: RecordedExchange['headers'], names: Pseudonyms): unknown {
  if (typeof body !== 'string') return redactedJson(body, names)
  const isForm = /x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
  return isForm ? redactedForm(body, names) : REDACTED
}

function redactedHeaders(headers: RecordedExchange['headers'], names: Pseudonyms): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redactedName(name, names), redactedHeader(name, value, names)]),
  )
}

/** The words of common headers. */
const WORDS =
  /^(?:application\/(?:[a-z]+\+)?json|application\/x-www-form-urlencoded|text\/(?:html|plain)|charset=utf-8|\*\/\*|Bearer|close|keep-alive|gzip|deflate|br|identity|chunked|no-cache|no-store|private|max-age=\d{1,8}|GET|POST|PUT|DELETE|Origin|Accept-Encoding|q=\d(?:\.\d)?|@\d{1,12}|\d{1,6})$/i

/** Keeps common words and ids, and the scheme of an authorization. */
function redactedHeader(name: string, value: string, names: Pseudonyms): string {
  if (isSecretName(name))
    return name === 'authorization'
      ? value.replace(/^(?!Bearer |Basic )?(Bearer |Basic )?.*$/s, `$1${REDACTED}`)
      : REDACTED
  if (value.split(/[;,]/).every((part) => WORDS.test(part.trim())) || isHarmless(value, name)) return value
  return IDEMPOTENCY.test(name) ? names.of(value, name) : REDACTED
}

/** A value that is nested deeper than this is replaced as a whole. */
const DEEPEST = 200
/** From this size on, a number in a field that the contract does not have may identify an account or a person. */
const LARGE = 1_000_000

/** Replaces every value that is not clearly harmless, even in unknown fields: a service may send anything. `field` is empty for the body. (§5) */
export function redactedJson(value: unknown, names: Pseudonyms, field = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || value === undefined) return value
  if (isSecretName(field) && !(typeof value === 'string' && isWordOf(value, field))) return REDACTED
  if (typeof value === 'string') return redactedText(value, field, names)
  if (typeof value === 'number') return redactedNumber(value, field)
  if (depth >= DEEPEST || typeof value !== 'object') return REDACTED
  if (Array.isArray(value)) return value.map((each) => redactedJson(each, names, field, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      return [redactedName(name, names), redactedJson(each, names, name, depth + 1)]
    }),
  )
}

function redactedText(text: string, field: string, names: Pseudonyms): string {
  if (isWordOf(text, field)) return text
  const isSomebodys = isPersonalName(field)
  if (!isSomebodys && isHarmless(text, field)) return text
  // Some texts are paths of records, such as the resources of an event.
  return (!isSomebodys && redactedPath(text, names)) || names.of(text, field)
}

function redactedNumber(value: number, field: string): number {
  if (isPersonalName(field)) return 0
  return vocabulary().fields.has(field.toLowerCase()) || Math.abs(value) < LARGE ? value : 0
}

/** Redacts a name that no programmer would choose: it may be a person's name or an account number. */
export function redactedName(name: string, names: Pseudonyms): string {
  const isName = isNameOfField(name) && !/.@./.test(name)
  return isName || vocabulary().fields.has(name.toLowerCase()) ? name : names.of(name, 'text')
}

/** The paths in `prefixes` are kept, because they belong to the addresses of the services. */
function redactedUrl(text: string, names: Pseudonyms, prefixes: readonly string[]): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  const prefix = prefixes.find((each) => `${url.origin}${url.pathname}/`.startsWith(`${each}/`)) ?? url.origin
  const path = url.pathname.slice(prefix.length - url.origin.length)
  const segments = path.split('/').map((segment) => redactedSegment(segment, names))
  const query = url.search === '' ? '' : `?${redactedForm(url.search.slice(1), names)}`
  // A URL without an origin, such as `data:`, cannot be the address of a service, so all of it is hidden.
  return url.origin === 'null' ? `${url.protocol}${REDACTED}` : prefix + segments.join('/') + query
}

/** Redacts a text that is a path of the contract; returns undefined for any other text. */
function redactedPath(text: string, names: Pseudonyms): string | undefined {
  const segments = text.split('/')
  const { segments: known } = vocabulary()
  const first = segments.find((segment) => segment !== '')?.toLowerCase()
  if (segments.length < 2 || first === undefined || !known.has(first)) return undefined
  return segments.map((segment) => redactedSegment(segment, names)).join('/')
}

function redactedSegment(segment: string, names: Pseudonyms): string {
  const isKnown = vocabulary().segments.has(segment.toLowerCase()) || /^v\d{1,2}$/.test(segment) || isUuid(segment)
  return segment === '' || isKnown
    ? segment
    : names.of(decoded(segment), /\d{4}/.test(segment) ? 'accountNumber' : 'text')
}

/** Redacts a query or a form. */
function redactedForm(text: string, names: Pseudonyms): string {
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => {
    // A text without `=` is no name. Nor is base64, which ends in `=` and so looks like a name with a value of `=` signs.
    const isPublicName = vocabulary().fields.has(name.toLowerCase()) || (isNameOfField(name) && /[^=]/.test(value))
    return [isPublicName ? name : names.of(name, 'text'), redactedParameter(name, value, names)]
  })
  return new URLSearchParams(pairs).toString().replaceAll('%28redacted%29', REDACTED)
}

function redactedParameter(name: string, value: string, names: Pseudonyms): string {
  if (isWordOf(value, name)) return value
  if (isSecretName(name)) return value === '' ? '' : REDACTED
  // The value may be the name of a field, such as the order of a loan query.
  const isPublic = isHarmless(value, name) || vocabulary().fields.has(value.toLowerCase())
  if (!isPersonalName(name) && isPublic) return value
  return names.of(value, name)
}
