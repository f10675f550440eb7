/**
 * The room of webhooks: what the world keeps of registrations, events, deliveries and pushes; what happens there, and what is refused.
 * (§2.6, §2.7)
 */

import { sliceOf, tableFrom } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import { shortened, telling, tellingOfRefusal } from '../telling.ts'
import type { DeliveryStatus, PushOutcome, RegistrationStatus } from './webhook-status.ts'

export interface WebhooksState {
  readonly registrations: Table<RegistrationState>
  /** Those that are not removed, by slot, in the order of registering: what is over costs nothing. */
  readonly registered: readonly number[]
  /** Events, deliveries and pushes may begin later than at 0: the oldest are forgotten (`forget.ts`). */
  readonly events: Table<EventState>
  readonly deliveries: Table<DeliveryState>
  /** Deliveries that go to a connected handler, in order, from `outboxHead` on. */
  readonly outbox: Table<number>
  readonly outboxHead: number
  readonly pushes: Table<PushState>
  /** Pushes that are not answered yet, by slot, since the clock last moved. */
  readonly openPushes: readonly number[]
  /** The callback addresses to which a handler is connected. */
  readonly connections: readonly string[]
  readonly pushMode: PushMode
}

export const webhooks = sliceOf<WebhooksState>(
  {
    registrations: Table.empty,
    registered: [],
    events: Table.empty,
    deliveries: Table.empty,
    outbox: Table.empty,
    outboxHead: 0,
    pushes: Table.empty,
    openPushes: [],
    connections: [],
    pushMode: 'settling',
  },
  {
    registrations: (registration) => ({
      ...registration,
      queue: tableFrom(registration.queue),
      gathering: tableFrom(registration.gathering),
    }),
  },
  ['events', 'deliveries', 'pushes'],
)

export interface RegistrationState {
  readonly partner: number
  readonly eventName: string
  readonly callbackUrl: string
  readonly type: RegistrationType
  readonly format: RegistrationFormat
  /** Sent with each push as HTTP Basic authentication. */
  readonly credentials: { readonly username: string; readonly password: string } | null
  /** The key of its signatures, base64; null until the test asks for some. */
  readonly secret: string | null
  readonly status: RegistrationStatus
  /** Failed attempts since the last success. */
  readonly consecutiveErrors: number
  /** When an attempt failed last. */
  readonly lastErrorAt: Instant | null
  /** Deliveries that wait here: for a restart; or to be polled, in the order of their events. */
  readonly queue: Table<number>
  /** The one delivery by which a restart is tried. */
  readonly trial: number | null
  /** The resources that the next event will name, where events are aggregated. */
  readonly gathering: Table<string>
  readonly isRemoved: boolean
}

/** How events reach the partner: the bank sends them, or the partner asks for them. */
export type RegistrationType = (typeof registrationTypes)[number]
export const registrationTypes = ['Push', 'Poll'] as const

/** `Basic` names what an event is about, `Extended` tells it too. */
export type RegistrationFormat = (typeof registrationFormats)[number]
export const registrationFormats = ['Basic', 'Extended'] as const

/** What an event is about: a wire, by its slot; or any resources, by their paths. */
export type About = number | readonly string[]

export interface EventState {
  readonly name: string
  readonly partner: number
  /** What it is about, from which `resourcesOf` makes the paths. */
  readonly about: About
  readonly createdAt: Instant
  readonly isPing: boolean
  /** Its delivery; null where nobody registered for it. */
  readonly delivery: number | null
  /** The body of a loan event's push; null where that is the notification. */
  readonly payload: LoanPayload | null
}

/** What an Extended notification tells of one resource: every field that there is, null where it has no value; amounts are texts. */
export interface EventDetails {
  [field: string]: string | null
}

/** An event on its way to a registration. */
export interface DeliveryState {
  readonly event: number
  readonly registration: number
  readonly status: DeliveryStatus
  /** Attempts so far; a restart counts from 0 again. */
  readonly tries: number
  readonly lastAttemptedAt: Instant | null
  /** What an Extended notification tells of its resources; null for a Basic one. */
  readonly details: readonly EventDetails[] | null
}

/** One attempt to deliver, or a request that came from elsewhere. */
export interface PushState {
  readonly registration: number
  /** As the registration had them then. */
  readonly eventName: string
  readonly callbackUrl: string
  /** Null for a request that came from elsewhere. */
  readonly delivery: number | null
  readonly attempt: number
  readonly at: Instant
  readonly outcome: PushOutcome
  readonly endedAt: Instant | null
  /** The answer; a late one too. */
  readonly answer: PushAnswer | null
  readonly failure: string | null
  /** What was sent beside the content type; null where that was nothing. */
  readonly headers: { readonly [name: string]: string } | null
  /** The body of a received request; null where the event tells it. */
  readonly body: unknown
}

/** What the receiver answered. */
export interface PushAnswer {
  readonly status: number
  readonly body: string
}

/** When pushes go to connected handlers: as the test settles, by hand alone, or before the answer to the request that caused them. */
export type PushMode = 'settling' | 'held' | 'beforeAnswer'

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const webhookStreams = { registration: 7, event: 8, push: 9, webhookSecret: 21, wrongSecret: 22 } as const

/** What is refused here, each with its HTTP status and the number in the error body. (§7) */
export const webhookRejections = {
  registration_not_found: { status: 404, number: 2003, from: 'http.foreignRecords' },
  registration_exists: { status: 409, number: 2015, from: 'webhooks.duplicate' },
  event_not_found: { status: 404, number: 2023, from: 'http.foreignRecords' },
} as const

interface Address {
  eventName: string
  callbackUrl: string
}

interface RegistrationFacts extends Address {
  registrationId: string
}

interface PushFacts extends Address {
  pushId: string
  resources: readonly string[]
  attempt: number
}

const registration = <Facts extends Address = RegistrationFacts>(became: string) =>
  telling<Facts>('bank', ({ eventName, callbackUrl }) => `webhook for ${eventName} to ${callbackUrl} ${became}`)

const push = (became: string) =>
  telling<PushFacts>('push', (facts) => {
    const attempt = facts.attempt === 1 ? '' : `, attempt ${facts.attempt}`
    return `${pushOf(facts)} ${became}${attempt}`
  })

/** What happens here, each with the sentence that the timeline tells of it. */
export const webhookHappenings = {
  'webhook.registered': registration('registered'),
  'webhook.changed': registration('changed'),
  'webhook.removed': registration('removed'),
  'webhook.suspended': registration<Address>('suspended'),
  'event.emitted': telling<{ eventId: string; eventName: string; resources: readonly string[] }>(
    'push',
    ({ eventName, resources }) => `event ${eventName} for ${resources.map(shortened).join(', ') || 'nothing'}`,
  ),
  'push.captured': push('captured'),
  'push.delivered': push('delivered'),
  'push.received': telling<Address & { pushId: string }>(
    'push',
    ({ eventName, callbackUrl }) => `${eventName} to ${callbackUrl} received`,
  ),
  'push.failed': tellingOfRefusal<PushFacts & { reason: string }>(
    'push',
    (facts) => `${pushOf(facts)} failed, attempt ${facts.attempt}: ${facts.reason}`,
  ),
}

function pushOf({ eventName, resources, callbackUrl }: PushFacts): string {
  const about = resources.length === 0 ? '' : ` for ${resources.map(shortened).join(', ')}`
  return `${eventName}${about} to ${callbackUrl}`
}
