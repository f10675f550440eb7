/**
 * Forgets events of a bank that keeps only the latest (`keep.events`). When twice the bound is reached, all events beyond the bound are
 * dropped together, which is cheaper than one by one. Only the worlds before and after an operation decide when this happens, and
 * forgetting is itself an operation. So a replay forgets the same events.
 */
import type { Bound } from '../../../core/kernel/bound.ts'
import { viewOf } from '../../../core/kernel/view.ts'
import { isPushKept, keptWithin } from '../../../core/webhooks/forget.ts'
import { type Notification, notificationOf } from '../../../core/webhooks/notification.ts'
import { type Push, pushRecord } from '../../../core/webhooks/push-record.ts'
import type { World } from '../../../core/world.ts'

export function isTimeToForget(before: World, after: World, bound: Bound): boolean {
  return (
    boundsPassed(before, bound).some((passed, index) => passed !== boundsPassed(after, bound)[index]) &&
    hasSpare(after, bound)
  )
}

/** How many times a world has passed the bound: by its virtual time for an age; by its events, and by its pushes, for a count. */
function boundsPassed({ now, settings, webhooks }: World, bound: Bound): number[] {
  if ('age' in bound) return [Math.floor((now - settings.now) / bound.age)]
  return [webhooks.events.size, webhooks.pushes.size].map((size) => Math.floor(size / bound.count))
}

function hasSpare(world: World, bound: Bound): boolean {
  const { events, pushes } = world.webhooks
  const kept = keptWithin(world, bound)
  return (
    kept.event > events.first ||
    (pushes.first < pushes.size && !isPushKept(kept, pushes.at(pushes.first), pushes.first))
  )
}

/** What a test sees. More may still be in memory. */
export interface Shown {
  /** The slot (index) of the first event. It equals the count of events that are gone. */
  readonly firstEvent: number
  readonly events: number
  readonly pushAt: (index: number) => number
  readonly pushes: number
}

/** Without a bound, everything is shown. */
export function shownOf(world: World, bound: Bound | undefined): Shown {
  const { events, pushes } = world.webhooks
  const kept = keptWithin(world, bound)
  const shown = { firstEvent: kept.event, events: events.size - kept.event }
  // If no delivery and no push is beyond the bound, every push is shown.
  if (kept.delivery === 0 && kept.push === 0) return { ...shown, pushAt: (index) => index, pushes: pushes.size }
  const slots: number[] = []
  for (let slot = pushes.first; slot < pushes.size; slot++) {
    if (isPushKept(kept, pushes.at(slot), slot)) slots.push(slot)
  }
  return { ...shown, pushAt: (index) => slots[index] as number, pushes: slots.length }
}

export function shownPushes(world: World, bound: Bound | undefined): Push[] {
  const { pushes, pushAt } = shownOf(world, bound)
  return Array.from({ length: pushes }, (_, index) => pushRecord(world, pushAt(index)))
}

/** The events that a test sees, in the Basic format. */
export function shownEvents(world: World, bound: Bound | undefined): Notification[] {
  const { firstEvent, events } = shownOf(world, bound)
  return viewOf(events, (index) => notificationOf(world, firstEvent + index))
}
