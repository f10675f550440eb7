/** The details of an event in the Extended format: what a Basic notification has the partner look up. (§2.7) */
import { takeNotes } from '../assumptions/notes.ts'
import { slotOfUuid } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import { readingOf } from '../turn.ts'
import type { Party, WirePaymentRequest } from '../wires/wire.ts'
import { wireRecord } from '../wires/wire-record.ts'
import type { World } from '../world.ts'

/** What an Extended notification tells of one resource; a wire as the published reference shows it, its amount a text. */
export interface EventDetails {
  [field: string]: string | undefined
}

/** The details of a resource: all of a wire, of anything else its path. */
export function detailsOf(world: World, resource: string): EventDetails {
  const id = /^wires\/v1\/payments\/(.+)$/.exec(resource)?.[1]
  const slot = id === undefined ? undefined : slotOfUuid(world.settings.seed, streams.payment, id)
  if (slot === undefined) return { resource }
  const wire = wireRecord(readingOf(world, { kind: 'internal' }, takeNotes('events.details')), slot)
  const request: Partial<WirePaymentRequest> = world.wires.payments.at(slot).order.request
  const given = {
    paymentId: wire.id,
    accountNumber: wire.accountNumber,
    direction: wire.direction,
    imad: wire.imad,
    omad: wire.omad,
    paymentType: wire.paymentType,
    purpose: wire.purpose,
    amount: String(wire.amount),
    clientIdentifier: request.clientIdentifier,
    ...partyOf('originator', wire.originator),
    ...partyOf('beneficiary', wire.beneficiary),
    beneficiaryReference: wire.beneficiaryReference,
    senderReference: wire.senderReference,
    originatorToBeneficiary1: request.originatorToBeneficiary1,
    originatorToBeneficiary2: request.originatorToBeneficiary2,
    originatorToBeneficiary3: request.originatorToBeneficiary3,
    originatorToBeneficiary4: request.originatorToBeneficiary4,
    coreTransactionId: wire.coreTransactionId,
    senderRoutingNumber: wire.senderRoutingNumber,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function partyOf(role: 'originator' | 'beneficiary', party: Party): EventDetails {
  return {
    [`${role}Name`]: party.name,
    [`${role}Identifier`]: party.identifier,
    [`${role}Address1`]: party.address1,
    [`${role}Address2`]: party.address2,
    [`${role}Address3`]: party.address3,
  }
}
