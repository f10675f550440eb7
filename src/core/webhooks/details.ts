/**
 * The `details` of a notification in the Extended format save the partner a lookup. The bank computes them once, when it creates the
 * delivery, so that every attempt sends the same details. (§2.7)
 */
import { subledgerRecord } from '../accounts/account-record.ts'
import { findSubledger } from '../accounts/lookup.ts'
import { slotOfUuid } from '../kernel/identity.ts'
import { isRecord } from '../kernel/json.ts'
import { isRejection } from '../rejection.ts'
import { streams } from '../streams.ts'
import { INTERNAL, type Reading } from '../turn.ts'
import { wireRecord } from '../wires/wire-record.ts'
import type { EventDetails } from './state.ts'

const party = (role: string) => [`${role}Name`, `${role}Identifier`]
const address = (role: string) => [1, 2, 3].map((line) => `${role}Address${line}`)
const linesToBeneficiary = [1, 2, 3, 4].map((line) => `originatorToBeneficiary${line}`)

/** The fields of the details, in their order. */
const ofWires: readonly string[] = [
  ...['paymentId', 'accountNumber', 'direction', 'imad', 'omad', 'paymentType', 'purpose', 'amount'],
  ...['clientIdentifier', ...party('originatingFi'), ...party('originator'), ...address('originator')],
  ...[...party('beneficiaryFi'), ...party('beneficiary'), ...address('beneficiary'), 'beneficiaryReference'],
  ...['senderReference', ...linesToBeneficiary, 'coreTransactionId', 'senderRoutingNumber'],
]

const ofSubledgers = ['subAccountNumber', 'masterAccountNumber', 'accountType', 'status', 'title', 'clientIdentifier']

/** Returns the names of the fields in an event's details; undefined if they have only the path of the resource. */
function detailNames(eventName: string): readonly string[] | undefined {
  if (eventName.startsWith('Wire.')) return ofWires
  return eventName === 'Core.SubAccount.Opened' ? ofSubledgers : undefined
}

export function detailsOf(reading: Reading, eventName: string, resource: string): EventDetails {
  const names = detailNames(eventName)
  const texts = names === ofWires ? textsOfWire(reading, resource) : textsOfSubledger(reading, resource)
  if (names === undefined || texts === undefined) return { resource }
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? null]))
}

function textsOfWire(reading: Reading, resource: string): EventDetails | undefined {
  const { world } = reading
  const slot = slotOfUuid(world.settings.seed, streams.payment, lastSegment(resource))
  if (slot === undefined) return undefined
  // Only the request has the clientIdentifier and the lines to the beneficiary.
  const { request } = world.wires.payments.at(slot).order
  const wire = wireRecord(reading, slot)
  return detailTexts({ ...request, paymentId: wire.id, ...wire })
}

function textsOfSubledger(reading: Reading, resource: string): EventDetails | undefined {
  const { world } = reading
  const slot = findSubledger({ ...reading, actor: INTERNAL }, lastSegment(resource), 'read')
  if (isRejection(slot)) return undefined
  const { clientIdentifier } = world.accounts.subledgers.at(slot)
  const subledger = subledgerRecord(reading, slot)
  return detailTexts({ subAccountNumber: subledger.accountNumber, clientIdentifier, ...subledger })
}

/** Flattens a record for details: each value becomes a text, and the `name` of the `originator` becomes `originatorName`. */
function detailTexts(record: object): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isRecord(value)) {
      for (const [own, text] of Object.entries(detailTexts(value))) {
        texts[`${name}${own.charAt(0).toUpperCase()}${own.slice(1)}`] = text
      }
    } else if (value !== null && value !== undefined) texts[name] = String(value)
  }
  return texts
}

function lastSegment(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1)
}
