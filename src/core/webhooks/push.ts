/**
 * The beginning and the end of each attempt to deliver. In between, `bank/shell/pushes/push-sender.ts` calls the handler. The world records
 * each request and its outcome, so that a replay of the journal needs no handlers. (§6)
 */
import { operationOf } from '../finder.ts'
import { amend } from '../kernel/amend.ts'
import { slotOfUuid, uuidOf } from '../kernel/identity.ts'
import { SECOND } from '../kernel/time/instant.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { plan, planAt, type Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { beginAttempt, changeDelivery, endAttempt } from './attempt-records.ts'
import { capture, fail, succeed, tryOldest } from './deliver-and-retry.ts'
import { awaitsTry, isConnected, othersInOutbox, setOutbox } from './outbox.ts'
import { bodyTextOf, headersOf } from './push-message.ts'
import type { SignatureKind } from './signature.ts'
import type { PushAnswer } from './state.ts'
import { pushOutcomes } from './webhook-status.ts'

/** An attempt that `push-sender.ts` must make. */
export interface BegunPush {
  /** UUID of the push. */
  id: string
  eventId: string
  eventName: string
  callbackUrl: string
  /** All headers but the content type. */
  headers: Record<string, string>
  /** The exact JSON text to send. The signature covers it. */
  text: string
}

export interface PushEnd {
  id: string
  answer: PushAnswer | null
  /** Why there is no answer, or null. */
  failure: string | null
  /** Whether the answer is lost on its way back. */
  isLost: boolean
  /** Whether the bank captured the push instead of sending it, for the reason in `failure`. */
  isCaptured?: boolean | undefined
}

/** Begins the next due attempt to a connected handler; undefined if none is due. */
export function beginNext(turn: Turn, given?: { signature: SignatureKind }): BegunPush | undefined {
  const { world } = turn
  if (world.webhooks.pushMode === 'held') return undefined
  while (world.webhooks.outboxHead < world.webhooks.outbox.size) {
    const delivery = world.webhooks.outbox.at(world.webhooks.outboxHead)
    world.webhooks.outboxHead++
    if (!awaitsTry(world, delivery)) continue
    if (isConnected(world, delivery)) return begin(turn, delivery, given?.signature)
    capture(turn, delivery)
  }
  setOutbox(world, [])
  return undefined
}

/** Begins an attempt out of turn, even if the event was delivered before. Without a handler, captures the push and returns undefined. */
export const beginByHand = operationOf(deliveryOf, 'deliver', (turn, delivery): BegunPush | undefined => {
  if (isConnected(turn.world, delivery)) return begin(turn, delivery)
  capture(turn, delivery)
  return undefined
})

/** Ends an attempt. If the attempt has timed out, it keeps that outcome, and only the late answer is added. */
export function endPush(turn: Turn, { id, answer, failure, isLost, isCaptured }: PushEnd): undefined {
  const { world, assume } = turn
  const push = slotOfUuid(world.settings.seed, streams.push, id)
  const begun = push === undefined ? undefined : world.webhooks.pushes.get(push)
  if (push === undefined || !begun || begun.delivery === null) return
  const { delivery, outcome } = begun
  world.webhooks.pushesWithoutDeadline = world.webhooks.pushesWithoutDeadline.filter((open) => open !== push)
  if (!pushOutcomes[outcome].isOpen) {
    world.webhooks.pushes = amend(world.webhooks.pushes, push, (late) => {
      late.answer = answer
      late.failure ??= failure
      late.endedAt = world.now
    })
    return
  }
  const { status = 0 } = answer ?? {}
  const isSuccess = status === 200 || (Math.floor(status / 100) === 2 && assume('webhooks.success') === '2xx')
  if (answer && isLost) endAttempt(turn, push, { outcome: 'lost', answer, failure: 'the answer was lost' })
  else if (answer) endAttempt(turn, push, { outcome: isSuccess ? 'delivered' : 'refused', answer })
  else endAttempt(turn, push, { outcome: isCaptured ? 'captured' : 'failed', failure })
  if (isCaptured || (isSuccess && !isLost)) succeed(turn, delivery)
  else fail(turn, delivery)
}

/** Sets the deadline of each attempt that has no answer yet. Called before the clock moves. */
export function boundOpenPushes(turn: Turn): void {
  const { world, assume } = turn
  for (const push of world.webhooks.pushesWithoutDeadline) {
    const due = Math.max(world.webhooks.pushes.at(push).at + assume('webhooks.timeoutSeconds') * SECOND, world.now + 1)
    planAt(turn, 'pushes.timeout', push, due)
  }
  world.webhooks.pushesWithoutDeadline = []
}

export function timeOut(turn: Turn, push: number): void {
  const { world, assume } = turn
  const begun = world.webhooks.pushes.get(push)
  // The push was answered, and the bank has forgotten it since.
  if (begun === undefined) return
  const { outcome, delivery } = begun
  if (!pushOutcomes[outcome].isOpen || delivery === null) return
  endAttempt(turn, push, { outcome: 'timedOut', failure: `no answer in ${assume('webhooks.timeoutSeconds')} s` })
  fail(turn, delivery)
}

export const dropPush = operationOf(deliveryOf, 'drop', (turn, delivery): undefined => {
  const { registration } = changeDelivery(turn.world, delivery, { status: 'Dropped' })
  if (turn.world.webhooks.registrations.at(registration).trial === delivery) tryOldest(turn, registration)
})

/** Takes a push out of the outbox, and sends it `seconds` later on the virtual clock. */
export const delayPush = operationOf(
  deliveryOf,
  'delay',
  (turn, delivery, { seconds }: { seconds: number }): undefined => {
    setOutbox(turn.world, othersInOutbox(turn.world, delivery))
    plan(turn, 'pushes.retry', delivery, seconds)
  },
)

export const preferPush = operationOf(deliveryOf, 'prefer', ({ world }, delivery): undefined => {
  setOutbox(world, [delivery, ...othersInOutbox(world, delivery)])
})

function begin(turn: Turn, delivery: number, signature: SignatureKind = 'right'): BegunPush {
  const { world } = turn
  const headers = headersOf(turn, delivery, signature)
  const push = beginAttempt(turn, delivery, headers, signature !== 'right')
  world.webhooks.pushesWithoutDeadline = [...world.webhooks.pushesWithoutDeadline, push]
  const { seed } = world.settings
  const { eventName, callbackUrl } = world.webhooks.pushes.at(push)
  return {
    id: uuidOf(seed, streams.push, push),
    eventId: uuidOf(seed, streams.event, world.webhooks.deliveries.at(delivery).event),
    eventName,
    callbackUrl,
    headers: { ...headers },
    text: bodyTextOf(world, delivery),
  }
}

function isRegistered({ webhooks }: World, delivery: number): boolean {
  return !webhooks.registrations.at(webhooks.deliveries.at(delivery).registration).isRemoved
}

function deliveryOf({ world }: Turn, eventId: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, streams.event, eventId)
  const delivery = slot === undefined ? undefined : world.webhooks.events.get(slot)?.delivery
  // An event of a registration that is removed can be dropped, but not sent.
  if (typeof delivery === 'number' && (verb === 'drop' || isRegistered(world, delivery))) return delivery
  const isGone = slot !== undefined && slot < world.webhooks.events.first
  const usual = isGone ? 'this event is no longer kept' : 'no event with this id goes to a registration'
  const fact = typeof delivery === 'number' ? 'its registration is removed' : usual
  return reject(
    'event_not_found',
    `Failed to ${verb} the push of "${eventId}": ${fact}. Register for the name of the event first, and take the id from bank.events. (§2.7)`,
  )
}
