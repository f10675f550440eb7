/**
 * The details of an event in the Extended format, which save the partner a lookup. They are made once, with the delivery, so that every
 * attempt sends the same. (§2.7)
 */
import { subledgerRecord } from '../accounts/account-record.ts'
import { findSubledger } from '../accounts/lookup.ts'
import { slotOfUuid } from '../kernel/identity.ts'
import { isRejection } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { Party, WirePaymentRequest } from '../wires/wire.ts'
import { wireRecord } from '../wires/wire-record.ts'
import type { EventDetails } from './state.ts'

/** The details of one resource of an event: of a wire, or of a subledger that was opened. Any other resource has its path alone. */
export function detailsOf(reading: Reading, eventName: string, resource: string): EventDetails {
  reading.assume('events.details')
  if (eventName.startsWith('Wire.')) return wireDetails(reading, resource) ?? { resource }
  if (eventName === 'Core.SubAccount.Opened') return subledgerDetails(reading, resource) ?? { resource }
  return { resource }
}

function wireDetails(reading: Reading, resource: string): EventDetails | undefined {
  const { world } = reading
  const slot = slotOfUuid(world.settings.seed, streams.payment, lastSegment(resource))
  if (slot === undefined) return undefined
  const wire = wireRecord(reading, slot)
  const request: Partial<WirePaymentRequest> = world.wires.payments.at(slot).order.request
  return {
    paymentId: wire.id,
    accountNumber: wire.accountNumber,
    direction: wire.direction,
    imad: wire.imad ?? null,
    omad: wire.omad ?? null,
    paymentType: wire.paymentType,
    purpose: wire.purpose ?? null,
    amount: String(wire.amount),
    clientIdentifier: request.clientIdentifier ?? null,
    originatingFiName: wire.originatingFi.name,
    originatingFiIdentifier: wire.originatingFi.identifier,
    ...partyOf('originator', wire.originator),
    beneficiaryFiName: wire.beneficiaryFi.name,
    beneficiaryFiIdentifier: wire.beneficiaryFi.identifier,
    ...partyOf('beneficiary', wire.beneficiary),
    beneficiaryReference: wire.beneficiaryReference ?? null,
    senderReference: wire.senderReference,
    originatorToBeneficiary1: request.originatorToBeneficiary1 ?? null,
    originatorToBeneficiary2: request.originatorToBeneficiary2 ?? null,
    originatorToBeneficiary3: request.originatorToBeneficiary3 ?? null,
    originatorToBeneficiary4: request.originatorToBeneficiary4 ?? null,
    coreTransactionId: wire.coreTransactionId ?? null,
    senderRoutingNumber: wire.senderRoutingNumber,
  }
}

function partyOf(role: 'originator' | 'beneficiary', party: Party): EventDetails {
  return {
    [`${role}Name`]: party.name,
    [`${role}Identifier`]: party.identifier,
    [`${role}Address1`]: party.address1 ?? null,
    [`${role}Address2`]: party.address2 ?? null,
    [`${role}Address3`]: party.address3 ?? null,
  }
}

function subledgerDetails(reading: Reading, resource: string): EventDetails | undefined {
  const { world } = reading
  const slot = findSubledger({ ...reading, actor: { kind: 'internal' } }, lastSegment(resource), 'read')
  if (isRejection(slot)) return undefined
  const { accountNumber, masterAccountNumber, accountType, status, title } = subledgerRecord(world, slot)
  const { clientIdentifier } = world.accounts.subledgers.at(slot)
  return { subAccountNumber: accountNumber, masterAccountNumber, accountType, status, title, clientIdentifier }
}

function lastSegment(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1)
}
