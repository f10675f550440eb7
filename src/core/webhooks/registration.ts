/** Webhook registrations: where and how a partner receives an event. Each partner has at most one registration per event name. (§2.6) */
import { partnerIdOf, slotOfPartner } from '../access/partner.ts'
import { inquiryOf, operationOf } from '../finder.ts'
import { uuidOf } from '../kernel/identity.ts'
import { type Changes, whenKnown } from '../kernel/known.ts'
import { Table } from '../kernel/table.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { type Page, type PageQuery, pageOf } from '../page.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { changeRegistration } from './attempt-records.ts'
import { changeOver, restart } from './deliver-and-retry.ts'
import { emitGathered } from './event.ts'
import type { EventName } from './event-name.ts'
import { findRegistration, findRegistrationByEvent } from './find-registration.ts'
import { secretOf, seededSecret } from './signature.ts'
import type { RegistrationFormat, RegistrationType } from './state.ts'
import type { RegistrationStatus } from './webhook-status.ts'

/** The request that registers for an event (§2.6). The tutorials call one field `registrationType`, the API reference calls it `type`. */
export interface RegistrationRequest {
  /** UUID of the partner; `bank.partner.id`. */
  partnerId: string
  /** Such as `Wire.Payment.Sent`. */
  eventName: EventName
  /** `Push`, by default, or `Poll`. */
  registrationType?: RegistrationType | undefined
  type?: RegistrationType | undefined
  /** An http or https URL without blanks. */
  callbackUrl: string
  /** `Basic`, by default, or `Extended`, which adds `details` of the resources to each notification. */
  format?: RegistrationFormat | undefined
  /** Sent with each push as HTTP Basic authentication; at most 255 characters. */
  authUsername?: string | undefined
  authPassword?: string | undefined
}

/** Changes to a registration. A missing field keeps its value. */
export type RegistrationChanges = Changes<Omit<RegistrationRequest, 'partnerId'>>

/** Which registrations to list, and which page of them. A missing field matches any. */
export interface RegistrationQuery extends PageQuery {
  /** UUID of the partner. */
  partnerId?: string | undefined
  eventName?: EventName | undefined
  /** The address, exactly as it was registered. */
  callbackUrl?: string | undefined
}

/** A registration as the API shows it. */
export interface Registration {
  id: string
  partnerId: string
  eventName: EventName
  callbackUrl: string
  /** Failed attempts since the last success. */
  consecutiveErrors: number
  status: RegistrationStatus
  type: RegistrationType
  format: RegistrationFormat
  /** When an attempt to push failed last; absent if none has failed. */
  lastError?: string
}

export function register(turn: Turn, request: RegistrationRequest): Registration | Rejection {
  const { world, assume } = turn
  // Refusals.
  const partner = findPartner(turn, request.partnerId)
  if (partner === undefined) {
    return reject(
      'partner_not_found',
      `Failed to register for "${request.eventName}": partnerId "${request.partnerId}" is not the id of the partner that asks. Send bank.partner.id. (§2.6)`,
    )
  }
  const existing = findRegistrationByEvent(world, partner, request.eventName)
  if (existing !== undefined && assume('webhooks.duplicate') === 'refused')
    return exists(world, existing, 'register for')

  // Nothing is refused from here on.
  if (existing !== undefined) remove(turn, existing)
  const slot = world.webhooks.registrations.size
  const { eventName, callbackUrl, authUsername, authPassword } = request
  world.webhooks.registrations = world.webhooks.registrations.add({
    partner,
    eventName,
    callbackUrl,
    type: request.registrationType ?? request.type ?? 'Push',
    format: request.format ?? 'Basic',
    credentials: credentialsFrom(authUsername, authPassword),
    secret: null,
    status: 'Active',
    consecutiveErrors: 0,
    lastErrorAt: null,
    queue: Table.empty,
    trial: null,
    gathering: Table.empty,
    isRemoved: false,
  })
  world.webhooks.registered = [...world.webhooks.registered, slot]
  return announce(turn, slot, 'registered')
}

export const updateRegistration = operationOf(findRegistration, 'change', update)

