/** A ping: an event without resources, sent to one registration to see whether it answers. */
import { isRejection, type Rejection } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { emit } from './event.ts'
import { type Notification, notificationOf } from './notification.ts'
import { findRegistration } from './registration.ts'

/** Pings a registration and gives the notification that was pushed. */
export function pingRegistration(turn: Turn, { id }: { id: string }): Notification | Rejection {
  const { world } = turn
  turn.assume('webhooks.management')
  const slot = findRegistration(turn, id, 'ping')
  if (isRejection(slot)) return slot
  const { eventName, partner } = world.registrations.at(slot)
  emit(turn, { name: eventName, partner, resources: [], createdAt: world.now, isPing: true, payload: null })
  return notificationOf(world, world.events.size - 1)
}
