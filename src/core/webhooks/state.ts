/** What the world keeps of webhooks: registrations, events, pushes. */
import type { LoanPayload } from '../loans/loan-payload.ts'
import type { Instant } from '../time/instant.ts'

export interface RegistrationState {
  readonly partner: number
  readonly eventName: string
  readonly callbackUrl: string
  readonly status: RegistrationStatus
  readonly isRemoved: boolean
}

/** `Restarting` until the first push after a restart succeeds. */
export type RegistrationStatus = 'Active' | 'Restarting'

export interface EventState {
  readonly name: string
  readonly partner: number
  /** The relative paths of what it is about. */
  readonly resources: readonly string[]
  readonly createdAt: Instant
  readonly isPing: boolean
  /** The body of a loan event's push; null where that is the notification. */
  readonly payload: LoanPayload | null
}

export interface PushState {
  readonly registration: number
  /** As the registration had them then. */
  readonly eventName: string
  readonly callbackUrl: string
  /** The slot of the event; null for a request that came from elsewhere. */
  readonly event: number | null
  readonly at: Instant
  /** The body of a received request; null where the event tells it. */
  readonly body: unknown
}
