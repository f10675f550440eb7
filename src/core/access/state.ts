/** What the world keeps of access: partners, tokens, remembered calls. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'

export interface AccessState {
  readonly partners: Table<Partner>
  readonly tokens: Table<Token>
  readonly tokenKeys: KeyIndex
  /** The answers that are given again where a call is repeated. */
  readonly idempotency: Table<IdempotencyRecord>
  readonly idempotencyKeys: KeyIndex
}

export const access = sliceOf<AccessState>({
  partners: Table.empty,
  tokens: Table.empty,
  tokenKeys: KeyIndex.empty,
  idempotency: Table.empty,
  idempotencyKeys: KeyIndex.empty,
})

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

interface Token {
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
