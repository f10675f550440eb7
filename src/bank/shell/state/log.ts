/**
 * Logs: items in order, each with a number that it keeps for ever (0, 1, 2 …). A log may be bounded, by count or by virtual age: then the
 * oldest items are dropped. They are dropped in halves: an item beyond the bound stays in memory until a whole half is beyond it, which
 * costs nothing to drop; readers do not see such items.
 */
import { type Bound, firstWithin as firstInBound } from '../../../core/kernel/bound.ts'
import { Table } from '../../../core/kernel/table.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'

export interface Log<Item> {
  /** How many items are gone. */
  readonly dropped: number
  /** How many items were gone when a snapshot was taken: they never come back, however much a bank keeps that restores it. */
  readonly hidden: number
  readonly older: Table<Item>
  readonly newer: Table<Item>
}

/** How much a bank keeps of what happened, for one that runs for long; undefined for all. */
export interface Keep {
  readonly journal?: Bound | undefined
  readonly requests?: Bound | undefined
  /** Events are in the world, and not in a log: `forgetting.ts`. */
  readonly events?: Bound | undefined
}

export const emptyLog: Log<never> = { dropped: 0, hidden: 0, older: Table.empty, newer: Table.empty }

/** A log as a snapshot has it: only its table, where nothing is dropped or hidden, as in a bank that keeps all. */
export function written<Item>(log: Log<Item>): Table<Item> | Log<Item> {
  return log.dropped + log.hidden + log.older.size === 0 ? log.newer : log
}

/** The log that `written` gave. */
export function readBack<Item>(value: Table<Item> | Log<Item>): Log<Item> {
  return value instanceof Table ? { dropped: 0, hidden: 0, older: Table.empty, newer: value } : value
}

/** How many items there have ever been; the number that the next one gets. */
export function sizeOf({ dropped, older, newer }: Log<unknown>): number {
  return dropped + older.size + newer.size
}

/** The item of a number; undefined where it is gone, or not there yet. */
export function itemOf<Item>({ dropped, older, newer }: Log<Item>, number: number): Item | undefined {
  const place = number - dropped
  return place < older.size ? older.get(place) : newer.get(place - older.size)
}

/** A log with one more item; `instantOf` says when an item was, `now` is when this one is. */
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
