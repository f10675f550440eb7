/** Webhooks, as the world keeps them: registrations, events, deliveries and pushes. (§2.6, §2.7) */
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { LoanPayload } from '../loans/loan-payload.ts'
import type { DeliveryStatus, PushOutcome, RegistrationStatus } from './webhook-status.ts'

export interface WebhooksState {
  readonly registrations: Table<RegistrationState>
  /** The slots of registrations that are not removed, in the order of registering. Searches look at these only. */
  readonly registered: readonly number[]
  /** The tables of events, deliveries and pushes may begin at a slot above 0, because the bank forgets the oldest records (`forget.ts`). */
  readonly events: Table<EventState>
  readonly deliveries: Table<DeliveryState>
  /** Deliveries to send, in order. Those before `outboxHead` have left the outbox. */
  readonly outbox: Table<number>
  readonly outboxHead: number
  readonly pushes: Table<PushState>
  /** The slots of unanswered pushes that began since the clock last moved. They get their deadline when the clock moves. */
  readonly pushesWithoutDeadline: readonly number[]
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
    pushesWithoutDeadline: [],
    connections: [],
    pushMode: 'settling',
  },
  {
    registrations: (registration) => ({
      ...registration,
      queue: Table.from(registration.queue),
      gathering: Table.from(registration.gathering),
    }),
  },
)

export interface RegistrationState {
  readonly partner: number
  readonly eventName: string
  readonly callbackUrl: string
  readonly type: RegistrationType
  readonly format: RegistrationFormat
  /** Sent with each push as HTTP Basic authentication. */
  readonly credentials: { readonly username: string; readonly password: string } | null
  /** The key that signs its pushes, in base64; null until the test calls `bank.webhooks.sign`. */
  readonly secret: string | null
  readonly status: RegistrationStatus
  /** Failed attempts since the last success. */
  readonly consecutiveErrors: number
  readonly lastErrorAt: Instant | null
  /** Deliveries that wait for a restart, or for a poll, which reads them in the order of their events. */
  readonly queue: Table<number>
  /** The delivery that tries a restart; null if none does. */
  readonly trial: number | null
  /** The resources that the next aggregated event will name. */
  readonly gathering: Table<string>
  readonly isRemoved: boolean
}

/** How events reach the partner: the bank sends them, or the partner asks for them. */
export type RegistrationType = (typeof registrationTypes)[number]
export const registrationTypes = ['Push', 'Poll'] as const

/** `Basic` names the resources of an event; `Extended` also has their details. */
export type RegistrationFormat = (typeof registrationFormats)[number]
export const registrationFormats = ['Basic', 'Extended'] as const

/** The subject of an event: the slot of one wire, or the paths of any resources. `resourcesOf` gives the paths of both. */
export type About = number | readonly string[]

export interface EventState {
  readonly name: string
  readonly partner: number
  readonly about: About
  readonly createdAt: Instant
  readonly isPing: boolean
  /** The slot of its delivery; null if there was no registration for its name. */
  readonly delivery: number | null
  /** The body that is pushed for a loan event; null if the notification is pushed. */
  readonly payload: LoanPayload | null
}

/** The details of one resource in an Extended notification: every field as a text, or null if it has no value. */
export interface EventDetails {
  [field: string]: string | null
}

/** An event on its way to a registration. */
export interface DeliveryState {
  readonly event: number
  readonly registration: number
  readonly status: DeliveryStatus
  /** Attempts so far. A restart sets it back to 0. */
  readonly tries: number
  readonly lastAttemptedAt: Instant | null
  /** Null for a Basic notification. */
  readonly details: readonly EventDetails[] | null
}

/** One attempt to deliver, or a request that the bank did not send. */
export interface PushState {
  readonly registration: number
  /** The name of its event; of its registration, for a request that the bank did not send. */
  readonly eventName: string
  /** The address of the registration when the push began. */
  readonly callbackUrl: string
  /** Null for a request that the bank did not send. */
  readonly delivery: number | null
  readonly attempt: number
  readonly at: Instant
  readonly outcome: PushOutcome
  readonly endedAt: Instant | null
  /** The receiver's answer, even if it came after the timeout. */
  readonly answer: PushAnswer | null
  readonly failure: string | null
  /** The headers for Basic authentication and the signature, as sent; null if neither was sent. */
  readonly headers: { readonly [name: string]: string } | null
  /** The body of a request that the bank did not send; null for an attempt, whose body follows from its event. */
  readonly body: unknown
  /** Whether a fault that the test injected made its signature wrong, or left it out. */
  readonly isForged: boolean
}

export interface PushAnswer {
  readonly status: number
  readonly body: string
}

/** When pushes go to handlers. `settling`: in `bank.settled()`. `held`: by hand. `beforeAnswer`: before the call that caused them ends. */
export type PushMode = 'settling' | 'held' | 'beforeAnswer'

/** One stream (see streams.ts) for each kind of id in this folder. Never change a number: every id of its kind would change. */
export const webhookStreams = { registration: 7, event: 8, push: 9, webhookSecret: 21, wrongSecret: 22 } as const
