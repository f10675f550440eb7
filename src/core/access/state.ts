/** The state of access in the world: partners, tokens, and the answers to calls that may be repeated. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'

export interface AccessState {
  readonly partners: Table<Partner>
  /** Maps the id, the product id and the client id of a partner to its slot. */
  readonly partnerKeys: KeyIndex
  readonly tokens: Table<Token>
  readonly tokenKeys: KeyIndex
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

/** Identifiers of a partner, for code under test that has them in its fixtures or its environment. Missing ones are generated. */
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
  /** UUID of the partner's one product, in lower case. */
  readonly productId: string
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** The slot of the master account that was opened with the partner. */
  readonly masterAccount: number
  /** The restriction policy of the partner's product; null allows everything. */
  readonly policy: readonly AllowedActivity[] | null
}

/** One entry of a restriction policy. A field that is null or missing allows any value. (§2.8 rule 7) */
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
  /** Null if the token is for every service. */
  readonly audience: string | null
  readonly expiresAt: Instant
  readonly isRevoked: boolean
}

export interface IdempotencyRecord {
  readonly at: Instant
  /** The answer. For a wire, it is only the data from which the answer is made again. */
  readonly output: unknown
  /** The id of the first HTTP request; null for a call of the function API. */
  readonly requestId: string | null
  /** A repeat is refused until this instant. It is later than `at` only if the injected fault `underWay` affected the request. */
  readonly underWayUntil: Instant
  /** The body of the request; null if it can be read from the answer. */
  readonly body: unknown
  /** The slot of the previous record with the same key and the same hash of the body. */
  readonly before: number | null
}

/** The streams (numbers, one for each kind of id) of this folder. Another number would change all ids of that kind. */
export const accessStreams = { partner: 1, product: 2, token: 12, clientId: 13, clientSecret: 14 } as const
