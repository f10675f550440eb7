/** Several partners in one bank: each with credentials, a product and a master account of its own; none sees another's. (§1) */
import { openAccountOf } from '../accounts/account.ts'
import type { LedgerType } from '../accounts/room.ts'
import { slotOfUuid } from '../kernel/identity.ts'
import type { Money } from '../kernel/money.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Reading, Turn } from '../turn.ts'
import { newPartner, type PartnerRecord, partnerIdOf, partnerRecord } from './partner.ts'

/** What `bank.partners.add()` takes; everything is optional. */
export interface PartnerRequest {
  /** By default `Test Partner` and its number. */
  name?: string | undefined
  /** Its master account: `title` by default the name, `balance` in minor units by default that of the first partner. */
  masterAccount?:
    | { title?: string | undefined; balance?: Money | undefined; ledgerType?: LedgerType | undefined }
    | undefined
}

/** Adds a partner with credentials and a funded master account. */
export function addPartner(turn: Turn, request: PartnerRequest): PartnerRecord | Rejection {
  const { world } = turn
  const { seed, masterAccount } = world.settings
  const slot = world.access.partners.size
  const name = request.name ?? `Test Partner ${slot + 1}`
  world.access.partners = world.access.partners.add(newPartner(seed, slot, name, world.accounts.masters.size))
  turn.tell({ what: 'partner.added', partnerId: partnerIdOf(seed, slot), name })
  const account = openAccountOf(turn, slot, { balance: masterAccount.balance, ...request.masterAccount })
  return isRejection(account) ? account : partnerRecord(world, slot)
}

export function getPartner(reading: Reading, { id }: { id: string }): PartnerRecord | Rejection {
  const slot = findPartner(reading, id, 'read')
  return isRejection(slot) ? slot : partnerRecord(reading.world, slot)
}

/** Every partner, in the order of adding; the default one first. */
export function listPartners({ world }: Reading): PartnerRecord[] {
  return Array.from({ length: world.access.partners.size }, (_, slot) => partnerRecord(world, slot))
}

export function findPartner({ world }: Pick<Reading, 'world'>, id: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, streams.partner, id)
  if (slot !== undefined && slot < world.access.partners.size) return slot
  return reject(
    'partner_not_found',
    `Failed to ${verb} the partner "${id}": this bank has none such. Take the id from bank.partners.add() or bank.partner. (§1)`,
  )
}
