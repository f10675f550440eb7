/** Finding registrations: by id, by event, by callback address. */
import { finderOf } from '../finder.ts'
import { slotsWhere } from '../page.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'

/** The slot of the registration with this id that the actor may see. */
export const findRegistration = finderOf({
  stream: streams.registration,
  records: (world) => world.webhooks.registrations,
  isSeen: (registration, partner) => registration.partner === partner,
  isRemoved: (registration) => registration.isRemoved,
  code: 'registration_not_found',
  noun: 'webhook registration',
  advice: 'this partner has none such. Take the id from bank.webhooks.list(). (§2.6)',
})

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
  const { registrations } = world.webhooks
  return [...slotsWhere(registrations, (it) => !it.isRemoved && new URL(it.callbackUrl).href === url)(0)]
}
