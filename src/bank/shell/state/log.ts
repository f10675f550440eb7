/**
 * Logs: items in order, each with a number that never changes (0, 1, 2 …). A log may be bounded, by count or by virtual age; then the
 * oldest items are dropped. A log has two halves. An item beyond the bound stays in memory until the whole older half is beyond the bound
 * and can be dropped at no cost. Readers do not see items beyond the bound.
 */
import { type Bound, firstWithin as firstInBound } from '../../../core/kernel/bound.ts'
import { Table } from '../../../core/kernel/table.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'

export interface Log<Item> {
  /** How many items are gone. */
  readonly dropped: number
  /** How many items a snapshot hides: those beyond the bound when it was taken. A bank that restores it keeps them hidden. */
  readonly hidden: number
  readonly older: Table<Item>
  readonly newer: Table<Item>
}

/** How much a bank that runs for a long time keeps of what happened. Undefined means everything. */
export interface Keep {
  readonly journal?: Bound | undefined
  readonly requests?: Bound | undefined
  /** Events are in the world, not in a log; `forgetting.ts` drops them. */
  readonly events?: Bound | undefined
}

export const emptyLog: Log<never> = { dropped: 0, hidden: 0, older: Table.empty, newer: Table.empty }

/** A log as a snapshot holds it: only the table of the items if nothing is dropped or hidden, as in a bank that keeps everything. */
export function written<Item>(log: Log<Item>): Table<Item> | Log<Item> {
  return log.dropped + log.hidden + log.older.size === 0 ? log.newer : log
}

/** The log from which `written` made the value. */
export function readBack<Item>(value: Table<Item> | Log<Item>): Log<Item> {
  return value instanceof Table ? { dropped: 0, hidden: 0, older: Table.empty, newer: value } : value
}

/** The number of items so far, including dropped items. It is also the number of the next item. */
export function sizeOf({ dropped, older, newer }: Log<unknown>): number {
  return dropped + older.size + newer.size
}

/** The item with this number; undefined if it is gone, or not added yet. */
export function itemOf<Item>({ dropped, older, newer }: Log<Item>, number: number): Item | undefined {
  const place = number - dropped
  return place < older.size ? older.get(place) : newer.get(place - older.size)
}

/** `now` is the instant of the new item; `instantOf` gives the instant of an older one. */
export function added<Item>(
  { dropped, hidden, older, newer }: Log<Item>,
  item: Item,
  { bound, now, instantOf }: { bound: Bound | undefined; now: Instant; instantOf: (item: Item) => Instant },
): Log<Item> {
  const [first] = bound && newer.size > 0 ? [newer.at(0)] : []
  const isFull =
    bound !== undefined &&
    first !== undefined &&
    ('count' in bound ? newer.size >= bound.count : instantOf(first) < now - bound.age)
  if (!isFull) return { dropped, hidden, older, newer: newer.add(item) }
  return { dropped: dropped + older.size, hidden, older: newer, newer: Table.from([item]) }
}

/** The number of the first item that is within a bound. */
export function firstWithin<Item>(
  log: Log<Item>,
  { bound, now, instantOf }: { bound: Bound | undefined; now: Instant; instantOf: (item: Item) => Instant },
): number {
  const first = Math.max(log.dropped, log.hidden)
  if (bound === undefined) return first
  const instantAt = (number: number) => instantOf(itemOf(log, number) as Item)
  return firstInBound({ first, size: sizeOf(log), instantOf: instantAt }, bound, now)
}
