/** Notifications: an event as it is delivered to a callback address, and as it is looked up later. (§2.7) */
import { partnerIdOf } from '../access/partner.ts'
import { uuidOf } from '../kernel/identity.ts'
import { whenKnown } from '../kernel/known.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'
import type { EventName } from './event-name.ts'
import { resourcesOf } from './resources.ts'
import type { EventDetails } from './state.ts'
import { deliveryStatuses, type EventStatus } from './webhook-status.ts'

/** The notification of an event, as it is delivered to a callbackUrl (§2.7). */
export interface Notification {
  /** UUID of the event. */
  id: string
  eventName: EventName
  status: 'Pending'
  partnerId: string
  createdAt: string
  /** Such as `wires/v1/payments/<payment_id>`. */
  resources: string[]
  /** Empty in the Basic format. In the Extended format, one item for each resource. */
  details: EventDetails[]
  /** Present only on a ping. */
  isPing?: true
}

/** An event as it is looked up: with the status of its delivery. */
export interface EventRecord extends Omit<Notification, 'status'> {
  status: EventStatus
  lastAttemptedAt?: string
}

/** The event at `slot` as the bank emitted it. */
export function notificationOf(world: World, slot: number): Notification {
  const { name, partner, about, createdAt, isPing } = world.webhooks.events.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, streams.event, slot),
    eventName: name,
    status: 'Pending',
    partnerId: partnerIdOf(world, partner),
    createdAt: formatInstant(createdAt, timeZone),
    resources: resourcesOf(seed, about),
    details: [],
    ...(isPing ? { isPing } : {}),
  }
}

/** A delivery's notification, in the format that its registration had when the event was emitted. */
export function pushedNotification(world: World, delivery: number): Notification {
  const { event, details } = world.webhooks.deliveries.at(delivery)
  const notification = notificationOf(world, event)
  if (details !== null) notification.details = details.map((each) => ({ ...each }))
  return notification
}

export function eventRecord(world: World, slot: number): EventRecord {
  const { delivery } = world.webhooks.events.at(slot)
  if (delivery === null) return notificationOf(world, slot)
  const { status, lastAttemptedAt } = world.webhooks.deliveries.at(delivery)
  return {
    ...pushedNotification(world, delivery),
    status: deliveryStatuses[status].shownAs,
    ...whenKnown(lastAttemptedAt, (instant) => ({ lastAttemptedAt: formatInstant(instant, world.settings.timeZone) })),
  }
}
