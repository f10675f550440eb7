/** The words of the contract, which redaction keeps. They are read off the schemas, so a new field needs no change here. (§2) */

import { endpoints } from '../../contract/endpoints.ts'
import { errorSchemas } from '../../contract/error.ts'
import { loanPayloads } from '../../contract/loan-payload.ts'
import type { Statement } from '../../contract/primitives.ts'
import { type AnySchema, type Definition, definitionOf, EACH, walkSchema } from '../../contract/walk-schema.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { rejections } from '../../core/rejection.ts'
import { bankEvents } from '../../core/webhooks/event-name.ts'

let made: ReturnType<typeof readOff> | undefined

export function vocabulary(): ReturnType<typeof readOff> {
  made ??= readOff()
  return made
}

function readOff() {
  const wordsOf = new Map<string, Set<string>>()
  const read = (schema: AnySchema): void =>
    walkSchema(schema, (part, path) => {
      const field = path.findLast((step) => step !== EACH)?.toLowerCase() ?? ''
      const words = wordsOf.get(field) ?? new Set()
      if (field !== '') wordsOf.set(field, words)
      for (const word of listed(definitionOf(part))) words.add(word)
    })
  const rows = Object.values(endpoints)
  const schemas = rows.flatMap(({ body, query, response }) => [body, query, response])
  for (const schema of [...schemas, ...Object.values({ ...errorSchemas, ...loanPayloads })]) {
    if (schema) read(schema as AnySchema)
  }
  wordsOf.set('eventname', new Set([...(wordsOf.get('eventname') ?? []), ...keysOf(bankEvents)]))
  return {
    /** The names of all fields, in lower case. */
    fields: new Set(wordsOf.keys()),
    /** The values that the schema of a field lists, keyed by the name of the field in lower case. */
    wordsOf,
    words: new Set([...wordsOf.values()].flatMap((words) => [...words])),
    /** The segments of paths, in lower case. */
    segments: new Set(
      rows
        .flatMap(({ path, aliases }) => [path, ...Object.keys(aliases)])
        .flatMap((path) => path.split('/'))
        .filter((segment) => !segment.startsWith('{'))
        .map((segment) => segment.toLowerCase()),
    ),
  }
}

/** The values of an enum or a literal, and the values that a check of the schema states. */
function listed({ entries = {}, values = [], checks = [] }: Definition): string[] {
  const stated = checks.flatMap((check) => {
    const { params } = check._zod.def as { params?: Partial<Statement> }
    return (params?.states?.['enum'] as readonly unknown[] | undefined) ?? []
  })
  return [...Object.values(entries), ...values, ...stated].filter((word) => typeof word === 'string')
}

// Texts that a report may show: ids without a meaning, times, decimals, and the words of the contract. (§2)
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

/** Whether a text may be shown in a field of this name. `field` is empty for a text without a field. */
export function isHarmless(text: string, field: string): boolean {
  const { words, fields } = vocabulary()
  if (text === '' || isWordOf(text, field) || words.has(text) || OAUTH.has(text) || Object.hasOwn(rejections, text)) {
    return true
  }
  // In a known field a short number is harmless, such as the number of a page. In an unknown field it may be personal.
  if (/^\d{1,4}$/.test(text)) return fields.has(field.toLowerCase())
  return [UUID, TIME, SERVICE_DATE, HTTP_DATE, DECIMAL].some((form) => form.test(text))
}

/** Whether the contract lists a text for a field. */
export function isWordOf(text: string, field: string): boolean {
  return vocabulary().wordsOf.get(field.toLowerCase())?.has(text) ?? false
}
