/** Texts that a report may show: ids without a meaning, times, decimals, and the words of the contract. (§2) */

import { rejections } from '../../core/rejection.ts'
import { vocabulary } from './vocabulary.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/
const SERVICE_DATE = /^\/Date\(-?\d{1,15}(?:[+-]\d{4})?\)\/$/
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const DECIMAL = /^-?\d{1,12}\.\d{2,6}$/

/** The words of OAuth (RFC 6749 §4.4, §5.2; RFC 8414 §2), which no schema of ours lists. */
const OAUTH: ReadonlySet<string> = new Set([
  ...['client_credentials', 'client_secret_post', 'client_secret_basic', 'Bearer'],
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'unauthorized_client'],
  ...['unsupported_grant_type', 'access_denied', 'temporarily_unavailable', 'server_error'],
])

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** Whether a text is harmless in a field of this name; empty where it has none. */
export function isHarmless(text: string, field: string): boolean {
  const { words, fields } = vocabulary()
  if (text === '' || isWordOf(text, field) || words.has(text) || OAUTH.has(text) || Object.hasOwn(rejections, text)) {
    return true
  }
  // Such as a page's number; a number in an unknown field may be personal.
  if (/^\d{1,4}$/.test(text)) return fields.has(field.toLowerCase())
  return [UUID, TIME, SERVICE_DATE, HTTP_DATE, DECIMAL].some((form) => form.test(text))
}

/** Whether the contract lists a text for a field. */
export function isWordOf(text: string, field: string): boolean {
  return vocabulary().wordsOf.get(field.toLowerCase())?.has(text) ?? false
}
