/**
 * Holds: a hold sets money of an account aside until it is released. The money stays in the current balance, but is not available. Partner
 * and Internal users both place holds; a Partner user cannot release an Internal one. (§1, §2.8 rule 6)
 */
import { finderOf, inquiryOf } from '../finder.ts'
import { uuidOf } from '../kernel/identity.ts'
import { whenKnown } from '../kernel/known.ts'
import type { Money } from '../kernel/money.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { matcherOfAccount } from '../ledger/transaction-record.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { numberOfSubledger, partnerOfSubledger } from './lookup.ts'
import type { HoldState, RestrictionType } from './state.ts'

/** The status values of a hold. `isOnMoney`: true while the money of the hold is not available. */
export const holdStatuses = {
  Placed: { isOnMoney: true },
  Released: { isOnMoney: false },
} as const
type HoldStatus = keyof typeof holdStatuses

/** A hold as a test sees it. */
export interface Hold {
  /** UUID. */
  id: string
  accountNumber: string
  /** Minor units. */
  amount: Money
  reason: string
  notes?: string
  /** The type of the user who placed it. */
  type: RestrictionType
  status: HoldStatus
  createdAt: string
  releasedAt?: string
}

/** The holds to list, and the page of them. */
export interface HoldQuery extends PageQuery {
  /** A subledger; or a master account, for the holds of all its subledgers. */
  accountNumber?: string | undefined
}

/** Returns a page of the holds that are not released, in the order in which they were placed. */
export function listHolds(reading: Reading, query: HoldQuery): Page<Hold> | Rejection {
  const { world, actor } = reading
  const isWanted = matcherOfAccount(reading, query.accountNumber, 'list the holds of')
  if (isRejection(isWanted)) return isWanted

  const isListed = (placed: HoldState) =>
    holdStatuses[holdStatusOf(placed)].isOnMoney &&
    isWanted(placed.subledger) &&
    maySee(actor, partnerOfSubledger(world, placed.subledger))
  const slots = slotsWhere(world.accounts.holds, isListed)
  return pageOf(reading, query, slots, (slot) => holdRecord(world, slot))
}

export const findHold = finderOf({
  stream: streams.hold,
  records: (world) => world.accounts.holds,
  isSeen: ({ subledger }, partner, world) => partnerOfSubledger(world, subledger) === partner,
  code: 'hold_not_found',
  noun: 'hold',
  advice: 'there is no such hold on the accounts of this partner. Take the id from the answer that placed it. (§2.8)',
})

/** Reads one hold, placed or released. Partner users see Internal holds too. */
export const getHold = inquiryOf(findHold, ({ world }, slot) => holdRecord(world, slot))

export function holdRecord(world: World, slot: number): Hold {
  const placed = world.accounts.holds.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, streams.hold, slot),
    accountNumber: numberOfSubledger(world, placed.subledger),
    amount: placed.amount,
    reason: placed.reason,
    ...whenKnown(placed.notes, (notes) => ({ notes })),
    type: placed.type,
    status: holdStatusOf(placed),
    createdAt: formatInstant(placed.placedAt, timeZone),
    ...whenKnown(placed.releasedAt, (instant) => ({ releasedAt: formatInstant(instant, timeZone) })),
  }
}

export function holdStatusOf({ releasedAt }: HoldState): HoldStatus {
  return releasedAt === null ? 'Placed' : 'Released'
}
