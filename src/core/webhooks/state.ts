/** Webhooks, as the world keeps them: registrations, events, deliveries and pushes. (§2.6, §2.7) */
import { sliceOf, tableFrom } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import type { DeliveryStatus, PushOutcome, RegistrationStatus } from './webhook-status.ts'

export interface WebhooksState {
  readonly registrations: Table<RegistrationState>
  /** The slots of registrations that are not removed, in the order of registering. Searches look at these only. */
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
  /** The key of its signatures, base64; null until the test calls `bank.webhooks.sign`. */
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

/** `Basic` names the resources of an event, `Extended` has their details too. */
export type RegistrationFormat = (typeof registrationFormats)[number]
export const registrationFormats = ['Basic', 'Extended'] as const

/** The subject of an event: a wire, by its slot; or any resources, by their paths. */
export type About = number | readonly string[]

export interface EventState {
  readonly name: string
  readonly partner: number
  /** Its subject, from which `resourcesOf` makes the paths. */
  readonly about: About
  readonly createdAt: Instant
  readonly isPing: boolean
  /** Its delivery; null without a registration for its name. */
  readonly delivery: number | null
  /** The body of a loan event's push; null where that is the notification. */
  readonly payload: LoanPayload | null
}

/** The details of one resource in an Extended notification: every field, null for no value; amounts are texts. */
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
  /** The details of its resources in an Extended notification; null for a Basic one. */
  readonly details: readonly EventDetails[] | null
}

/** One attempt to deliver, or a request that came from elsewhere. */
export interface PushState {
  readonly registration: number
  /** The name and the address that the registration had then. */
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
  /** The headers that were sent, without the content type; null for none. */
  readonly headers: { readonly [name: string]: string } | null
  /** The body of a received request; null where the event has it. */
  readonly body: unknown
  /** Whether a fault of the test gave it a wrong signature, or none. */
  readonly isForged: boolean
}

/** The receiver's answer. */
export interface PushAnswer {
  readonly status: number
  readonly body: string
}

/** When pushes go to connected handlers: as the test settles, by hand only, or before the answer to the request that caused them. */
export type PushMode = 'settling' | 'held' | 'beforeAnswer'

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const webhookStreams = { registration: 7, event: 8, push: 9, webhookSecret: 21, wrongSecret: 22 } as const
