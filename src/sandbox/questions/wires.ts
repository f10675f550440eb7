/** How each assumption about wires, and about the bank that sends them, is observed. (§2.2–2.5, §3) */
import { hidden, type OfPart, type Questions } from './question.ts'
import { canceling, ownAccounts, restrictionCheck } from './wires/endings.ts'
import { inboundFields, wireCodes, wireFields } from './wires/fields.ts'
import { wireLife } from './wires/life.ts'
import { dayRecords } from './wires/reading-days.ts'
import { networkRecords } from './wires/reading-network.ts'
import { wireRecords } from './wires/reading-wires.ts'
import { unpostable } from './wires/stopping.ts'

export const wires: Questions<OfPart<'wires' | 'bank'>> = {
  ...wireFields,
  ...wireCodes,
  'wires.inboundRequiredFields': inboundFields,
  ...wireLife,
  ...unpostable,
  'wires.canceling': canceling,
  'wires.restrictionCheck': restrictionCheck,
  'wires.ownAccounts': ownAccounts,
  'wires.reversing': hidden('no call of the API reverses a wire'),
  ...wireRecords,
  ...networkRecords,
  ...dayRecords,
}
