/** Events: each has a name and the paths of its records, and goes to the registration for that name. (§2.7, §6) */
import { uuidOf } from '../kernel/identity.ts'
import { Table } from '../kernel/table.ts'
import { streams } from '../streams.ts'
import { plan, type Turn } from '../turn.ts'
import { changeRegistration } from './attempt-records.ts'
import { addDelivery } from './deliver-and-retry.ts'
import { type BankEventName, bankEvents } from './event-name.ts'
import { findRegistrationByEvent } from './find-registration.ts'
import { aboutOf } from './resources.ts'
import type { EventState, RegistrationFormat } from './state.ts'

/** Emits an event about one resource, or keeps the resource for a later event about several. `resource` is called only if needed. */
export function emitEvent(turn: Turn, name: BankEventName, partner: number, resource: () => string): void {
  const { world } = turn
  const source = bankEvents[name]
  const registration = findRegistrationByEvent(world, partner, name)
  if (source !== 'specified') {
    const audience = turn.assume(source)
    if (audience === 'never' || (audience === 'registered' && registration === undefined)) return
  }
  const seconds = registration === undefined ? null : turn.assume('webhooks.aggregationSeconds')
  if (registration === undefined || seconds === null) emit(turn, name, partner, [resource()])
  else gather(turn, registration, resource(), seconds)
}

/** Adds an event, and sends it: to the registration `to`, by default to the partner's for its name, if there is one. Returns its slot. */
export function emit(
  turn: Turn,
  name: string,
  partner: number,
  resources: readonly string[],
  {
    isPing = false,
    payload = null,
    to = findRegistrationByEvent(turn.world, partner, name) ?? null,
  }: Partial<Pick<EventState, 'isPing' | 'payload'>> & { readonly to?: number | null } = {},
): number {
  const { world } = turn
  const slot = world.webhooks.events.size
  const about = aboutOf(world.settings.seed, resources)
  const event: EventState = { name, partner, about, createdAt: world.now, isPing, payload, delivery: null }
  world.webhooks.events = world.webhooks.events.add(event)
  turn.tell({
    what: 'event.emitted',
    eventId: uuidOf(world.settings.seed, streams.event, slot),
    eventName: name,
    resources,
  })
  if (to !== null) addDelivery(turn, slot, to)
  return slot
}

/**
 * Emits one event about all resources that a registration gathered: when the time for that is over, when the notification is full, or before
 * the registration gets another name or format. If the registration is removed by then, the event is not sent at all.
 */
export function emitGathered(turn: Turn, registration: number): void {
  const { world } = turn
  const { gathering, partner, eventName, isRemoved } = world.webhooks.registrations.at(registration)
  if (gathering.size === 0) return
  changeRegistration(world, registration, { gathering: Table.empty })
  emit(turn, eventName, partner, [...gathering], { to: isRemoved ? null : registration })
}

/** The most resources that one notification names, by its format. */
const MOST_RESOURCES: { readonly [Format in RegistrationFormat]: number } = { Basic: 50_000, Extended: 1_000 }

function gather(turn: Turn, registration: number, resource: string, seconds: number): void {
  const { world } = turn
  const { gathering, format } = world.webhooks.registrations.at(registration)
  changeRegistration(world, registration, { gathering: gathering.add(resource) })
  if (gathering.size === 0) plan(turn, 'events.gathered', registration, seconds)
  if (gathering.size + 1 === MOST_RESOURCES[format]) emitGathered(turn, registration)
}
