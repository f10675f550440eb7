/** Notifications: an event as it is delivered to a callback address. (§2.7) */
import { partnerIdOf } from '../access/partner.ts'
import { uuidOf } from '../identity.ts'
import { formatInstant } from '../time/instant.ts'
import type { World } from '../world.ts'

/** The notification of an event, as it is delivered to a callbackUrl (§2.7). */
export interface Notification {
  /** UUID of the event. */
  id: string
  eventName: string
  status: 'Pending'
  partnerId: string
  createdAt: string
  /** Such as `wires/v1/payments/<payment_id>`. */
  resources: string[]
  details: unknown[]
  /** Only on the answer to a ping. */
  isPing?: true
}

/** The event at `slot` as it is delivered. */
export function notificationOf(world: World, slot: number): Notification {
  const { name, partner, resources, createdAt, isPing } = world.events.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, 'event', slot),
    eventName: name,
    status: 'Pending',
    partnerId: partnerIdOf(seed, partner),
    createdAt: formatInstant(createdAt, timeZone),
    resources: [...resources],
    details: [],
    ...(isPing ? { isPing } : {}),
  }
}
