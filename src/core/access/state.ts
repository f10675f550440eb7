/** What the world keeps of access: partners, tokens, remembered calls. */
import type { Instant } from '../time/instant.ts'

export interface Partner {
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
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
