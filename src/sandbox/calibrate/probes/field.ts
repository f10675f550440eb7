/** Reading answers of any form: a missing field is undefined. */
import { isRecord } from '../../../core/kernel/json.ts'
import type { Answer } from '../../service/traffic.ts'

/** A record of an answer, whatever it has. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (body: unknown): Fields => (isRecord(body) ? body : {})

/** The value of a field; undefined where the body is no record or has none. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

/** A field that is a text; undefined where it is none. */
export function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The record that an answer is; undefined where it is something else, or has nothing. */
export function recordIn(body: unknown): Fields | undefined {
  const fields = fieldsOf(body)
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** An id of a record, as a text: some services count. Undefined where there is none, or an empty one. */
export function idIn(body: unknown, name = 'id'): string | undefined {
  const value = fieldOf(body, name)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Milliseconds since 1970 of a timestamp in a record. */
export function instantIn(body: unknown, field: string): number | undefined {
  const instant = Date.parse(textIn(body, field) ?? '')
  return Number.isNaN(instant) ? undefined : instant
}

/** The records of a list, whether it comes in pages or at once; undefined where an answer is no list. */
export function pageIn(body: unknown): readonly Fields[] | undefined {
  const results = Array.isArray(body) ? body : fieldsOf(body)['results']
  return Array.isArray(results) ? results.map(fieldsOf) : undefined
}

/** The records of a page. */
export function resultsIn(body: unknown): readonly Fields[] {
  return pageIn(body) ?? []
}

/** Which of these fields a record does not have. */
export const missingIn = (body: unknown, fields: readonly string[]): string[] =>
  fields.filter((field) => fieldsOf(body)[field] === undefined)

/** Whether a call was refused because of what it asked for. */
export const isRefused = ({ status }: Answer): boolean => status === 400 || status === 409 || status === 422
