/** A ping: an event without resources, sent to one registration to see whether it answers. */
import { operationOf } from '../finder.ts'
import { emit } from './event.ts'
import { findRegistration } from './find-registration.ts'
import { type Notification, notificationOf } from './notification.ts'

/** Pings a registration and gives the notification that is pushed. */
export const pingRegistration = operationOf(findRegistration, 'ping', (turn, slot): Notification => {
  const { world } = turn
  turn.assume('webhooks.management')
  turn.assume('webhooks.ping')
  const { eventName, partner } = world.webhooks.registrations.at(slot)
  return notificationOf(world, emit(turn, eventName, partner, [], { isPing: true }))
})
