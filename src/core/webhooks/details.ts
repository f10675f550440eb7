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
    ...fieldsOf(wire, 'accountNumber', 'direction', 'imad', 'omad', 'paymentType', 'purpose'),
    amount: String(wire.amount),
    ...fieldsOf(request, 'clientIdentifier'),
    ...partyOf('originatingFi', wire.originatingFi),
    ...partyOf('originator', wire.originator),
    ...addressOf('originator', wire.originator),
    ...partyOf('beneficiaryFi', wire.beneficiaryFi),
    ...partyOf('beneficiary', wire.beneficiary),
    ...addressOf('beneficiary', wire.beneficiary),
    ...fieldsOf(wire, 'beneficiaryReference', 'senderReference'),
    ...fieldsOf(request, 'originatorToBeneficiary1', 'originatorToBeneficiary2'),
    ...fieldsOf(request, 'originatorToBeneficiary3', 'originatorToBeneficiary4'),
    ...fieldsOf(wire, 'coreTransactionId', 'senderRoutingNumber'),
  }
}

/** Some fields of a record, null where it has none. */
function fieldsOf<Name extends string>(
  record: { readonly [Field in Name]?: string | undefined },
  ...names: Name[]
): EventDetails {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
}

const partyOf = (role: string, { name, identifier }: Party): EventDetails => ({
  [`${role}Name`]: name,
  [`${role}Identifier`]: identifier,
})

const addressOf = (role: string, { address1, address2, address3 }: Party): EventDetails => ({
  [`${role}Address1`]: address1 ?? null,
  [`${role}Address2`]: address2 ?? null,
  [`${role}Address3`]: address3 ?? null,
})

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
