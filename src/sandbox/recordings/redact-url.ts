/** Addresses without personal data: paths, queries and forms. The host and the path of the service stay as they are. (§4) */

import { decoded } from '../../core/kernel/decoded.ts'
import { isPersonalName, isSecretName, kindOfName } from './field-kind.ts'
import { isHarmless, isUuid, isWordOf } from './harmless.ts'
import { type Pseudonyms, REDACTED } from './pseudonyms.ts'
import { vocabulary } from './vocabulary.ts'

/** An address; `prefixes` are those of services, of which the path is known to be harmless. */
export function redactedUrl(text: string, names: Pseudonyms, prefixes: readonly string[]): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  const prefix = prefixes.find((each) => `${url.origin}${url.pathname}/`.startsWith(`${each}/`)) ?? url.origin
  const path = url.pathname.slice(prefix.length - url.origin.length)
  const segments = path.split('/').map((segment) => redactedSegment(segment, names))
  const query = url.search === '' ? '' : `?${redactedForm(url.search.slice(1), names)}`
  // What has no origin, as data: has none, is no address of a service.
  return url.origin === 'null' ? `${url.protocol}${REDACTED}` : prefix + segments.join('/') + query
}

/** A text that is the path of a record of the contract; undefined of any other. */
export function redactedPath(text: string, names: Pseudonyms): string | undefined {
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
export function redactedForm(text: string, names: Pseudonyms): string {
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
