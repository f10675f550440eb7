/**
 * Redaction: exchanges without secrets, and without the data of persons and firms. It keeps only words that the contract lists, ids that mean
 * nothing, times, amounts, and the address of the service; everything else is replaced. Check an exchange against the contract before it is
 * redacted, as a pseudonym does not have the form of what it replaces. (§5)
 */
import { decoded } from '../../core/kernel/decoded.ts'
import { prefixesOf, type ServiceAddresses } from './contract-check.ts'
import type { RecordedExchange } from './exchange.ts'
import { isPersonalName, isSecretName, kindOfName, Pseudonyms, REDACTED } from './field-kind.ts'
import { isNameOfField } from './shape.ts'
import { isHarmless, isUuid, isWordOf, vocabulary } from './vocabulary.ts'

/** The exchanges of a recording, redacted: equal values have equal pseudonyms in all of them. The paths of the services are kept. */
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

/** A header without what is private: common headers keep their words, headers with an id keep the id, and a login keeps its scheme. */
function redactedHeader(name: string, value: string, names: Pseudonyms): string {
  if (isSecretName(name))
    return name === 'authorization'
      ? value.replace(/^(?!Bearer |Basic )?(Bearer |Basic )?.*$/s, `$1${REDACTED}`)
      : REDACTED
  if (value.split(/[;,]/).every((part) => WORDS.test(part.trim())) || isHarmless(value, name)) return value
  const kind = kindOfName(name)
  return kind === 'text' ? REDACTED : names.of(value, kind)
}

/** Where a value stands. */
interface Place {
  /** The name of its field; empty where it has none. */
  readonly field: string
  /** Whether it is within a party or a profile, where every field is private. */
  readonly isOfParty: boolean
  readonly depth: number
}

/** What is nested deeper is replaced as a whole. */
const DEEPEST = 200
/** A whole number that is at least as large may be that of an account or a person, in a field that the contract does not have. */
const LARGE = 1_000_000

/** A body of JSON: a value that is not clearly harmless is replaced, in unknown fields too, as a service may send anything. (§5) */
export function redactedJson(value: unknown, names: Pseudonyms): unknown {
  return redactedAt(value, { field: '', isOfParty: false, depth: 0 }, names)
}

function redactedAt(value: unknown, place: Place, names: Pseudonyms): unknown {
  const { field, depth } = place
  if (value === null || typeof value === 'boolean' || value === undefined) return value
  if (isSecretName(field) && !(typeof value === 'string' && isWordOf(value, field))) return REDACTED
  if (typeof value === 'string') return redactedText(value, place, names)
  if (typeof value === 'number') return redactedNumber(value, place)
  if (depth >= DEEPEST || typeof value !== 'object') return REDACTED
  if (Array.isArray(value)) return value.map((each) => redactedAt(each, { ...place, depth: depth + 1 }, names))
  const isOfParty = place.isOfParty || vocabulary().parties.has(field.toLowerCase())
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      return [redactedName(name, names), redactedAt(each, { field: name, isOfParty, depth: depth + 1 }, names)]
    }),
  )
}

/** A text in a field. */
function redactedText(text: string, { field, isOfParty }: Omit<Place, 'depth'>, names: Pseudonyms): string {
  if (isWordOf(text, field)) return text
  const isSomebodys = isOfParty || isPersonalName(field)
  if (!isSomebodys && isHarmless(text, field)) return text
  // The resources of an event, say, are paths of records.
  return (!isSomebodys && redactedPath(text, names)) || names.of(text, kindOfName(field))
}

function redactedNumber(value: number, { field, isOfParty }: Place): number {
  if (isOfParty || isPersonalName(field)) return 0
  return vocabulary().fields.has(field.toLowerCase()) || Math.abs(value) < LARGE ? value : 0
}

/** The name of a field. One that no programmer would give may be the name of a person, or a number. */
export function redactedName(name: string, names: Pseudonyms): string {
  const isName = isNameOfField(name) && !/.@./.test(name)
  return isName || vocabulary().fields.has(name.toLowerCase()) ? name : names.of(name, 'text')
}

/** An address; `prefixes` are those of services, of which the path is known to be harmless. */
function redactedUrl(text: string, names: Pseudonyms, prefixes: readonly string[]): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  const prefix = prefixes.find((each) => `${url.origin}${url.pathname}/`.startsWith(`${each}/`)) ?? url.origin
  const path = url.pathname.slice(prefix.length - url.origin.length)
  const segments = path.split('/').map((segment) => redactedSegment(segment, names))
  const query = url.search === '' ? '' : `?${redactedForm(url.search.slice(1), names)}`
  // A URL without an origin, such as one that begins with `data:`, is no address of a service.
  return url.origin === 'null' ? `${url.protocol}${REDACTED}` : prefix + segments.join('/') + query
}

/** A text that is the path of a record of the contract; undefined of any other. */
function redactedPath(text: string, names: Pseudonyms): string | undefined {
  const segments = text.split('/')
  const { segments: known } = vocabulary()
  const first = segments.find((segment) => segment !== '')?.toLowerCase()
  if (segments.length < 2 || first === undefined || !known.has(first)) return undefined
  return segments.map((segment) => redactedSegment(segment, names)).join('/')
}

function redactedSegment(segment: string, names: Pseudonyms): string {
  const isKnown = vocabulary().segments.has(segment.toLowerCase()) || /^v\d{1,2}$/.test(segment) || isUuid(segment)
  return segment === '' || isKnown ? segment : names.of(decoded(segment), /\d{4}/.test(segment) ? 'account' : 'text')
}

/** Names and values, as a query or a form has them. */
function redactedForm(text: string, names: Pseudonyms): string {
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => {
    // A text without a value is no name; nor is the front of base64, which ends in signs of equality.
    const isName = /^[A-Za-z_][\w.[\]$-]{0,39}$/.test(name) && name.replaceAll(/\D/g, '').length < 5
    const isToldName = vocabulary().fields.has(name.toLowerCase()) || (isName && /[^=]/.test(value))
    return [isToldName ? name : names.of(name, 'text'), redactedParameter(name, value, names)]
  })
  return new URLSearchParams(pairs).toString().replaceAll('%28redacted%29', REDACTED)
}

function redactedParameter(name: string, value: string, names: Pseudonyms): string {
  if (isWordOf(value, name)) return value
  if (isSecretName(name)) return value === '' ? '' : REDACTED
  if (!isPersonalName(name) && (isHarmless(value, name) || isListOfFields(value))) return value
  return names.of(value, kindOfName(name))
}

/** Such as the fields that a loan query asks for, or orders by. */
function isListOfFields(value: string): boolean {
  return value.split(',').every((part) => vocabulary().fields.has(part.trim().toLowerCase()))
}
