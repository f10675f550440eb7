/** The payment record: a wire as the API shows it, each field from the moment at which it exists. (§2.4) */
import { partnerIdOf, productIdOf } from '../access/partner.ts'
import { numberOfSubledger } from '../accounts/lookup.ts'
import { textOf, UPPER_CASE_AND_DIGITS, uuidOf } from '../identity.ts'
import { whenKnown } from '../known.ts'
import { transactionIdOf } from '../ledger/transaction-record.ts'
import { compactDate, formatInstant, hourAndMinute, type Instant, monthAndDay } from '../time/instant.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import type { WireOrder } from './state.ts'
import type { Party, WirePayment } from './wire.ts'

/** Type 10, subtype 00: a funds transfer. */
const FUNDS_TRANSFER = '1000'

/** The wire at `slot` as the API shows it. */
export function wireRecord({ world, assume }: Pick<Reading, 'world' | 'assume'>, slot: number): WirePayment {
  const wire = world.wires.at(slot)
  const { order } = wire
  const { request } = order
  const { seed, timeZone } = world.settings
  const id = paymentIdOf(seed, slot)
  const at = (instant: Instant) => formatInstant(instant, timeZone)
  const institutions = institutionsOf(order, { routingNumber: assume('bank.routingNumber'), name: assume('bank.name') })
  const holder = partyOfAccount(world, order.subledger)
  const receivedAt = wire.acceptedAt ?? (assume('wires.receiptTime') === 'creation' ? order.createdAt : null)
  const postingCode = wire.postingCode ?? (assume('wires.postingCode') === 'created' ? 'OK' : null)
  const source = assume('wires.imadSource')
  assume('wires.reference')
  if (order.direction === 'Outbound' && !order.request.beneficiaryFi) assume('wires.institutionNames')
  const accountability = (sequence: number) =>
    `${compactDate(wire.acceptedAt ?? order.createdAt, timeZone)}${source}${String(sequence % 1_000_000).padStart(6, '0')}`

  return {
    id,
    accountNumber: request.accountNumber,
    ...whenKnown(wire.transaction, (posted) => ({ coreTransactionId: transactionIdOf(seed, posted) })),
    referenceId: `W${textOf(seed, 'wireReference', slot, UPPER_CASE_AND_DIGITS, 11)}`,
    ...whenKnown(wire.batch, (batch) => ({ fedBatchId: batchIdOf(seed, batch) })),
    ...whenKnown(wire.batchSequence, (fedBatchSequence) => ({ fedBatchSequence })),
    direction: order.direction,
    paymentType: 'Transfer',
    source: assume('wires.source'),
    status: wire.status,
    posting: wire.transaction === null ? 'Pending' : 'Posted',
    amount: request.amount,
    currency: 'usd',
    ...whenKnown('purpose' in request ? request.purpose : null, (purpose) => ({ purpose })),
    ...whenKnown(wire.networkSequence, (sequence) => ({
      imad: accountability(sequence),
      omad: accountability(sequence + 1),
    })),
    businessFunctionCode: request.businessFunctionCode,
    typeCode: FUNDS_TRANSFER,
    senderRoutingNumber: institutions.sender.identifier,
    senderName: institutions.sender.name,
    senderReference: textOf(seed, 'senderReference', slot, UPPER_CASE_AND_DIGITS, 16),
    receiverRoutingNumber: institutions.receiver.identifier,
    receiverName: institutions.receiver.name,
    originatingFi: { ...institutions.originating },
    originator: { ...(request.originator ?? holder) },
    beneficiaryFi: { ...institutions.beneficiary },
    beneficiary: { ...(order.direction === 'Outbound' ? order.request.beneficiary : holder) },
    ...whenKnown(request.beneficiaryReference, (beneficiaryReference) => ({ beneficiaryReference })),
    ...whenKnown(receivedAt, (instant) => ({
      receiptDate: monthAndDay(instant, timeZone),
      receiptTime: hourAndMinute(instant, timeZone),
    })),
    wasReversed: wire.wasReversed,
    isInternational: false,
    createdAt: at(order.createdAt),
    ...whenKnown(wire.processedAt, (instant) => ({ processedAt: at(instant) })),
    ...whenKnown(wire.completedAt, (instant) => ({ completedAt: at(instant), postedAt: at(instant) })),
    ...whenKnown(wire.lastModifiedAt, (instant) => ({ lastModifiedAt: at(instant) })),
    effectiveDate: at(wire.effectiveAt),
    originalPaymentId: id,
    partnerId: partnerIdOf(seed, order.partner),
    productId: productIdOf(seed, order.partner),
    ...whenKnown(postingCode, (code) => ({ postingCode: code })),
  }
}

/** The id of the wire at `slot`. */
export const paymentIdOf = (seed: number, slot: number): string => uuidOf(seed, 'payment', slot)

/** The path by which events name a wire (§2.7). */
export const resourceOf = (paymentId: string): string => `wires/v1/payments/${paymentId}`

/** The id of the batch at `slot`. */
export const batchIdOf = (seed: number, slot: number): string => uuidOf(seed, 'batch', slot)

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

function partyOfAccount(world: World, subledger: number): Party {
  return { idCode: 'D', identifier: numberOfSubledger(world, subledger), name: world.subledgers.at(subledger).title }
}
