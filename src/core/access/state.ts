/** What the world keeps of access: partners, tokens, remembered calls. */
import type { Instant } from '../kernel/time/instant.ts'

export interface Partner {
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** The slot of the master account that it began with. */
  readonly masterAccount: number
  /** What the bank allows for its product; null for everything. */
  readonly policy: readonly AllowedActivity[] | null
}

/** One entry of a restriction policy; null, or left out, allows any. (§2.8 rule 7) */
export interface AllowedActivity {
  /** Such as `Ach`. */
  readonly rail?: string | null | undefined
  /** `Debit` or `Credit`. */
  readonly transactionType?: string | null | undefined
  /** Such as `Incoming ACH`. */
  readonly transactionCode?: string | null | undefined
}

export interface Token {
  readonly partner: number
  readonly audience: string
  readonly expiresAt: Instant
  readonly isRevoked: boolean
}

export interface IdempotencyRecord {
  readonly at: Instant
  /** The answer that was given. */
  readonly output: unknown
  /** The HTTP request that got it first; null where the function API was called. */
  readonly requestId: string | null
}
