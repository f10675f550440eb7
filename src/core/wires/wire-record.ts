/** The payment record: a wire as the API shows it. Each field appears when its value exists. (§2.4) */
import { charactersIn } from '../kernel/characters.ts'
import { textsOf, UPPER_CASE_AND_DIGITS, uuidOf } from '../kernel/identity.ts'
import { formatInstant, type Instant, networkTime } from '../kernel/time/instant.ts'
import { transactionIdOf } from '../ledger/transaction-record.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import { meaningOf } from './business-function-code.ts'
import type { WireOrder, WireState } from './state.ts'
import type { Party, UnnamedParty, WirePayment } from './wire.ts'
import { isFinal, type WireStatus, wireStatuses } from './wire-status.ts'

const referenceText = textsOf(UPPER_CASE_AND_DIGITS, 11)
const senderReferenceText = textsOf(UPPER_CASE_AND_DIGITS, 16)

/** The width of a name on the network. */
const LONGEST_NAME = 35

type Source = Pick<Reading, 'world' | 'assume'>

/** A past state of a wire, and the title of its account at that time. */
interface Past {
  readonly wire: WireState
  readonly title: string
}

/** The record of a wire as it is now, or in the past state `instead`. */
export function wireRecord({ world, assume }: Source, slot: number, instead?: Past): WirePayment {
  const { seed, timeZone } = world.settings
  const wire = instead?.wire ?? world.wires.payments.at(slot)
  const { order } = wire
  const { request } = order
  // The record shows the number in the request, because an account number stands for one subledger for ever.
  const title = instead?.title ?? world.accounts.subledgers.at(order.subledger).title
  const partner = world.access.partners.at(order.partner)
  const meaning = meaningOf(request.businessFunctionCode)
  const [identifier, name] = [assume('bank.routingNumber'), assume('bank.name')]
  const parties = partiesOf(assume, order, { identifier, name, title })
  const { receivedAt, isPosted, postingCode } = standingOf(wire, meaning.movesMoney, assume)
  const accountability = accountabilityOf(wire, timeZone, assume)
  const receipt = receivedAt === null ? undefined : networkTime(receivedAt, timeZone)
  const timeAt = (instant: Instant) => formatInstant(instant, timeZone)
  const id = paymentIdOf(seed, slot)

  // Each field is set by its name: an object of thirty fields that a loop has set is slow to read and to write as JSON.
  const record = { id, accountNumber: request.accountNumber } as WirePayment
  if (wire.transaction !== null) record.coreTransactionId = transactionIdOf(seed, wire.transaction)
  record.referenceId = `W${referenceText(seed, streams.wireReference, slot)}`
  if (wire.batch !== null) record.fedBatchId = batchIdOf(seed, wire.batch)
  if (wire.batchSequence !== null) record.fedBatchSequence = wire.batchSequence
  record.direction = order.direction
  record.paymentType = meaning.paymentType
  record.source = assume('wires.source')
  record.status = wire.status
  record.posting = isPosted ? 'Posted' : 'Pending'
  record.amount = request.amount
  record.currency = 'usd'
  if ('purpose' in request && request.purpose !== undefined) record.purpose = request.purpose
  if (accountability) {
    record.imad = accountability.imad
    record.omad = accountability.omad
  }
  record.businessFunctionCode = request.businessFunctionCode
  record.typeCode = meaning.typeCode
  record.senderRoutingNumber = parties.sender.identifier
  record.senderName = parties.sender.name
  record.senderReference = senderReferenceText(seed, streams.senderReference, slot)
  record.receiverRoutingNumber = parties.receiver.identifier
  record.receiverName = parties.receiver.name
  record.originatingFi = parties.originatingFi
  record.originator = parties.originator
  record.beneficiaryFi = parties.beneficiaryFi
  record.beneficiary = parties.beneficiary
  if (request.beneficiaryReference !== undefined) record.beneficiaryReference = request.beneficiaryReference
  if (receipt) {
    record.receiptDate = receipt.date.slice(4)
    record.receiptTime = receipt.time
  }
  record.wasReversed = wire.wasReversed
  record.isInternational = false
  record.createdAt = timeAt(order.createdAt)
  if (wire.processedAt !== null) record.processedAt = timeAt(wire.processedAt)
  if (wire.completedAt !== null) record.completedAt = timeAt(wire.completedAt)
  if (isPosted && wire.completedAt !== null) record.postedAt = timeAt(wire.completedAt)
  if (wire.lastModifiedAt !== null) record.lastModifiedAt = timeAt(wire.lastModifiedAt)
  record.effectiveDate = timeAt(wire.effectiveAt)
  record.originalPaymentId = id
  record.partnerId = partner.id
  record.productId = partner.productId
  if (postingCode !== null) record.postingCode = postingCode
  return record
}

