/** Whether the partner knows of an event: by a push to its handler, or by a poll. (§6) */
import type { World } from '../world.ts'
import { isConnected } from './delivery.ts'

/** Whether the partner has received an event that was emitted after `before`. */
export function hasToldSince(world: World, before: World): boolean {
  const { events, deliveries, registrations } = world.webhooks
  for (let slot = before.webhooks.events.size; slot < events.size; slot++) {
    const delivery = events.get(slot)?.delivery ?? null
    if (delivery === null) continue
    const { tries, registration } = deliveries.at(delivery)
    const reachesIt = registrations.at(registration).type === 'Poll' || isConnected(world, delivery)
    if (tries > 0 && reachesIt) return true
  }
  return false
}
