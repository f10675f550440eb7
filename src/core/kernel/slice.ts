/**
 * A slice: one room's part of the world. The room says what it is before anything happened, and how it comes back from JSON,
 * where tables and indexes are arrays.
 */
import { KeyIndex } from './key-index.ts'
import { Schedule } from './schedule.ts'
import { Table } from './table.ts'

/** What a room tells of its part of the world. */
export interface Slice<State extends object> {
  readonly empty: State
  /** The state that JSON.parse read, equal to the one that was written. */
  readonly revive: (plain: State) => State
}

/**
 * A slice that begins as `empty`. Its fields come back as what they are there.
 *
 * @param reviveRecords - for records that hold tables of their own: makes these of arrays, table by table
 */
export function sliceOf<State extends object>(
  empty: State,
  reviveRecords: { readonly [Field in keyof State]?: (record: RecordOf<State[Field]>) => RecordOf<State[Field]> } = {},
): Slice<State> {
  return {
    empty,
    revive: (plain) => {
      const fields = Object.entries(empty).map(([name, began]) => {
        const parsed = plain[name as keyof State]
        return [name, revived(began, parsed, reviveRecords[name as keyof State] as ReviveRecord)]
      })
      return Object.fromEntries(fields) as State
    },
  }
}

type RecordOf<Field> = Field extends Table<infer Item> ? Item : never
type ReviveRecord = ((record: unknown) => unknown) | undefined

function revived(began: unknown, parsed: unknown, reviveRecord: ReviveRecord): unknown {
  if (began instanceof Table) {
    const records = [...(parsed as Iterable<unknown>)]
    return Table.from(reviveRecord ? records.map(reviveRecord) : records)
  }
  if (began instanceof KeyIndex) return KeyIndex.from(parsed as Iterable<readonly [string, number]>)
  return began instanceof Schedule ? Schedule.from(parsed as Schedule) : parsed
}
