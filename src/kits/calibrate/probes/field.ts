/** Reading answers that may have any form: what is not there is undefined. */
import type { Answer } from '../traffic.ts'

/** A record of an answer, whatever it has. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (body: unknown): Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {}

/** The value of a field; undefined where the body is no record or has none. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

/** A field that is a text; undefined where it is none. */
export function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** Milliseconds since 1970 of a timestamp in a record. */
export function instantIn(body: unknown, field: string): number | undefined {
  const instant = Date.parse(textIn(body, field) ?? '')
  return Number.isNaN(instant) ? undefined : instant
}

/** The records of a page. */
export function resultsIn(body: unknown): readonly Fields[] {
  const { results } = fieldsOf(body)
  return Array.isArray(results) ? results.map(fieldsOf) : []
}

/** Which of these fields a record does not have. */
export const missingIn = (body: unknown, fields: readonly string[]): string[] =>
  fields.filter((field) => fieldsOf(body)[field] === undefined)

/** Whether a call was refused because of what it asked for. */
export const isRefused = ({ status }: Answer): boolean => status === 400 || status === 409 || status === 422
