/** What the forms of recordings share: a form says whether a recording is of it, and reads its entries one by one. */
import type { RecordedExchange } from '../exchange.ts'

/** The fields of something that came from a file: anything may be missing, and be of any type. */
export type Fields = Readonly<Record<string, unknown>>

/** Ends the reading of an entry: tells its problem, and what to do. */
export type Fail = (fact: string) => never

export interface Form {
  /** As a message names it. */
  readonly name: string
  /** The entries of a recording of this form; undefined of one that is not. */
  entriesOf(recording: unknown): readonly unknown[] | undefined
  exchangeOf(entry: Fields, fail: Fail): RecordedExchange
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields at a name, or the end of it. */
export function fieldsAt(fields: Fields, name: string, fail: Fail): Fields {
  const value = own(fields, name)
  return isFields(value) ? value : fail(`its ${name} is ${kindOf(value)} instead of a record`)
}

/** The value of a field; nothing that an object has from elsewhere. */
export const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

/** The entries of a list whose first one has all these fields: recorders write all of them alike. */
export function listOf(recording: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (!Array.isArray(recording)) return undefined
  const [first] = recording
  return isFields(first) && names.every((name) => Object.hasOwn(first, name)) ? recording : undefined
}

/** What a message says of a value that cannot be used. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const words: Partial<Record<string, string>> = { object: 'a record', string: 'a text' }
  return words[typeof value] ?? `a ${typeof value}`
}
