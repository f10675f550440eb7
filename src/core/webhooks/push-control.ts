/**
 * Controls pushes: which addresses have a handler, and when pushes are sent. The handlers are functions, so src/bank/shell holds them; the
 * world has only their addresses. A replay without the handlers therefore gives the same world. (§6)
 */
import { uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import { addPush } from './attempt-records.ts'
import { sendAgain } from './deliver-and-retry.ts'
import { findRegistrationsByCallback } from './find-registration.ts'
import { awaitsTry, outboxOf, setOutbox } from './outbox.ts'
import type { PushMode } from './state.ts'

export function connect({ world }: Turn, { url }: { url: string }): undefined {
  if (!world.webhooks.connections.includes(url)) world.webhooks.connections = [...world.webhooks.connections, url]
}

export function disconnect(turn: Turn, { url }: { url: string }): undefined {
  const { world } = turn
  world.webhooks.connections = world.webhooks.connections.filter((connected) => connected !== url)
  sendOutboxAgain(turn)
}

export function setPushMode(turn: Turn, { mode }: { mode: PushMode }): undefined {
  turn.world.webhooks.pushMode = mode
  if (mode !== 'held') sendOutboxAgain(turn)
}

/** Records a request from another sender to a registered callback address. */
export function receivePush(turn: Turn, { url, body }: { url: string; body: unknown }): undefined {
  const { world } = turn
  const named = typeof body === 'object' && body !== null && 'eventName' in body ? body.eventName : undefined
  const candidates = findRegistrationsByCallback(world, url)
  const registration =
    candidates.find((slot) => world.webhooks.registrations.at(slot).eventName === named) ?? candidates[0]
  if (registration === undefined) return
  const { eventName, callbackUrl } = world.webhooks.registrations.at(registration)
  const received = { delivery: null, attempt: 1, outcome: 'received', endedAt: world.now } as const
  const push = addPush(world, { registration, eventName, headers: null, body, isForged: false, ...received })
  turn.tell({ what: 'push.received', pushId: uuidOf(world.settings.seed, streams.push, push), eventName, callbackUrl })
}

/** Sends the waiting pushes again. Without a connected handler a push is captured (only recorded), unless the test holds all pushes. */
function sendOutboxAgain(turn: Turn): void {
  const { world } = turn
  const waiting = outboxOf(world).filter((delivery) => awaitsTry(world, delivery))
  setOutbox(world, [])
  for (const delivery of waiting) sendAgain(turn, delivery)
}
