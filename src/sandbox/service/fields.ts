/** Reads answers of any form: a missing field is undefined, and so is one of another type. */
import { fieldsOf } from '../../core/kernel/json.ts'

/** A record of an answer, with whatever fields it has. */
export type Fields = Readonly<Record<string, unknown>>

/** The value of a field; undefined where the body is no record or does not have it. */
export const fieldOf = (body: unknown, name: string): unknown => fieldsOf(body)[name]

/** A field that is a text; undefined where it is none. */
export function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** An id of a record, as a text: some services count. Undefined where there is none, or an empty one. */
export function idIn(body: unknown, name = 'id'): string | undefined {
  const value = fieldOf(body, name)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A time in a record, in milliseconds since 1970. */
export function instantIn(body: unknown, field: string): number | undefined {
  const instant = Date.parse(textIn(body, field) ?? '')
  return Number.isNaN(instant) ? undefined : instant
}

/** A text with the fraction of its seconds in milliseconds, where it is a time: services write none, or up to nine digits. */
export const inMilliseconds = (text: string): string =>
  text.replace(
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?=(?:Z|[+-]\d\d:\d\d)$)/,
    (_, seconds: string, fraction = '') => `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`,
  )

/** The records of a list, whether it comes in pages or at once; undefined where an answer is no list. */
export function listIn(body: unknown): readonly Fields[] | undefined {
  const results = Array.isArray(body) ? body : fieldsOf(body)['results']
  return Array.isArray(results) ? results.map(fieldsOf) : undefined
}

/** The same; an answer that is no list has no records. */
export const recordsIn = (body: unknown): readonly Fields[] => listIn(body) ?? []
