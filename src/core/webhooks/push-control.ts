/**
 * Control over pushes: which addresses have a handler, and when pushes go. The handlers themselves are functions and live at the
 * edge; the world knows that they are there, so that a replay goes the same way without them. (§6)
 */

import { uuidOf } from '../kernel/identity.ts'
import { Table } from '../kernel/table.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import { addPush } from './attempt.ts'
import { send } from './delivery.ts'
import { findByCallback } from './find-registration.ts'
import type { PushMode } from './state.ts'
import { deliveryStatuses } from './webhook-status.ts'

/** A handler is connected to a callback address from now on. */
export function connect({ world }: Turn, { url }: { url: string }): undefined {
  if (!world.webhooks.connections.includes(url)) world.webhooks.connections = [...world.webhooks.connections, url]
  return undefined
}

/** No handler is connected any more: what waits for one is captured. */
export function disconnect(turn: Turn, { url }: { url: string }): undefined {
  const { world } = turn
  world.webhooks.connections = world.webhooks.connections.filter((connected) => connected !== url)
  sendAgain(turn)
  return undefined
}

/** Sets when pushes go. */
export function setPushMode(turn: Turn, { mode }: { mode: PushMode }): undefined {
  turn.world.webhooks.pushMode = mode
  if (mode !== 'held') sendAgain(turn)
  return undefined
}

/** Records a request that came to a registered callback address from elsewhere. */
export function receivePush(turn: Turn, { url, body }: { url: string; body: unknown }): undefined {
  const { world } = turn
  turn.assume('webhooks.callback')
  const named = typeof body === 'object' && body !== null && 'eventName' in body ? body.eventName : undefined
  const candidates = findByCallback(world, url)
  const registration =
    candidates.find((slot) => world.webhooks.registrations.at(slot).eventName === named) ?? candidates[0]
  if (registration === undefined) return undefined
  const { eventName, callbackUrl } = world.webhooks.registrations.at(registration)
  const facts = { registration, eventName, callbackUrl, delivery: null, attempt: 1, at: world.now, body }
  const push = addPush(world, { ...facts, outcome: 'received', endedAt: world.now, answer: null, failure: null })
  turn.tell({ what: 'push.received', pushId: uuidOf(world.settings.seed, streams.push, push), eventName, callbackUrl })
  return undefined
}

/** Sends what waits in the outbox once more: what has no handler is captured. */
function sendAgain(turn: Turn): void {
  const { world } = turn
  const waiting = [...world.webhooks.outbox.from(world.webhooks.outboxHead)].filter(
    (delivery) => deliveryStatuses[world.webhooks.deliveries.at(delivery).status].wantsToGo,
  )
  world.webhooks.outbox = Table.empty
  world.webhooks.outboxHead = 0
  for (const delivery of waiting) {
    const { registration } = world.webhooks.deliveries.at(delivery)
    const { trial, isRemoved } = world.webhooks.registrations.at(registration)
    if (isRemoved) continue
    if (trial === delivery)
      world.webhooks.registrations = world.webhooks.registrations.set(registration, {
        ...world.webhooks.registrations.at(registration),
        trial: null,
      })
    send(turn, delivery)
  }
}
