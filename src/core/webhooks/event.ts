/** Events: what the bank tells its partners, as facts with ids only. Each is pushed to the partner's registration for it. (§2.7, §6) */
import { uuidOf } from '../identity.ts'
import type { Turn } from '../turn.ts'
import { push } from './push.ts'
import { findByEvent } from './registration.ts'
import type { EventState } from './state.ts'

/** The event names that are documented or published; a registration may name others. */
export const wireEventNames = {
  specified: ['Wire.Payment.Sent', 'Wire.Payment.Received'],
  published: ['Wire.Payment.Rejected', 'Wire.Payment.Canceled'],
} as const

/** The name of a wire event. */
export type WireEventName = (typeof wireEventNames)['specified' | 'published'][number]

/** Emits a wire event. Those that the specification does not name go only to whoever registered for them. */
export function emitWireEvent(turn: Turn, name: WireEventName, partner: number, paymentId: string): void {
  if (!wireEventNames.specified.some((specified) => specified === name)) {
    const audience = turn.assume('events.wires')
    if (audience === 'never') return
    if (audience === 'registered' && findByEvent(turn.world, partner, name) === undefined) return
  }
  const resources = [`wires/v1/payments/${paymentId}`]
  emit(turn, { name, partner, resources, createdAt: turn.world.now, isPing: false, payload: null })
}

/** Records the event and hands it to the partner's registration, if there is one. */
export function emit(turn: Turn, event: EventState): void {
  const { world } = turn
  const slot = world.events.size
  world.events = world.events.add(event)
  turn.tell({
    what: 'event.emitted',
    eventId: uuidOf(world.settings.seed, 'event', slot),
    eventName: event.name,
    resources: event.resources,
  })
  const registration = findByEvent(world, event.partner, event.name)
  if (registration !== undefined) push(turn, registration, slot)
}
