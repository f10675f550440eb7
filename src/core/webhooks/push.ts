/**
 * Pushes: each delivery of a notification to a callback address, with what became of it. The bank captures what it would
 * send; a request that somebody else sends to a registered address is answered and recorded as received. (§6)
 */

import { uuidOf } from '../identity.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import { formatInstant } from '../time/instant.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { type Notification, notificationOf } from './notification.ts'
import { findByCallback } from './registration.ts'
import type { PushState } from './state.ts'

/** One delivery to a callback address. */
export interface Push {
  id: string
  /** When, on the virtual clock. */
  at: string
  registrationId: string
  eventName: string
  callbackUrl: string
  /** `captured`: the bank kept what it would have sent. `received`: somebody sent it, through MSW. */
  outcome: 'captured' | 'received'
  /** The body: a notification (§2.7), or whatever was received. */
  notification: Notification
  /** The body of a loan event's push, which is sent instead of the notification (§6). */
  payload?: LoanPayload
}

/** Captures the push of an event. A capture counts as success. */
export function push(turn: Turn, registration: number, event: number): void {
  const { world } = turn
  turn.assume('webhooks.delivery')
  turn.assume('events.details')
  const state = world.registrations.at(registration)
  if (state.status === 'Restarting') {
    world.registrations = world.registrations.set(registration, { ...state, status: 'Active' })
  }
  record(turn, { registration, event, body: null })
}

/** Records a request that came to a registered callback address. */
export function receivePush(turn: Turn, { url, body }: { url: string; body: unknown }): undefined {
  turn.assume('webhooks.callback')
  const named = typeof body === 'object' && body !== null && 'eventName' in body ? body.eventName : undefined
  const candidates = findByCallback(turn.world, url)
  const registration = candidates.find((slot) => turn.world.registrations.at(slot).eventName === named) ?? candidates[0]
  if (registration !== undefined) record(turn, { registration, event: null, body })
  return undefined
}

/** The push at `slot`, as a test sees it. */
export function pushRecord(world: World, slot: number): Push {
  const { registration, eventName, callbackUrl, event, at, body } = world.pushes.at(slot)
  const { seed, timeZone } = world.settings
  const payload = event === null ? null : world.events.at(event).payload
  return {
    id: uuidOf(seed, 'push', slot),
    at: formatInstant(at, timeZone),
    registrationId: uuidOf(seed, 'registration', registration),
    eventName,
    callbackUrl,
    outcome: event === null ? 'received' : 'captured',
    notification: event === null ? (structuredClone(body) as Notification) : notificationOf(world, event),
    ...(payload === null ? {} : { payload: structuredClone(payload) }),
  }
}

function record(turn: Turn, push: Pick<PushState, 'registration' | 'event' | 'body'>): void {
  const { world } = turn
  const slot = world.pushes.size
  const { registration, event, body } = push
  const { eventName, callbackUrl } = world.registrations.at(registration)
  world.pushes = world.pushes.add({ registration, eventName, callbackUrl, event, at: world.now, body })
  const what = event === null ? 'push.received' : 'push.captured'
  turn.tell({ what, pushId: uuidOf(world.settings.seed, 'push', slot), eventName, callbackUrl })
}
