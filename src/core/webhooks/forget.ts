/**
 * A bank with a bound on events (`keep.events`) forgets the oldest events, with their deliveries and pushes. It never forgets an event that
 * a partner has yet to receive, nor any event after that one. Slots and ids do not change. (§2.7, §6)
 */
import { type Bound, firstFrom, firstWithin } from '../kernel/bound.ts'
import type { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { outboxOf, setOutbox } from './deliver-and-retry.ts'
import type { PushState } from './state.ts'
import { deliveryStatuses, pushOutcomes } from './webhook-status.ts'

/** For events, for deliveries, and for pushes without a delivery: the first slot that the bank keeps. */
export interface Kept {
  readonly event: number
  readonly delivery: number
  readonly push: number
}

export function keptWithin(world: World, bound: Bound | undefined): Kept {
  const { events, deliveries, pushes } = world.webhooks
  if (bound === undefined) return { event: events.first, delivery: deliveries.first, push: pushes.first }
  const firstInBound = firstKept(events, bound, world.now, ({ createdAt }) => createdAt)
  const event = beforeOwed(world, firstInBound)
  const push = firstKept(pushes, bound, world.now, ({ at }) => at)
  return { event, delivery: firstDeliveryOf(world, event), push }
}

/** A push is kept as long as its delivery. One without a delivery (which the bank did not send) is kept by its own age or position. */
export function isPushKept(kept: Kept, push: PushState, slot: number): boolean {
  return push.delivery === null ? slot >= kept.push : push.delivery >= kept.delivery
}

export function forgetEvents({ world }: Turn, bound: Bound): undefined {
  const { webhooks } = world
  const kept = keptWithin(world, bound)
  let push = webhooks.pushes.first
  while (push < webhooks.pushes.size && !isPushKept(kept, webhooks.pushes.at(push), push)) push++
  webhooks.events = webhooks.events.forget(kept.event)
  webhooks.deliveries = webhooks.deliveries.forget(kept.delivery)
  webhooks.pushes = webhooks.pushes.forget(push)
  // After a delivery by hand, the outbox still has the delivery, though it will not be sent again.
  const outbox = outboxOf(world)
  const keptInOutbox = outbox.filter((delivery) => delivery >= kept.delivery)
  if (webhooks.outboxHead > 0 || keptInOutbox.length < outbox.length) setOutbox(world, keptInOutbox)
}

function firstKept<T>(table: Table<T>, bound: Bound, now: Instant, instantOf: (record: T) => Instant): number {
  const { first, size } = table
  return firstWithin({ first, size, instantOf: (slot) => instantOf(table.at(slot)) }, bound, now)
}

/** Returns the first event before `most` that a partner has yet to receive; `most` if there is none. */
function beforeOwed(world: World, most: number): number {
  const { events, deliveries, registrations } = world.webhooks
  let underWay: ReadonlySet<number> | undefined
  for (let slot = events.first; slot < most; slot++) {
    const { delivery } = events.at(slot)
    if (delivery === null) continue
    const { status, registration } = deliveries.at(delivery)
    if (deliveryStatuses[status].isOwed && !registrations.at(registration).isRemoved) return slot
    // Computed only now, because owed events need no look at the queues and pushes.
    underWay ??= deliveriesUnderWay(world)
    if (underWay.has(delivery)) return slot
  }
  return most
}

/** The deliveries that a registration has queued, or with which it tries a restart, and all deliveries with an unanswered push. */
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

/** The first delivery of this event or a later one: deliveries are in the order of their events. */
function firstDeliveryOf({ webhooks: { deliveries } }: World, event: number): number {
  return firstFrom(deliveries.first, deliveries.size, (slot) => deliveries.at(slot).event >= event)
}
