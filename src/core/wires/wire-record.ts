/** The payment record: a wire as the API shows it, each field from the moment at which it exists. (§2.4) */
import { partnerIdOf, productIdOf } from '../access/partner.ts'
import { textOf, UPPER_CASE_AND_DIGITS, uuidOf } from '../identity.ts'
import { transactionIdOf } from '../ledger/transaction-record.ts'
import { compactDate, formatInstant, hourAndMinute, type Instant, monthAndDay } from '../time/instant.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import type { WireOrder, WireState } from './state.ts'
import type { Party, WirePayment } from './wire.ts'

/** Type 10, subtype 00: a funds transfer. */
const FUNDS_TRANSFER = '1000'

/** The wire at `slot` as the API shows it. */
export function wireRecord({ world, assume }: Pick<Reading, 'world' | 'assume'>, slot: number): WirePayment {
  const wire = world.wires.at(slot)
  const { order } = wire
  const { request } = order
  const { seed, timeZone } = world.settings
  const at = (instant: Instant) => formatInstant(instant, timeZone)
  const institutions = institutionsOf(order, { routingNumber: assume('bank.routingNumber'), name: assume('bank.name') })
  const holder = holderOf(world, order)
  const receivedAt = wire.acceptedAt ?? (assume('wires.receiptTime') === 'creation' ? order.createdAt : null)
  const postingCode = wire.postingCode ?? (assume('wires.postingCode') === 'created' ? 'OK' : null)
  assume('wires.reference')
  if (order.direction === 'Outbound' && !order.request.beneficiaryFi) assume('wires.institutionNames')

  // Field after field, so that each comes in its order, and only once it is known: a literal with a spread for every field that
  // may be missing takes five times as long to make.
  const record = { id: paymentIdOf(seed, slot), accountNumber: request.accountNumber } as WirePayment
  if (wire.transaction !== null) record.coreTransactionId = transactionIdOf(seed, wire.transaction)
  record.referenceId = `W${textOf(seed, 'wireReference', slot, UPPER_CASE_AND_DIGITS, 11)}`
  if (wire.batch !== null) record.fedBatchId = batchIdOf(seed, wire.batch)
  if (wire.batchSequence !== null) record.fedBatchSequence = wire.batchSequence
  record.direction = order.direction
  record.paymentType = 'Transfer'
  record.source = assume('wires.source')
  record.status = wire.status
  record.posting = wire.transaction === null ? 'Pending' : 'Posted'
  record.amount = request.amount
  record.currency = 'usd'
  if ('purpose' in request && request.purpose !== undefined) record.purpose = request.purpose
  addAccountability(record, wire, { zone: timeZone, source: assume('wires.imadSource') })
  record.businessFunctionCode = request.businessFunctionCode
  record.typeCode = FUNDS_TRANSFER
  record.senderRoutingNumber = institutions.sender.identifier
  record.senderName = institutions.sender.name
  record.senderReference = textOf(seed, 'senderReference', slot, UPPER_CASE_AND_DIGITS, 16)
  record.receiverRoutingNumber = institutions.receiver.identifier
  record.receiverName = institutions.receiver.name
  record.originatingFi = { ...institutions.originating }
  record.originator = { ...(request.originator ?? holder) }
  record.beneficiaryFi = { ...institutions.beneficiary }
  record.beneficiary = { ...(order.direction === 'Outbound' ? order.request.beneficiary : holder) }
  if (request.beneficiaryReference !== undefined) record.beneficiaryReference = request.beneficiaryReference
  if (receivedAt !== null) {
    record.receiptDate = monthAndDay(receivedAt, timeZone)
    record.receiptTime = hourAndMinute(receivedAt, timeZone)
  }
  record.wasReversed = wire.wasReversed
  record.isInternational = false
  record.createdAt = at(order.createdAt)
  if (wire.processedAt !== null) record.processedAt = at(wire.processedAt)
  if (wire.completedAt !== null) {
    record.completedAt = at(wire.completedAt)
    record.postedAt = record.completedAt
  }
  if (wire.lastModifiedAt !== null) record.lastModifiedAt = at(wire.lastModifiedAt)
  record.effectiveDate = at(wire.effectiveAt)
  record.originalPaymentId = record.id
  record.partnerId = partnerIdOf(seed, order.partner)
  record.productId = productIdOf(seed, order.partner)
  if (postingCode !== null) record.postingCode = postingCode
  return record
}

/** A copy of a record, which may be changed. */
export function copyOfWire(record: WirePayment): WirePayment {
  return {
    ...record,
    originatingFi: { ...record.originatingFi },
    originator: { ...record.originator },
    beneficiaryFi: { ...record.beneficiaryFi },
    beneficiary: { ...record.beneficiary },
  }
}

/** The id of the wire at `slot`. */
export const paymentIdOf = (seed: number, slot: number): string => uuidOf(seed, 'payment', slot)

/** The path by which events name a wire (§2.7). */
export const resourceOf = (paymentId: string): string => `wires/v1/payments/${paymentId}`

/** The id of the batch at `slot`. */
export const batchIdOf = (seed: number, slot: number): string => uuidOf(seed, 'batch', slot)

/** What the network names the message and its acknowledgement by: the day, the source, and a number of that day. */
function addAccountability(
  record: WirePayment,
  { networkSequence, acceptedAt, order }: WireState,
  { zone, source }: { zone: string; source: string },
): void {
  if (networkSequence === null) return
  const day = compactDate(acceptedAt ?? order.createdAt, zone)
  const text = (sequence: number) => day + source + String(1_000_000 + (sequence % 1_000_000)).slice(1)
  record.imad = text(networkSequence)
  record.omad = text(networkSequence + 1)
}

interface Institution {
  readonly routingNumber: string
  readonly name: string
}

/** The four institutions of a record: the bank is on one side, the request or its routing number names the other. */
function institutionsOf(
  order: WireOrder,
  bank: Institution,
): Record<'sender' | 'receiver' | 'originating' | 'beneficiary', Party> {
  const us: Party = { idCode: 'F', identifier: bank.routingNumber, name: bank.name }
  if (order.direction === 'Inbound') {
    const { senderRoutingNumber, senderDiName, originatorFi } = order.request
    const sender: Party = { idCode: 'F', identifier: senderRoutingNumber, name: senderDiName }
    return { sender, receiver: us, originating: originatorFi, beneficiary: us }
  }
  const { receiverRoutingNumber, beneficiaryFi } = order.request
  const isReceiver = beneficiaryFi?.identifier === receiverRoutingNumber
  const name = isReceiver ? beneficiaryFi.name : `Institution ${receiverRoutingNumber}`
  const receiver: Party = { idCode: 'F', identifier: receiverRoutingNumber, name }
  return { sender: us, receiver, originating: us, beneficiary: beneficiaryFi ?? receiver }
}

/** The account that pays or is paid. A number stands for one subledger, so the one that was asked for is its own. */
function holderOf(world: World, { subledger, request }: WireOrder): Party {
  return { idCode: 'D', identifier: request.accountNumber, name: world.subledgers.at(subledger).title }
}
