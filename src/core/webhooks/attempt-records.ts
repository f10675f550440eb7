/** Records each attempt to deliver an event, from beginning to end: the records behind `bank.pushes`. (§6) */
import { uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import type { Draft } from '../world.ts'
import { resourcesOf } from './resources.ts'
import { SIGNATURE_HEADER } from './signature.ts'
import type { DeliveryState, PushState, RegistrationState } from './state.ts'
import { pushOutcomes } from './webhook-status.ts'

/** Returns the slot of the push. */
export function beginAttempt(turn: Turn, delivery: number, headers: PushState['headers'], isForged = false): number {
  const { world } = turn
  const { registration, event, tries } = world.webhooks.deliveries.at(delivery)
  const attempt = tries + 1
  changeDelivery(world, delivery, { tries: attempt, lastAttemptedAt: world.now })
  const sent = { registration, eventName: world.webhooks.events.at(event).name, delivery, attempt, headers, isForged }
  return addPush(world, { outcome: 'open', endedAt: null, body: null, ...sent })
}

export function endAttempt(
  turn: Turn,
  push: number,
  end: Pick<PushState, 'outcome'> & Partial<Pick<PushState, 'answer' | 'failure'>>,
): void {
  const { world } = turn
  const begun = world.webhooks.pushes.at(push)
  const { eventName, callbackUrl, attempt, delivery } = begun
  world.webhooks.pushes = world.webhooks.pushes.set(push, { ...begun, ...end, endedAt: world.now })
  const { about } = world.webhooks.events.at(world.webhooks.deliveries.at(delivery as number).event)
  const { seed } = world.settings
  const resources = resourcesOf(seed, about)
  const facts = { pushId: uuidOf(seed, streams.push, push), eventName, resources, callbackUrl, attempt }
  const { outcome, answer = null, failure = null } = end
  const what = pushOutcomes[outcome].happening
  const from = begun.headers && SIGNATURE_HEADER in begun.headers ? 'webhooks.signature' : undefined
  if (what === 'push.failed') turn.tell({ what, ...facts, reason: failure ?? `answered ${answer?.status}` }, from)
  else if (what) turn.tell({ what, ...facts }, from)
}

/** The push begins now. Returns its slot. */
export function addPush(world: Draft, push: Omit<PushState, 'callbackUrl' | 'at' | 'answer' | 'failure'>): number {
  const slot = world.webhooks.pushes.size
  world.webhooks.pushes = world.webhooks.pushes.add({
    registration: push.registration,
    eventName: push.eventName,
    callbackUrl: world.webhooks.registrations.at(push.registration).callbackUrl,
    delivery: push.delivery,
    attempt: push.attempt,
    at: world.now,
    outcome: push.outcome,
    endedAt: push.endedAt,
    answer: null,
    failure: null,
    headers: push.headers,
    body: push.body,
    isForged: push.isForged,
  })
  return slot
}

export function changeRegistration(world: Draft, slot: number, changes: Partial<RegistrationState>): void {
  world.webhooks.registrations = world.webhooks.registrations.update(slot, changes)
}

export function changeDelivery(world: Draft, slot: number, changes: Partial<DeliveryState>): DeliveryState {
  world.webhooks.deliveries = world.webhooks.deliveries.update(slot, changes)
  return world.webhooks.deliveries.at(slot)
}
