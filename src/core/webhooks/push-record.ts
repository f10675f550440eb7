/** The push record: one attempt to deliver a notification, as a test sees it in `bank.pushes`. (§6) */
import { uuidOf } from '../kernel/identity.ts'
import { whenKnown } from '../kernel/known.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'
import type { EventName } from './event-name.ts'
import { type Notification, pushedNotification } from './notification.ts'
import type { DeliveryState, PushAnswer } from './state.ts'
import { deliveryStatuses, type PushOutcome } from './webhook-status.ts'

/** One attempt to deliver. */
export interface Push {
  id: string
  /** When the attempt began, on the virtual clock. */
  at: string
  registrationId: string
  eventName: EventName
  callbackUrl: string
  /** 1 for the first attempt to deliver this event. */
  attempt: number
  /**
   * `captured`: no handler is connected; the bank records what it would have sent. `delivered`: answered with success. `refused`: answered
   * with anything else. `failed`: the handler threw. `timedOut`: no answer in time. `lost`: the answer was lost. `open`: no answer yet.
   * `received`: another sender sent it, through MSW.
   */
  outcome: PushOutcome
  /** When it ended. If the push timed out and was answered later, this is the time of that answer. */
  endedAt?: string
  /** The handler's answer. */
  answer?: PushAnswer
  /** Why there is no answer, or why the answer came too late or was lost. */
  failure?: string
  /** The error that the handler threw, with its stack. It is not enumerable and not in JSON, because it is no data of the bank. */
  readonly thrown?: unknown
  /** The headers for Basic authentication and the signature (`cos-signature`), as sent. Absent if neither was sent. */
  headers?: Record<string, string>
  /** Present if a fault made the signature wrong, or left it out. A receiver should refuse such a push. */
  isForged?: true
  /** The body: a notification (§2.7), or the body of a request that the bank did not send. */
  notification: Notification
  /** The body of a loan event's push, which is sent instead of the notification (§6). */
  payload?: LoanPayload
}

/** A push that is still to be sent: it is in the outbox, or waits for its next try or for a restart of its registration. */
export interface WaitingPush {
  /** UUID of the event, for `bank.outbox.deliver(eventId)` and `drop(eventId)`. */
  eventId: string
  eventName: EventName
  callbackUrl: string
  /** Failed attempts so far. */
  tries: number
}

/** The records of the pushes that are kept, in order. */
export function keptPushes(world: World): Push[] {
  const { first, size } = world.webhooks.pushes
  return Array.from({ length: size - first }, (_, index) => pushRecord(world, first + index))
}

export function pushRecord(world: World, slot: number): Push {
  const push = world.webhooks.pushes.at(slot)
  const payload =
    push.delivery === null ? null : world.webhooks.events.at(world.webhooks.deliveries.at(push.delivery).event).payload
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, streams.push, slot),
    at: formatInstant(push.at, timeZone),
    registrationId: uuidOf(seed, streams.registration, push.registration),
    eventName: push.eventName,
    callbackUrl: push.callbackUrl,
    attempt: push.attempt,
    outcome: push.outcome,
    ...whenKnown(push.endedAt, (instant) => ({ endedAt: formatInstant(instant, timeZone) })),
    ...whenKnown(push.answer, (answer) => ({ answer: { ...answer } })),
    ...whenKnown(push.failure, (failure) => ({ failure })),
    ...whenKnown(push.headers, (headers) => ({ headers: { ...headers } })),
    ...(push.isForged ? { isForged: true as const } : {}),
    ...whenKnown(payload, (body) => ({ payload: structuredClone(body) })),
    notification:
      push.delivery === null ? (structuredClone(push.body) as Notification) : pushedNotification(world, push.delivery),
  }
}

/** In the order of the events. Poll registrations are left out, because their events are not pushed. */
export function pendingPushes(world: World): WaitingPush[] {
  return [...world.webhooks.deliveries].flatMap((delivery) => pendingPush(world, delivery) ?? [])
}

/** Undefined if no push of the delivery waits. */
export function pendingPush(
  world: World,
  { event, registration, status, tries }: DeliveryState,
): WaitingPush | undefined {
  if (!deliveryStatuses[status].isUndelivered) return undefined
  const { callbackUrl, type, isRemoved } = world.webhooks.registrations.at(registration)
  if (type !== 'Push' || isRemoved) return undefined
  const { name } = world.webhooks.events.at(event)
  return { eventId: uuidOf(world.settings.seed, streams.event, event), eventName: name, callbackUrl, tries }
}
