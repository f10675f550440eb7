/**
 * Forgetting: where a bank is to keep only so many events, the oldest go, with their deliveries and pushes. They are gone from the
 * front, and never past one that a partner has still to get: what is owed, waits in a queue, tries a restart or is on its way stays,
 * and so does all that came after it. Slots stay what they are, and so do the ids of all events. (§2.7, §6)
 */
import { type Bound, firstFrom, firstWithin } from '../kernel/bound.ts'
import type { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { outboxOf, setOutbox } from './delivery.ts'
import type { PushState } from './state.ts'
import { deliveryStatuses, pushOutcomes } from './webhook-status.ts'

/** The slots from which on events and their deliveries are kept; and pushes that belong to none. */
export interface Kept {
  readonly event: number
  readonly delivery: number
  readonly received: number
}

/** What a world keeps within a bound; without one, what there is. */
export function keptWithin(world: World, bound: Bound | undefined): Kept {
  const { events, deliveries, pushes } = world.webhooks
  if (bound === undefined) return { event: events.first, delivery: deliveries.first, received: pushes.first }
  const event = beforeOwed(
    world,
    within(events, bound, world.now, ({ createdAt }) => createdAt),
  )
  const received = within(pushes, bound, world.now, ({ at }) => at)
  return { event, delivery: firstDeliveryOf(world, event), received }
}

/** Whether a push is kept: with its event, or for itself where it came from elsewhere. */
export function isPushKept({ delivery, received }: Kept, push: PushState, slot: number): boolean {
  return push.delivery === null ? slot >= received : push.delivery >= delivery
}

/** Forgets what is over a bound. */
export function forgetEvents({ world }: Turn, bound: Bound): undefined {
  const { webhooks } = world
  const kept = keptWithin(world, bound)
  let push = webhooks.pushes.first
  while (push < webhooks.pushes.size && !isPushKept(kept, webhooks.pushes.at(push), push)) push++
  webhooks.events = webhooks.events.forget(kept.event)
  webhooks.deliveries = webhooks.deliveries.forget(kept.delivery)
  webhooks.pushes = webhooks.pushes.forget(push)
  // What was delivered by hand still stands in the outbox, where it wants to go no more.
  const outbox = outboxOf(world)
  if (webhooks.outboxHead > 0 || outbox.some((delivery) => delivery < kept.delivery)) {
    setOutbox(
      world,
      outbox.filter((delivery) => delivery >= kept.delivery),
    )
  }
  return undefined
}

function within<T>(table: Table<T>, bound: Bound, now: Instant, instantOf: (record: T) => Instant): number {
  const { first, size } = table
  return firstWithin({ first, size, instantOf: (slot) => instantOf(table.at(slot)) }, bound, now)
}

/** The first event that may not go, before `most`. */
function beforeOwed(world: World, most: number): number {
  const { events, deliveries, registrations } = world.webhooks
  let underWay: ReadonlySet<number> | undefined
  for (let slot = events.first; slot < most; slot++) {
    const { delivery } = events.at(slot)
    if (delivery === null) continue
    const { status, registration } = deliveries.at(delivery)
    if (deliveryStatuses[status].isOwed && !registrations.at(registration).isRemoved) return slot
    // Looked for only where the first one may go as far as its status says: for one that is owed nothing else counts.
    underWay ??= deliveriesUnderWay(world)
    if (underWay.has(delivery)) return slot
  }
  return most
}

/** The deliveries that have a place in the order of a registration, or a push that is not answered, whatever became of them. */
function deliveriesUnderWay({ webhooks: { registrations, registered, pushes } }: World): ReadonlySet<number> {
  const underWay = new Set<number>()
  for (const slot of registered) {
    const { queue, trial } = registrations.at(slot)
    for (const delivery of queue) underWay.add(delivery)
    if (trial !== null) underWay.add(trial)
  }
  for (const { outcome, delivery } of pushes) {
    if (pushOutcomes[outcome].isOpen && delivery !== null) underWay.add(delivery)
  }
  return underWay
}

/** The slot of the first delivery of an event from `event` on: deliveries are in the order of their events. */
function firstDeliveryOf({ webhooks: { deliveries } }: World, event: number): number {
  return firstFrom(deliveries.first, deliveries.size, (slot) => deliveries.at(slot).event >= event)
}
