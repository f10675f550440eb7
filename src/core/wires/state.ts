/**
 * The state of wires in the world: each wire with its order, which never changes, and its progress; and the batches. (§2.4, §3)
 *
 * Outbound: Created → review → Pending or Hold → batch → Completed. Inbound: Hold → Completed. Money is reserved from the review until the
 * wire is posted, rejected or canceled, so a batch cannot fail for want of money.
 */
import type { Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { PostingCode } from '../ledger/posting-codes.ts'
import type { InboundWireRequest, Unchecked, WirePaymentRequest } from './wire.ts'
import type { WireStatus } from './wire-status.ts'

export interface WiresState {
  readonly payments: Table<WireState>
  /** The slots of the wires that were approved since the last batch, in the order in which they will be released. */
  readonly waiting: Table<number>
  /** When the next batch is due; null while none is planned. */
  readonly releaseAt: Instant | null
  readonly batches: Table<{ readonly wires: Table<number>; readonly releasedAt: Instant }>
  /** The last sequence number that the network gave out. Imad and omad share one counter. */
  readonly networkSequence: number
}

export const wires = sliceOf<WiresState>(
  { payments: Table.empty, waiting: Table.empty, releaseAt: null, batches: Table.empty, networkSequence: 0 },
  { batches: (batch) => ({ ...batch, wires: Table.from(batch.wires) }) },
)

interface Parties {
  readonly partner: number
  readonly subledger: number
  readonly createdAt: Instant
}

export type WireOrder =
  | (Parties & { readonly direction: 'Outbound'; readonly request: Accepted<WirePaymentRequest> })
  | (Parties & { readonly direction: 'Inbound'; readonly request: Accepted<InboundWireRequest> })

/** A request that the bank accepted. A missing amount became 0. */
type Accepted<Request extends WirePaymentRequest | InboundWireRequest> = Readonly<Unchecked<Request>> & {
  readonly amount: Money
}

export interface WireState {
  readonly order: WireOrder
  readonly status: WireStatus
  readonly postingCode: PostingCode | null
  readonly reason: string | null
  readonly isReserved: boolean
  /** While the operations team (the desk) holds the wire, no timer moves it on. */
  readonly isHeldByDesk: boolean
  readonly batch: number | null
  readonly batchSequence: number | null
  /** The sequence number in its imad; the omad has the next one. */
  readonly networkSequence: number | null
  readonly acceptedAt: Instant | null
  readonly transaction: number | null
  readonly processedAt: Instant | null
  /** When it was posted and completed, in one step. */
  readonly completedAt: Instant | null
  readonly lastModifiedAt: Instant | null
  readonly effectiveAt: Instant
  readonly wasReversed: boolean
  /** The slot of the outcome that a test asked for; null if the test asked for none. Absent in worlds of version 1.0. */
  readonly expectation?: number | null
}

/** One stream (see streams.ts) for each kind of id in this folder. Never change a number: every id of its kind would change. */
export const wireStreams = { payment: 3, batch: 5, wireReference: 17, senderReference: 18 } as const
