/**
 * Retention: a process, which may run for weeks, keeps the newest facts of each kind: entries of the journal, requests, events with their
 * pushes. A bank in a test keeps everything. When there are twice as many facts as the bank keeps, the older half is dropped, which is
 * cheaper than one by one. Events are part of the world, so that forgetting them is an operation, which a replay performs again.
 */
import type { Table } from '../../../core/kernel/table.ts'
import type { World } from '../../../core/world.ts'

/** A list of facts without its older half, if it is long enough. */
export function trimmed<Item>(facts: Table<Item>, keep: number | undefined): Table<Item> {
  const isLong = keep !== undefined && facts.size - facts.first >= 2 * keep
  return isLong ? facts.forget(facts.size - keep) : facts
}

/** True once for every `keep` events or pushes. */
export function isTimeToForget(before: World, after: World, keep: number): boolean {
  return (['events', 'pushes'] as const).some(
    (name) => Math.floor(after.webhooks[name].size / keep) > Math.floor(before.webhooks[name].size / keep),
  )
}
