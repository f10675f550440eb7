/** Finds registrations by id, by event or by callback address. */
import { finderOf } from '../finder.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'

export const findRegistration = finderOf({
  stream: streams.registration,
  records: (world) => world.webhooks.registrations,
  isSeen: (registration, partner) => registration.partner === partner,
  isRemoved: (registration) => registration.isRemoved,
  code: 'registration_not_found',
  noun: 'webhook registration',
  advice: 'this partner has no such registration. Take the id from bank.webhooks.list(). (§2.6)',
})

export function findRegistrationByEvent({ webhooks }: World, partner: number, eventName: string): number | undefined {
  return webhooks.registered.find((slot) => {
    const registration = webhooks.registrations.at(slot)
    return registration.partner === partner && registration.eventName === eventName
  })
}

/** The registrations of all partners for a callback address. */
export function findRegistrationsByCallback({ webhooks }: World, url: string): number[] {
  return webhooks.registered.filter((slot) => new URL(webhooks.registrations.at(slot).callbackUrl).href === url)
}
