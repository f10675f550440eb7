/**
 * Wires, as the world keeps them: each with its order, which never changes, and how far it got; and the batches. (§2.4, §3)
 *
 * Outbound: Created → review → Pending or Hold → batch → Completed. Inbound: Hold → Completed. Funds are reserved from review until the
 * wire is posted or given up, so a batch cannot fail for want of money.
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
  /** Wires approved since the last batch, by slot, in the order in which they will be released. */
  readonly waiting: Table<number>
  /** When the next batch is due; null while none is planned. */
  readonly releaseAt: Instant | null
  readonly batches: Table<BatchState>
  /** The last sequence number that the network gave out; one counter serves imad and omad. */
  readonly networkSequence: number
}

export const wires = sliceOf<WiresState>(
  { payments: Table.empty, waiting: Table.empty, releaseAt: null, batches: Table.empty, networkSequence: 0 },
  { batches: (batch) => ({ ...batch, wires: Table.from(batch.wires) }) },
)

interface Asked {
  readonly partner: number
  readonly subledger: number
  readonly createdAt: Instant
}

export type WireOrder =
  | (Asked & { readonly direction: 'Outbound'; readonly request: Accepted<WirePaymentRequest> })
  | (Asked & { readonly direction: 'Inbound'; readonly request: Accepted<InboundWireRequest> })

/** An accepted request: without an amount, it has the amount 0. */
type Accepted<Request extends WirePaymentRequest | InboundWireRequest> = Readonly<Unchecked<Request>> & {
  readonly amount: Money
}

export interface WireState {
  readonly order: WireOrder
  readonly status: WireStatus
  readonly postingCode: PostingCode | null
  /** Why it was rejected. */
  readonly reason: string | null
  readonly isReserved: boolean
  /** Whether the operations team holds it, so that no timer moves it on. */
  readonly isHeldByDesk: boolean
  readonly batch: number | null
  readonly batchSequence: number | null
  /** The number in its imad; the omad has the next. */
  readonly networkSequence: number | null
  readonly acceptedAt: Instant | null
  readonly transaction: number | null
  readonly processedAt: Instant | null
  /** When it was posted and completed, which is one step. */
  readonly completedAt: Instant | null
  readonly lastModifiedAt: Instant | null
  readonly effectiveAt: Instant
  readonly wasReversed: boolean
  /** The outcome that a test asked for; absent where it asked for none. */
  readonly expectation?: number
}

interface BatchState {
  readonly wires: Table<number>
  readonly releasedAt: Instant
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const wireStreams = { payment: 3, batch: 5, wireReference: 17, senderReference: 18 } as const
