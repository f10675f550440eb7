/** Access, as the world keeps it: partners, tokens, and the answers to calls that may be repeated. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'

export interface AccessState {
  readonly partners: Table<Partner>
  /** From a partner's id, product id or client id to its slot. */
  readonly partnerKeys: KeyIndex
  readonly tokens: Table<Token>
  readonly tokenKeys: KeyIndex
  /** The answers to calls that may be repeated. */
  readonly idempotency: Table<IdempotencyRecord>
  readonly idempotencyKeys: KeyIndex
}

export const access = sliceOf<AccessState>({
  partners: Table.empty,
  partnerKeys: KeyIndex.empty,
  tokens: Table.empty,
  tokenKeys: KeyIndex.empty,
  idempotency: Table.empty,
  idempotencyKeys: KeyIndex.empty,
})

/** Identifiers of a partner that the code under test has in fixtures or in its environment. Missing ones are generated. */
export interface PartnerIdentity {
  /** UUID. */
  id?: string | undefined
  /** UUID. */
  productId?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
}

export interface Partner {
  /** UUID, in lower case. */
  readonly id: string
  /** UUID, in lower case, of its one product. */
  readonly productId: string
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** The slot of the master account that it began with. */
  readonly masterAccount: number
  /** The restriction policy of its product; null allows everything. */
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
  /** Null where the token is for everything that the client may do. */
  readonly audience: string | null
  readonly expiresAt: Instant
  readonly isRevoked: boolean
}

export interface IdempotencyRecord {
  readonly at: Instant
  /** The answer; for a wire the data from which the answer is made again. */
  readonly output: unknown
  /** The id of the first HTTP request; null for a call of the function API. */
  readonly requestId: string | null
  /** Until then a repeat is refused. Later than the present only by the fault `underWay`. */
  readonly underWayUntil: Instant
  /** The body of the request; null where the answer has it. */
  readonly body: unknown
  /** The record before it with the same key and the same hash of the body. */
  readonly before: number | null
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const accessStreams = { partner: 1, product: 2, token: 12, clientId: 13, clientSecret: 14 } as const
