/** Reads fields of answers of any form. A field that is missing or of another type is read as undefined. */
import { fieldsOf, isRecord } from '../../core/kernel/json.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldOf = (body: unknown, name: string): unknown => fieldsOf(body)[name]

export function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The id of a record, as a text even if the service has numbers as ids; undefined if it is missing or empty. */
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

/** Rewrites a time so that its seconds have three decimals: services write none, or up to nine. Leaves any other text as it is. */
export const inMilliseconds = (text: string): string =>
  text.replace(
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?=(?:Z|[+-]\d\d:\d\d)$)/,
    (_, seconds: string, fraction = '') => `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`,
  )

/** The records of a list, whether the body is an array, or a page with one array of records under any name; undefined if it is neither. */
export function listIn(body: unknown): readonly Fields[] | undefined {
  const { results = body } = fieldsOf(body)
  const lists = (Array.isArray(results) ? [results] : Object.values(fieldsOf(body))).filter(isListOfRecords)
  return lists.length === 1 ? lists[0] : undefined
}

export const isListOfRecords = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every(isRecord)

/** Whether more records follow after the first so many; undefined if the page does not say it. */
export function hasNext(page: unknown, records: number): boolean | undefined {
  const signs = Object.entries(fieldsOf(page)).flatMap(([name, value]) => {
    if (/^total(count)?$/i.test(name)) return Number(value) > records
    return /next|more/i.test(name) ? Boolean(value) : []
  })
  return signs.length === 0 ? undefined : signs.includes(true)
}
