/**
 * The room of wires: what the world keeps of what was asked (which never changes), of how far it got, and of the batches; what happens
 * there, and what is refused. (§2.4, §3)
 *
 * Outbound: Created → review → Pending or Hold → batch → Completed. Inbound: Hold → Completed. Funds are reserved from review until the
 * wire is posted or given up, so a batch cannot fail for want of money.
 */
import { formatMoney, type Money } from '../kernel/money.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { PostingCode } from '../ledger/posting-codes.ts'
import { short, telling, tellingOfRefusal } from '../telling.ts'
import type { PaymentType } from './business-function-code.ts'
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

/** A request that was accepted: one that named no amount has 0. */
type Accepted<Request extends WirePaymentRequest | InboundWireRequest> = Readonly<Unchecked<Request>> & {
  readonly amount: Money
}

export interface WireState {
  readonly order: WireOrder
  readonly status: WireStatus
  readonly postingCode: PostingCode | null
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
}

interface BatchState {
  readonly wires: Table<number>
  readonly releasedAt: Instant
}

/** A wire that has just been asked for. */
export function newWire(order: WireOrder, status: 'Created' | 'Hold', effectiveAt: Instant): WireState {
  return {
    order,
    status,
    postingCode: null,
    isReserved: false,
    isHeldByDesk: false,
    batch: null,
    batchSequence: null,
    networkSequence: null,
    acceptedAt: null,
    transaction: null,
    processedAt: null,
    completedAt: null,
    lastModifiedAt: null,
    effectiveAt,
    wasReversed: false,
  }
}

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const wireStreams = { payment: 3, batch: 5, wireReference: 17, senderReference: 18 } as const

/** What is refused here, each with its HTTP status and the number in the error body. (§7) */
export const wireRejections = {
  amount_is_out_of_range: { status: 400, number: 1003, from: 'limits.amountMaximum' },
  payment_not_found: { status: 404, number: 2001, from: 'http.foreignRecords' },
  payment_has_another_status: { status: 409, number: 2010, from: 'wires.canceling' },
  payment_has_another_direction: { status: 409, number: 2011, from: 'wires.canceling' },
  payment_was_reversed: { status: 409, number: 2012, from: 'wires.reversing' },
  payment_moves_no_money: { status: 409, number: 2028, from: 'wires.nonValue' },
} as const

interface WireFacts {
  paymentId: string
  accountNumber: string
  amount: Money
}

const inStatus = telling<WireFacts & { direction: string; status: string; paymentType: PaymentType }>(
  'payment',
  ({ paymentId, status, direction, amount, accountNumber, paymentType }) => {
    const way = direction === 'Outbound' ? 'from' : 'to'
    const kind = paymentType === 'Transfer' ? '' : ` ${paymentType}`
    return `wire ${short(paymentId)} ${status}  ${direction.toLowerCase()}${kind} ${formatMoney(amount)} ${way} ${accountNumber}`
  },
)

/** What happens here, each with the sentence that the timeline tells of it. */
export const wireHappenings = {
  'wire.created': inStatus,
  'wire.moved': inStatus,
  'wire.rejected': tellingOfRefusal<WireFacts & { postingCode: PostingCode; reason: string }>(
    'payment',
    ({ paymentId, postingCode, amount, reason }) =>
      `wire ${short(paymentId)} Rejected ${postingCode}  ${formatMoney(amount)}: ${reason}`,
  ),
  'wire.reversed': telling<WireFacts>(
    'payment',
    ({ paymentId, amount }) => `wire ${short(paymentId)} reversed  ${formatMoney(amount)}`,
  ),
  'batch.released': telling<{ batchId: string; wires: number; amount: Money }>(
    'payment',
    ({ batchId, wires, amount }) =>
      `batch ${short(batchId)} released: ${wires} ${wires === 1 ? 'wire' : 'wires'}, ${formatMoney(amount)}`,
  ),
}
