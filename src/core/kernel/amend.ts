/** Amends records by assignment to a draft, for rare changes deep inside a record. For frequent ones, object literals cost less. */
import { Immer } from 'immer'
import type { Table } from './table.ts'

// Records are not frozen: the types forbid changes already, and frozen records are slower to copy.
const immer = new Immer({ autoFreeze: false })

/** A value whose fields can be assigned at any depth while it is amended. A table in it stays immutable: assign another table. */
export type Amendable<Value> = Value extends string | number | boolean | null | undefined | Table<unknown>
  ? Value
  : { -readonly [Field in keyof Value]: Amendable<Value[Field]> }

/** Returns a table in which `change` has amended the record at `slot`, which must exist; the same table if nothing changed. */
export function amend<Item extends object>(
  table: Table<Item>,
  slot: number,
  change: (item: Amendable<Item>) => void,
): Table<Item> {
  const before = table.at(slot)
  const after = immer.produce(before, (draft) => change(draft as Amendable<Item>))
  return after === before ? table : table.set(slot, after)
}
