/** A ping: an event without resources, sent to one registration to see whether it answers. */
import { isRejection, type Rejection } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { emit } from './event.ts'
import { findRegistration } from './find-registration.ts'
import { type Notification, notificationOf } from './notification.ts'

/** Pings a registration and gives the notification that is pushed. */
export function pingRegistration(turn: Turn, { id }: { id: string }): Notification | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findRegistration(turn, id, 'ping')
  if (isRejection(slot)) return slot

  // From here the ping must go out.
  turn.assume('webhooks.management')
  turn.assume('webhooks.ping')
  const { eventName, partner } = world.webhooks.registrations.at(slot)
  return notificationOf(world, emit(turn, eventName, partner, [], { isPing: true }))
}
