/** Webhook registrations: where a partner wants which event pushed. One per event name and partner. (§2.6) */

import { partnerIdOf } from '../access/partner.ts'
import { slotOfUuid, uuidOf } from '../identity.ts'
import { type Page, type PageQuery, pageOf } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import type { World } from '../world.ts'
import type { RegistrationStatus } from './state.ts'

/** The request that registers for an event (§2.6). Tutorials name the kind `registrationType`, the reference `type`. */
export interface RegistrationRequest {
  /** UUID of the partner; `bank.partner.id`. */
  partnerId: string
  /** Such as `Wire.Payment.Sent`. */
  eventName: string
  registrationType?: 'Push' | undefined
  type?: 'Push' | undefined
  /** An http or https URL. */
  callbackUrl: string
}

/** A registration as the API shows it. */
export interface Registration {
  id: string
  partnerId: string
  eventName: string
  callbackUrl: string
  consecutiveErrors: number
  status: RegistrationStatus
  type: 'Push'
  format: 'Basic'
}

/** Changes of a registration; what is left out stays. */
export interface RegistrationChanges {
  eventName?: string | undefined
  callbackUrl?: string | undefined
}

/** Registers the acting partner for an event. */
export function register(turn: Turn, request: RegistrationRequest): Registration | Rejection {
  const { world, assume } = turn
  // Refusals.
  const partner = findPartner(turn, request.partnerId)
  if (partner === undefined) {
    return reject(
      'partner_not_found',
      `Failed to register for "${request.eventName}": partnerId "${request.partnerId}" is not the partner that asks. Send bank.partner.id. (§2.6)`,
    )
  }
  const known = findByEvent(world, partner, request.eventName)
  if (known !== undefined && assume('webhooks.duplicate') === 'refused') return exists(world, known)

  // From here the registration must succeed.
  assume('webhooks.record')
  if (request.registrationType === undefined) assume('webhooks.typeField')
  if (known !== undefined) remove(turn, known)
  const slot = world.registrations.size
  const { eventName, callbackUrl } = request
  world.registrations = world.registrations.add({ partner, eventName, callbackUrl, status: 'Active', isRemoved: false })
  return told(turn, slot, 'webhook.registered')
}

/** Changes a registration. */
export function updateRegistration(
  turn: Turn,
  { id, ...changes }: RegistrationChanges & { id: string },
): Registration | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findRegistration(turn, id, 'change')
  if (isRejection(slot)) return slot
  const before = world.registrations.at(slot)
  const eventName = changes.eventName ?? before.eventName
  const other = findByEvent(world, before.partner, eventName)
  if (other !== undefined && other !== slot) return exists(world, other)

  // From here the registration must change.
  turn.assume('webhooks.management')
  world.registrations = world.registrations.set(slot, {
    ...before,
    eventName,
    callbackUrl: changes.callbackUrl ?? before.callbackUrl,
  })
  return told(turn, slot, 'webhook.changed')
}

/** Removes a registration; events that follow are no longer pushed. */
export function removeRegistration(turn: Turn, { id }: { id: string }): undefined | Rejection {
  turn.assume('webhooks.management')
  const slot = findRegistration(turn, id, 'remove')
  if (isRejection(slot)) return slot
  remove(turn, slot)
  return undefined
}

/** Restarts a registration: `Restarting` until a push succeeds, then `Active`. */
export function restartRegistration(turn: Turn, { id }: { id: string }): Registration | Rejection {
  const { world } = turn
  turn.assume('webhooks.management')
  const slot = findRegistration(turn, id, 'restart')
  if (isRejection(slot)) return slot
  world.registrations = world.registrations.set(slot, { ...world.registrations.at(slot), status: 'Restarting' })
  return told(turn, slot, 'webhook.changed')
}

/** One registration. */
export function getRegistration(reading: Reading, { id }: { id: string }): Registration | Rejection {
  reading.assume('webhooks.management')
  const slot = findRegistration(reading, id, 'read')
  return isRejection(slot) ? slot : registrationRecord(reading.world, slot)
}

/** A page of the acting partner's registrations, in the order of registering. */
export function listRegistrations(reading: Reading, query: PageQuery): Page<Registration> {
  const { world, actor, assume } = reading
  assume('webhooks.management')
  return pageOf(reading, query, world.registrations, (registration, slot) => {
    const isSeen = !registration.isRemoved && (actor.kind !== 'partner' || actor.partner === registration.partner)
    return isSeen ? () => registrationRecord(world, slot) : undefined
  })
}

/** The slot of the registration with this id that the actor may see. */
export function findRegistration({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, 'registration', id)
  const registration = slot === undefined ? undefined : world.registrations.get(slot)
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
  for (let slot = 0; slot < world.registrations.size; slot++) {
    const registration = world.registrations.at(slot)
    if (registration.partner === partner && registration.eventName === eventName && !registration.isRemoved) return slot
  }
  return undefined
}

/** The slots of all registrations for a callback address, of whichever partner. */
export function findByCallback(world: World, url: string): number[] {
  const found: number[] = []
  for (let slot = 0; slot < world.registrations.size; slot++) {
    const registration = world.registrations.at(slot)
    if (!registration.isRemoved && new URL(registration.callbackUrl).href === url) found.push(slot)
  }
  return found
}

function findPartner({ world, actor }: Reading, id: string): number | undefined {
  const slot = slotOfUuid(world.settings.seed, 'partner', id)
  const isKnown = slot !== undefined && slot < world.partners.size
  return isKnown && (actor.kind !== 'partner' || actor.partner === slot) ? slot : undefined
}

function remove(turn: Turn, slot: number): void {
  const { world } = turn
  world.registrations = world.registrations.set(slot, { ...world.registrations.at(slot), isRemoved: true })
  told(turn, slot, 'webhook.removed')
}

function exists(world: World, slot: number): Rejection {
  const { id, eventName, callbackUrl } = registrationRecord(world, slot)
  return reject(
    'registration_exists',
    `Failed to register for "${eventName}": registration ${id} sends it to ${callbackUrl} already, and there is one per event name and partner. Change or remove that one, or create the bank with { assume: { 'webhooks.duplicate': 'replaced' } }. (§2.6)`,
  )
}

function told(
  turn: Turn,
  slot: number,
  what: 'webhook.registered' | 'webhook.changed' | 'webhook.removed',
): Registration {
  const record = registrationRecord(turn.world, slot)
  turn.tell({ what, registrationId: record.id, eventName: record.eventName, callbackUrl: record.callbackUrl })
  return record
}

function registrationRecord(world: World, slot: number): Registration {
  const { partner, eventName, callbackUrl, status } = world.registrations.at(slot)
  const { seed } = world.settings
  return {
    id: uuidOf(seed, 'registration', slot),
    partnerId: partnerIdOf(seed, partner),
    eventName,
    callbackUrl,
    consecutiveErrors: 0,
    status,
    type: 'Push',
    format: 'Basic',
  }
}