/** `receivedAt`: the instant of receiptDate and receiptTime, or null. */
function standingOf(
  { acceptedAt, transaction, status, order, postingCode }: WireState,
  movesMoney: boolean,
  assume: Source['assume'],
) {
  const isAcceptedAtOnce = acceptedAt === order.createdAt
  return {
    receivedAt: isAcceptedAtOnce || assume('wires.receiptTime') === 'acceptance' ? acceptedAt : order.createdAt,
    isPosted: transaction !== null || (!movesMoney && isDone(status) && assume('wires.nonValue') === 'Posted'),
    postingCode: postingCode ?? (movesMoney && assume('wires.postingCode') === 'created' ? 'OK' : null),
  }
}

const isDone = (status: WireStatus) => wireStatuses[status].givenUpBy === null && isFinal(status)

export const paymentIdOf = (seed: number, slot: number): string => uuidOf(seed, streams.payment, slot)

export const WIRE_PATH = 'wires/v1/payments/'
/** The path by which events name a wire (§2.7). */
export const resourceOf = (seed: number, slot: number): string => WIRE_PATH + paymentIdOf(seed, slot)

export const batchIdOf = (seed: number, slot: number): string => uuidOf(seed, streams.batch, slot)

function accountabilityOf(
  { networkSequence, acceptedAt, order }: WireState,
  zone: string,
  assume: Source['assume'],
): { imad: string; omad: string } | undefined {
  if (networkSequence === null) return undefined
  const source = assume('wires.imadSource')
  const { date } = networkTime(acceptedAt ?? order.createdAt, zone)
  const text = (sequence: number) =>
    date + sourceFor(source, Math.floor(sequence / 1_000_000)) + String(1_000_000 + (sequence % 1_000_000)).slice(1)
  return { imad: text(networkSequence), omad: text(networkSequence + 1) }
}

/** After each million numbers the last character of the source advances (SIMULATE, SIMULATF), so no imad comes twice. */
function sourceFor(source: string, million: number): string {
  if (million === 0) return source
  const next = (Number.parseInt(source, 36) + million) % 36 ** source.length
  return next.toString(36).toUpperCase().padStart(source.length, '0')
}

/** Cuts a title to the width of a name, unless the assumption `wires.holderName` is `whole`. */
function nameFrom(title: string, assume: Source['assume']): string {
  if (title.length <= LONGEST_NAME || assume('wires.holderName') === 'whole') return title
  return charactersIn(title).slice(0, LONGEST_NAME).join('').trimEnd()
}

const named = (party: UnnamedParty, name: string): Party => ({ ...party, name: party.name ?? name })
const institutionName = (routingNumber: string) => `Institution ${routingNumber}`

/** Returns copies of the parties: on one side the bank and the account's holder, named by the title; the other side as in the request. */
function partiesOf(
  assume: Source['assume'],
  order: WireOrder,
  bank: { readonly identifier: string; readonly name: string; readonly title: string },
): Record<'sender' | 'receiver' | 'originatingFi' | 'originator' | 'beneficiaryFi' | 'beneficiary', Party> {
  const us: Party = { idCode: 'F', identifier: bank.identifier, name: bank.name }
  const holder: Party = { idCode: 'D', identifier: order.request.accountNumber, name: nameFrom(bank.title, assume) }
  if (order.direction === 'Inbound') {
    const { senderRoutingNumber, senderDiName, originatorFi, originator } = order.request
    return {
      sender: { idCode: 'F', identifier: senderRoutingNumber, name: senderDiName },
      receiver: us,
      originatingFi: { ...originatorFi },
      originator: { ...originator },
      beneficiaryFi: us,
      beneficiary: holder,
    }
  }
  const { receiverRoutingNumber, originator, beneficiaryFi, beneficiary } = order.request
  const institution = beneficiaryFi && named(beneficiaryFi, institutionName(beneficiaryFi.identifier))
  const isReceiver = institution?.identifier === receiverRoutingNumber
  const name = isReceiver ? institution.name : institutionName(receiverRoutingNumber)
  const receiver: Party = { idCode: 'F', identifier: receiverRoutingNumber, name }
  return {
    sender: us,
    receiver,
    originatingFi: us,
    originator: originator ? named(originator, holder.name) : holder,
    beneficiaryFi: institution ?? receiver,
    beneficiary: { ...beneficiary },
  }
}
