/** Finding registrations: by id, by event, by callback address. */
import { slotOfUuid } from '../kernel/identity.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'

/** The slot of the registration with this id that the actor may see. */
export function findRegistration({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, streams.registration, id)
  const registration = slot === undefined ? undefined : world.webhooks.registrations.get(slot)
  const isSeen =
    registration && !registration.isRemoved && (actor.kind !== 'partner' || actor.partner === registration.partner)
  if (slot === undefined || !isSeen) {
    return reject(
      'registration_not_found',
      `Failed to ${verb} the webhook registration "${id}": this partner has none such. Take the id from bank.webhooks.list(). (§2.6)`,
    )
  }
  return slot
}

/** The slot of a partner's registration for an event. */
export function findByEvent(world: World, partner: number, eventName: string): number | undefined {
  for (let slot = 0; slot < world.webhooks.registrations.size; slot++) {
    const registration = world.webhooks.registrations.at(slot)
    if (registration.partner === partner && registration.eventName === eventName && !registration.isRemoved) return slot
  }
  return undefined
}

/** The slots of all registrations for a callback address, of whichever partner. */
export function findByCallback(world: World, url: string): number[] {
  const found: number[] = []
  for (let slot = 0; slot < world.webhooks.registrations.size; slot++) {
    const { isRemoved, callbackUrl } = world.webhooks.registrations.at(slot)
    if (!isRemoved && new URL(callbackUrl).href === url) found.push(slot)
  }
  return found
}
