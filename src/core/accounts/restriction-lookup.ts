/** Finding and reading restrictions: Partner users see Internal ones too. (§2.8 rules 4, 5) */
import { slotOfUuid } from '../identity.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Reading } from '../turn.ts'
import { findMaster } from './lookup.ts'
import { type Restriction, restrictionRecord } from './restriction.ts'

/** One restriction, by its id; Partner users see Internal ones too. */
export function getRestriction(reading: Reading, { id }: { id: string }): Restriction | Rejection {
  const slot = findRestriction(reading, id, 'read')
  reading.assume('restrictions.management')
  return isRejection(slot) ? slot : restrictionRecord(reading.world, slot)
}

/** The restrictions on a master account, in the order of their placing. */
export function listRestrictions(
  reading: Reading,
  { accountNumber }: { accountNumber: string },
): Restriction[] | Rejection {
  const { world } = reading
  const account = findMaster(reading, accountNumber, 'list the restrictions of')
  if (isRejection(account)) return account
  reading.assume('restrictions.management')
  const { restrictions } = world.accounts.at(account)
  return restrictions
    .filter((slot) => !world.restrictions.at(slot).isRemoved)
    .map((slot) => restrictionRecord(world, slot))
}

/** The slot of the restriction with this id that the actor may see. */
export function findRestriction({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, 'restriction', id)
  const restriction = slot === undefined ? undefined : world.restrictions.get(slot)
  const isSeen =
    restriction && (actor.kind !== 'partner' || world.accounts.at(restriction.account).partner === actor.partner)
  if (slot === undefined || !isSeen || restriction.isRemoved) {
    return reject(
      'restriction_not_found',
      `Failed to ${verb} the restriction "${id}": there is none such on the accounts of this partner. Take the id from the answer that placed it. (§2.8)`,
    )
  }
  return slot
}