function update(turn: Turn, slot: number, changes: RegistrationChanges): Registration | Rejection {
  const { world } = turn
  // Refusals.
  const before = world.webhooks.registrations.at(slot)
  const eventName = changes.eventName ?? before.eventName
  const other = findRegistrationByEvent(world, before.partner, eventName)
  if (other !== undefined && other !== slot) return exists(world, other, 'change a registration to')

  // Nothing is refused from here on.
  const type = changes.registrationType ?? changes.type ?? before.type
  const format = changes.format ?? before.format
  if (eventName !== before.eventName || format !== before.format) emitGathered(turn, slot)
  changeRegistration(world, slot, {
    eventName,
    callbackUrl: changes.callbackUrl ?? before.callbackUrl,
    type,
    format,
    credentials: credentialsFrom(
      changes.authUsername ?? before.credentials?.username,
      changes.authPassword ?? before.credentials?.password,
    ),
  })
  if (type !== before.type) changeOver(turn, slot)
  return announce(turn, slot, 'changed')
}

function credentialsFrom(username: string | undefined, password: string | undefined) {
  return username === undefined ? null : { username, password: password ?? '' }
}

/** Signs the pushes of a registration from now on, with the given secret, otherwise with its present one, otherwise with a new one. */
export const signRegistration = operationOf(
  findRegistration,
  'sign the pushes of',
  (turn, slot, { secret }: { secret?: string | undefined }) => {
    const { world } = turn
    const own = secret ?? secretOf(turn, slot) ?? seededSecret(world, slot)
    if (own !== world.webhooks.registrations.at(slot).secret) {
      changeRegistration(world, slot, { secret: own })
      announce(turn, slot, 'changed')
    }
    return { secret: own }
  },
)

/** After the removal, neither later nor waiting events are pushed. */
export const removeRegistration = operationOf(findRegistration, 'remove', (turn, slot) => remove(turn, slot))

/** The registration is `Restarting` until its oldest event is delivered; then it is `Active`, and its queue is sent. */
export const restartRegistration = operationOf(findRegistration, 'restart', (turn, slot) => {
  restart(turn, slot)
  return announce(turn, slot, 'changed')
})

export const getRegistration = inquiryOf(findRegistration, ({ world }, slot) => registrationRecord(world, slot))

/** In the order of registering. */
export function listRegistrations(reading: Reading, query: RegistrationQuery): Page<Registration> {
  const { world, actor } = reading
  const { partnerId, eventName, callbackUrl } = query
  const asked = partnerId === undefined ? undefined : findPartner(reading, partnerId)
  const { registrations, registered } = world.webhooks
  const listed = registered.filter((slot) => {
    const it = registrations.at(slot)
    return (
      maySee(actor, it.partner) &&
      (partnerId === undefined || it.partner === asked) &&
      (eventName === undefined || it.eventName === eventName) &&
      (callbackUrl === undefined || it.callbackUrl === callbackUrl)
    )
  })
  return pageOf(reading, query, listed, (slot) => registrationRecord(world, slot))
}

function findPartner({ world, actor }: Reading, id: string): number | undefined {
  const slot = slotOfPartner(world, 'id', id)
  return slot !== undefined && maySee(actor, slot) ? slot : undefined
}

function remove(turn: Turn, slot: number): Registration {
  const { webhooks } = turn.world
  changeRegistration(turn.world, slot, { isRemoved: true })
  webhooks.registered = webhooks.registered.filter((registered) => registered !== slot)
  return announce(turn, slot, 'removed')
}

function exists(world: World, slot: number, verb: string): Rejection {
  const { id, eventName, callbackUrl } = registrationRecord(world, slot)
  return reject(
    'registration_exists',
    `Failed to ${verb} "${eventName}": registration ${id} sends this event to ${callbackUrl} already, and a partner has one registration per event name. Change or remove that one, or create the bank with { assume: { 'webhooks.duplicate': 'replaced' } }. (§2.6)`,
  )
}

function announce(turn: Turn, slot: number, became: 'registered' | 'changed' | 'removed'): Registration {
  const what = `webhook.${became}` as const
  const record = registrationRecord(turn.world, slot)
  turn.tell({ what, registrationId: record.id, eventName: record.eventName, callbackUrl: record.callbackUrl })
  return record
}

export function registrationRecord(world: World, slot: number): Registration {
  const { partner, eventName, callbackUrl, consecutiveErrors, status, type, format, lastErrorAt } =
    world.webhooks.registrations.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, streams.registration, slot),
    partnerId: partnerIdOf(world, partner),
    eventName,
    callbackUrl,
    consecutiveErrors,
    status,
    type,
    format,
    ...whenKnown(lastErrorAt, (instant) => ({ lastError: formatInstant(instant, timeZone) })),
  }
}
