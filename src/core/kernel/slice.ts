/**
 * A slice: the part of the world that one folder of src/core declares. A slice has an initial state, and a function that reads the state
 * from JSON, where tables and indexes are arrays.
 */
import { isRecord } from './json.ts'
import { KeyIndex } from './key-index.ts'
import { Table } from './table.ts'

export interface Slice<State extends object> {
  readonly empty: State
  /**
   * Makes the state from the value that JSON.parse gave. The result equals the state that was written. Throws a TypeError, whose message
   * begins with the slice's `name`, if a field is missing or has another type than in `empty`.
   */
  readonly revive: (plain: State, name: string) => State
}

/**
 * Declares a slice whose initial state is `empty`. Its fields come back from JSON with the types that they have in `empty`.
 *
 * @param reviveRecords - for each table whose records hold tables, a function that makes those tables from arrays
 */
export function sliceOf<State extends object>(
  empty: State,
  reviveRecords: { readonly [Field in keyof State]?: (record: RecordOf<State[Field]>) => RecordOf<State[Field]> } = {},
): Slice<State> {
  return {
    empty,
    revive: (plain, slice) => {
      if (!isRecord(plain)) throw new TypeError(`${slice} is missing`)
      const fields = Object.entries(empty).map(([field, start]) => {
        const name = field as keyof State & string
        const parsed: unknown = plain[name]
        const { noun, accepts, revive } = typeOf(start)
        const flaw = parsed === undefined ? 'is missing' : `is no ${noun}`
        if (!accepts(parsed)) throw new TypeError(`${slice}.${name} ${flaw}`)
        return [name, revive ? revive(parsed, reviveRecords[name] as ReviveRecord) : parsed]
      })
      return Object.fromEntries(fields) as State
    },
  }
}

/** The type of a field: its noun in messages, a check of its JSON, and, if needed, a function that makes its value from the JSON. */
interface FieldType {
  readonly noun: string
  readonly accepts: (parsed: unknown) => boolean
  readonly revive?: (parsed: unknown, reviveRecord: ReviveRecord) => unknown
}

/** Returns the type of a field, judged by its initial value. */
function typeOf(start: unknown): FieldType {
  const isWhole = Number.isSafeInteger
  if (start instanceof KeyIndex) {
    const accepts = (parsed: unknown) => Array.isArray(parsed) && parsed.every(isKeyed)
    return { noun: 'list of keys with slots', accepts, revive: (parsed) => KeyIndex.from(parsed as [string, number][]) }
  }
  if (start instanceof Table) return { noun: 'list', accepts: isTable, revive: tableFrom }
  if (Array.isArray(start)) return { noun: 'list', accepts: Array.isArray }
  if (typeof start === 'number') return { noun: 'whole number', accepts: isWhole }
  // A field that is null at first may later hold a number, such as an instant or a slot.
  if (start === null) return { noun: 'whole number, or null', accepts: (parsed) => parsed === null || isWhole(parsed) }
  if (typeof start === 'string') return { noun: 'text', accepts: (parsed) => typeof parsed === 'string' }
  const names = Object.keys(start as object)
  return {
    noun: `record of ${names.join(', ')}`,
    accepts: (parsed) => isRecord(parsed) && names.every((name) => isWhole(parsed[name])),
  }
}

export function isSchedule(parsed: unknown): boolean {
  const isTimer = (timer: unknown) =>
    isRecord(timer) && typeof timer['operation'] === 'string' && Number.isSafeInteger(timer['subject'])
  const isBucket = (bucket: unknown) =>
    isRecord(bucket) &&
    Number.isSafeInteger(bucket['at']) &&
    Array.isArray(bucket['timers']) &&
    bucket['timers'].length > 0 &&
    bucket['timers'].every(isTimer)
  return Array.isArray(parsed) && parsed.every(isBucket)
}

function isKeyed(entry: unknown): boolean {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1])
}

type RecordOf<Field> = Field extends Table<infer Item> ? Item : never
type ReviveRecord = ((record: unknown) => unknown) | undefined

/** True for the JSON of a table: a list, or the list of its kept records with the slot of the first. */
export function isTable(parsed: unknown): boolean {
  const { first, records } = isRecord(parsed) ? parsed : { first: 0, records: parsed }
  return Array.isArray(records) && Number.isSafeInteger(first) && (first as number) >= 0
}

/** Makes a table from its JSON, which `isTable` has accepted. */
export function tableFrom<Item>(parsed: unknown, reviveRecord = (record: unknown) => record as Item): Table<Item> {
  const { first, records } = isRecord(parsed) ? parsed : { first: 0, records: parsed }
  return Table.from((records as unknown[]).map(reviveRecord), first as number)
}
