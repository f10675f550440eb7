/**
 * A process forgets its oldest events, with their deliveries and pushes. It never forgets an event that a partner has yet to receive, nor
 * any event after that one. Slots and ids do not change. (§2.7, §6)
 */
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { outboxOf, setOutbox } from './outbox.ts'
import { deliveryStatuses, pushOutcomes } from './webhook-status.ts'

/** @param input - `keep`: how many of the newest events stay, and how many of the newest pushes that have no delivery */
export function forgetEvents({ world }: Turn, { keep }: { keep: number }): undefined {
  const { webhooks } = world
  const { events, deliveries, pushes } = webhooks
  const undelivered = firstUndelivered(world, Math.max(events.first, events.size - keep))
  const eventOf = (slot: number) => {
    const { delivery } = pushes.at(slot)
    return delivery === null ? null : deliveries.at(delivery).event
  }
  const push = firstFrom(pushes.first, pushes.size, (slot) => {
    const event = eventOf(slot)
    return event === null ? slot >= pushes.size - keep : event >= undelivered
  })
  // A push that stays keeps its event, which may be an old one that was delivered again.
  let event = undelivered
  for (let slot = push; slot < pushes.size; slot++) event = Math.min(event, eventOf(slot) ?? event)
  const delivery = firstFrom(deliveries.first, deliveries.size, (slot) => deliveries.at(slot).event >= event)
  webhooks.events = events.forget(event)
  webhooks.deliveries = deliveries.forget(delivery)
  webhooks.pushes = pushes.forget(push)
  // After a delivery by hand, the outbox still has the delivery, though it will not be sent again.
  const outbox = outboxOf(world)
  const kept = outbox.filter((slot) => slot >= delivery)
  if (webhooks.outboxHead > 0 || kept.length < outbox.length) setOutbox(world, kept)
}

function firstFrom(first: number, size: number, isKept: (slot: number) => boolean): number {
  let slot = first
  while (slot < size && !isKept(slot)) slot++
  return slot
}

/** Returns the first event before `most` that a partner has yet to receive; `most` if there is none. */
function firstUndelivered(world: World, most: number): number {
  const { events, deliveries, registrations } = world.webhooks
  const underWay = deliveriesUnderWay(world)
  return firstFrom(events.first, most, (slot) => {
    const { delivery } = events.at(slot)
    if (delivery === null) return false
    const { status, registration } = deliveries.at(delivery)
    const isUndelivered = deliveryStatuses[status].isUndelivered && !registrations.at(registration).isRemoved
    return isUndelivered || underWay.has(delivery)
  })
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
