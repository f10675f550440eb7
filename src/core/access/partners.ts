/** Several partners in one bank. Each has its own credentials, product and master account, and sees no records of the others. (§1) */
import { type OpenAccount, openAccountOf } from '../accounts/account.ts'
import { inquiryOf } from '../finder.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import { addPartnerState, newPartner, type PartnerRecord, partnerRecord, slotOfPartner, takenBy } from './partner.ts'
import type { PartnerIdentity } from './state.ts'

/** The input of `bank.partners.add()`; every field is optional. */
export interface PartnerRequest extends PartnerIdentity {
  /** By default `Test Partner` and a number: `Test Partner 2`. */
  name?: string | undefined
  /** The partner's master account. By default, it has the partner's name, and the opening balance of the bank's first account. */
  masterAccount?: OpenAccount | undefined
}

export function addPartner(turn: Turn, request: PartnerRequest): PartnerRecord | Rejection {
  const { world } = turn
  const { seed, masterAccount } = world.settings
  const slot = world.access.partners.size
  const { name = `Test Partner ${slot + 1}`, masterAccount: account = {}, ...identity } = request
  const partner = newPartner(seed, slot, { ...identity, name, masterAccount: world.accounts.masters.size })
  // Refusals.
  const taken = takenBy(world, partner)
  if (taken !== undefined) {
    return reject(
      'partner_exists',
      `Failed to add the partner "${name}": another partner has the ${taken} "${partner[taken]}". Give another ${taken}, or leave it out. (§1)`,
    )
  }

  // Opening the account may still be refused; then nothing that this operation changed is kept.
  addPartnerState(world, partner)
  turn.tell({ what: 'partner.added', partnerId: partner.id, name })
  const opened = openAccountOf(turn, slot, { balance: masterAccount.balance, ...account })
  return isRejection(opened) ? opened : partnerRecord(world, slot)
}

export const getPartner = inquiryOf(findPartner, ({ world }, slot) => partnerRecord(world, slot))

/** Lists all partners in the order in which they were added; the default partner is the first. */
export function listPartners({ world }: Reading): PartnerRecord[] {
  return Array.from({ length: world.access.partners.size }, (_, slot) => partnerRecord(world, slot))
}

export function findPartner({ world }: Pick<Reading, 'world'>, id: string, verb: string): number | Rejection {
  const slot = slotOfPartner(world, 'id', id)
  if (slot !== undefined) return slot
  return reject(
    'partner_not_found',
    `Failed to ${verb} the partner "${id}": this bank has no such partner. Take the id from bank.partners.add() or bank.partner. (§1)`,
  )
}
