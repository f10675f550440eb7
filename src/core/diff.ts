/** Compares two worlds. It skips what the worlds share, so its cost grows with the changes, not with the world. */
import { UsageError } from './errors.ts'
import { isRecord } from './kernel/json.ts'
import { KeyIndex } from './kernel/key-index.ts'
import { Schedule } from './kernel/schedule.ts'
import { Table } from './kernel/table.ts'
import type { World } from './world.ts'

/** One change between two worlds, in the form that the library immer gives to patches. */
export interface WorldChange {
  /** `add`: only the later world has a value here. `remove`: only the earlier world. `replace`: both, and they differ. */
  readonly op: 'add' | 'remove' | 'replace'
  /** Names of fields, slots of records, places in lists, keys of indexes, and instants of due operations (epoch milliseconds). */
  readonly path: readonly (string | number)[]
  /**
   * The value in the later world, not a copy; absent for `remove`. JSON writes a table as an array, or as `{ first, records }` if its
   * oldest records were forgotten (a process keeps the newest): `first` is the slot of the first record.
   */
  readonly value?: unknown
}

/**
 * Returns the differences of two worlds, each with its path. A new record is one change; in a changed record, each changed field is one
 * change. Items that a list has lost at its end come last, in reverse order. Only values that the worlds do not share are compared: these
 * are few if `transition` made one world from the other. (§1)
 *
 * @param before - the earlier world
 * @param after - the later world, of the same bank or of another
 * @returns the changes, in the order of the world's fields; none if the worlds are equal
 * @throws {UsageError} if `before` or `after` is not a world
 * @example
 * ```ts
 * const before = createWorld({ seed: 7 })
 * const result = transition(before, 'clock.advance', { to: before.now + 60_000 }, { kind: 'clock' })
 * diff(before, result.world) // [{ op: 'replace', path: ['now'], value: 1772460060000 }]
 * ```
 */
export function diff(before: World, after: World): WorldChange[] {
  for (const [name, given] of Object.entries({ before, after })) {
    if (!isRecord(given) || !('settings' in given && 'schedule' in given)) {
      throw new UsageError(
        `Failed to tell what changed: "${name}" is no world. Pass bank.world, or the world that transition() gave. (§1)`,
      )
    }
  }
  const walk = new Walk()
  walk.compare(before, after)
  return walk.changes
}

type Fields = Readonly<Record<string, unknown>>

class Walk {
  readonly changes: WorldChange[] = []
  private readonly path: (string | number)[] = []

  compare(before: unknown, after: unknown): void {
    if (before === after) return
    if (before instanceof Table && after instanceof Table) this.ofTables(before, after)
    else if (before instanceof KeyIndex && after instanceof KeyIndex) {
      for (const key of after.changesFrom(before)) this.at(key, before.get(key), after.get(key))
    } else if (before instanceof Schedule && after instanceof Schedule) {
      for (const instant of after.changesFrom(before)) this.at(instant, before.at(instant), after.at(instant))
    } else if (Array.isArray(before) && Array.isArray(after)) this.ofTables(Table.from(before), Table.from(after))
    else if (isFields(before) && isFields(after)) this.ofRecords(before, after)
    else this.note('replace', after)
  }

  private ofTables(before: Table<unknown>, after: Table<unknown>): void {
    const slots = after.changesFrom(before)
    const removed = slots.filter((slot) => slot >= after.size).reverse()
    const others = slots.filter((slot) => slot < after.size)
    for (const slot of [...others, ...removed]) this.at(slot, before.get(slot), after.get(slot))
  }

  private ofRecords(before: Fields, after: Fields): void {
    for (const name of Object.keys(after)) this.at(name, before[name], after[name])
    for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) this.at(name, before[name], undefined)
  }

  /** Compares two values one level deeper. An undefined value is treated as absent, as in JSON. */
  private at(key: string | number, before: unknown, after: unknown): void {
    if (before === after) return
    this.path.push(key)
    if (after === undefined) this.changes.push({ op: 'remove', path: this.path.slice() })
    else if (before === undefined) this.note('add', after)
    else this.compare(before, after)
    this.path.pop()
  }

  private note(op: 'add' | 'replace', value: unknown): void {
    this.changes.push({ op, path: this.path.slice(), value })
  }
}

const isFields = (value: unknown): value is Fields => isRecord(value) && !(value instanceof Table)
