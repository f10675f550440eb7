/** Finds and reads restrictions. Partner users see Internal restrictions too. (§2.8 rules 4, 5) */
import { slotOfUuid } from '../kernel/identity.ts'
import { type Page, type PageQuery, pageOf } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading } from '../turn.ts'
import { masterAccountNumber } from './account-number.ts'
import { findMaster } from './lookup.ts'
import { type Restriction, restrictionRecord } from './restriction.ts'
import type { RestrictionState } from './state.ts'

/** The id of a restriction, and over HTTP also the master account in the path. */
export interface RestrictionKey {
  id: string
  accountNumber?: string | undefined
}

/** The restrictions to list, and the page of them. */
export interface RestrictionQuery extends PageQuery {
  accountNumber: string
}

/** Reads one restriction, even after its removal, because events still name it. */
export function getRestriction(reading: Reading, key: RestrictionKey): Restriction | Rejection {
  reading.assume('restrictions.management')
  const slot = find(reading, key, 'read')
  return isRejection(slot) ? slot : restrictionRecord(reading.world, slot)
}

/** Returns a page of the restrictions on a master account, in the order in which they were placed. */
export function listRestrictions(reading: Reading, query: RestrictionQuery): Page<Restriction> | Rejection {
  const { world } = reading
  const account = findMaster(reading, query.accountNumber, 'list the restrictions of')
  if (isRejection(account)) return account
  reading.assume('restrictions.management')
  const { restrictions } = world.accounts.masters.at(account)
  return pageOf(reading, query, restrictions, (slot) => restrictionRecord(world, slot))
}

/** Returns the slot of a restriction that is not removed, or a refusal. */
export function findPlaced(reading: Reading, key: RestrictionKey, verb: string): number | Rejection {
  return find(reading, key, verb, ({ removedAt }) => removedAt === null)
}

/**
 * Returns the slot of a restriction that the actor may see and that satisfies `isWanted`, or a refusal. Removed restrictions are found too,
 * unless `isWanted` excludes them.
 */
function find(
  { world, actor }: Reading,
  { id, accountNumber }: RestrictionKey,
  verb: string,
  isWanted: (restriction: RestrictionState) => boolean = () => true,
): number | Rejection {
  const { seed } = world.settings
  const slot = slotOfUuid(seed, streams.restriction, id)
  const restriction = slot === undefined ? undefined : world.accounts.restrictions.get(slot)
  const isSeen =
    restriction &&
    isWanted(restriction) &&
    maySee(actor, world.accounts.masters.at(restriction.account).partner) &&
    (accountNumber === undefined || masterAccountNumber(seed, restriction.account) === accountNumber)
  if (slot !== undefined && isSeen) return slot
  const place = accountNumber === undefined ? 'the accounts of this partner' : `the account "${accountNumber}"`
  return reject(
    'restriction_not_found',
    `Failed to ${verb} the restriction "${id}": there is no such restriction on ${place}. Take the id from the answer that placed it. (§2.8)`,
  )
}
