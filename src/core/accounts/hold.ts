/**
 * Holds: money of an account that stays current and is not available, until the hold is released. Partner and Internal
 * users both place them, and a Partner user cannot release an Internal one. (§1, §2.8 rule 6)
 */
import { finderOf } from '../finder.ts'
import { uuidOf } from '../kernel/identity.ts'
import { whenKnown } from '../kernel/known.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { hold, holdStaysExact, spendable } from '../ledger/ledger.ts'
import { matcherOfAccount } from '../ledger/transaction-record.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { findSubledger, numberOfSubledger, partnerOfSubledger } from './lookup.ts'
import type { HoldState, RestrictionType } from './room.ts'

/** The status values of a hold, and what is asked of one. */
const holdStatuses = {
  Placed: { isOnMoney: true, mayBeReleased: true },
  Released: { isOnMoney: false, mayBeReleased: false },
} as const
type HoldStatus = keyof typeof holdStatuses

/** What `bank.holds.place()` takes. */
export interface HoldRequest {
  /** The account or subledger whose money is held; a master's number means its implicit subledger. */
  accountNumber: string
  /** Minor units. */
  amount: Money
  /** By default `Hold`. */
  reason?: string | undefined
  notes?: string | undefined
}

/** A hold as a test sees it. */
export interface Hold {
  /** UUID. */
  id: string
  accountNumber: string
  /** Minor units. */
  amount: Money
  reason: string
  notes?: string
  /** Set from the user who placed it. */
  type: RestrictionType
  status: HoldStatus
  createdAt: string
  releasedAt?: string
}

/** Which holds to list, and which page of them. */
export interface HoldQuery extends PageQuery {
  /** A subledger; or a master account, with those of all its subledgers. */
  accountNumber?: string | undefined
}

export function placeHold(turn: Turn, request: HoldRequest): Hold | Rejection {
  const { world, assume } = turn
  const { accountNumber, amount } = request
  // Refusals.
  const subledger = findSubledger(turn, accountNumber, 'place a hold on')
  if (isRejection(subledger)) return subledger
  if (!holdStaysExact(world, subledger, amount)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to place a hold of ${amount} on "${accountNumber}": a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount. Hold less. (§2.9)`,
    )
  }
  const available = spendable(world, subledger)
  if (available.amount < amount && assume('holds.beyondAvailable') === 'refused') {
    return reject(
      'hold_exceeds_available',
      `Failed to place a hold on "${accountNumber}": ${formatMoney(amount)} asked, ${formatMoney(available.amount)} available on the ${available.decidedBy}. Hold less, or fund the account first. (§2.8)`,
    )
  }

  // From here the hold must be placed.
  assume('holds.record')
  const slot = world.accounts.holds.size
  world.accounts.holds = world.accounts.holds.add({
    subledger,
    amount,
    reason: request.reason ?? 'Hold',
    notes: request.notes ?? null,
    type: turn.actor.kind === 'partner' ? 'Partner' : 'Internal',
    placedAt: world.now,
    releasedAt: null,
  })
  hold(world, subledger, amount)
  return report(turn, slot, 'hold.placed')
}

/** Releases a hold: its money is available again. A Partner user cannot release an Internal one. */
export function releaseHold(turn: Turn, { id }: { id: string }): Hold | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findHold(turn, id, 'release')
  if (isRejection(slot)) return slot
  const placed = world.accounts.holds.at(slot)
  if (turn.actor.kind === 'partner' && placed.type === 'Internal') {
    return reject(
      'hold_is_internal',
      `Failed to release the hold "${id}": it is Internal, and the user is a Partner user. Ask the bank: bank.desk.holds. (§2.8)`,
    )
  }
  if (!holdStatuses[statusOf(placed)].mayBeReleased) {
    const at = formatInstant(placed.releasedAt as number, world.settings.timeZone)
    return reject(
      'hold_was_released',
      `Failed to release the hold "${id}": it was released at ${at}, and is only once. Look at bank.holds.get(id).status first. (§2.8)`,
    )
  }

  // From here the hold must be released.
  world.accounts.holds = world.accounts.holds.set(slot, { ...placed, releasedAt: world.now })
  hold(world, placed.subledger, -placed.amount)
  return report(turn, slot, 'hold.released')
}

/** One hold, placed or released; Partner users see Internal ones too. */
export function getHold(reading: Reading, { id }: { id: string }): Hold | Rejection {
  const slot = findHold(reading, id, 'read')
  return isRejection(slot) ? slot : holdRecord(reading.world, slot)
}

/** A page of the holds that are on money now, in the order of their placing. */
export function listHolds(reading: Reading, query: HoldQuery): Page<Hold> | Rejection {
  const { world, actor } = reading
  const isWanted = matcherOfAccount(reading, query.accountNumber, 'list the holds of')
  if (isRejection(isWanted)) return isWanted

  const isListed = (placed: HoldState) =>
    holdStatuses[statusOf(placed)].isOnMoney &&
    isWanted(placed.subledger) &&
    maySee(actor, partnerOfSubledger(world, placed.subledger))
  const slots = slotsWhere(world.accounts.holds, isListed)
  return pageOf(reading, query, slots, (slot) => holdRecord(world, slot))
}

const findHold = finderOf({
  stream: streams.hold,
  records: (world) => world.accounts.holds,
  isSeen: ({ subledger }, partner, world) => partnerOfSubledger(world, subledger) === partner,
  code: 'hold_not_found',
  noun: 'hold',
  advice: 'there is none such on the accounts of this partner. Take the id from the answer that placed it. (§2.8)',
})

/** Notes what happened to a hold, and returns its record. */
function report(turn: Turn, slot: number, what: 'hold.placed' | 'hold.released'): Hold {
  const record = holdRecord(turn.world, slot)
  const { id: holdId, accountNumber, amount, reason } = record
  turn.tell({ what, holdId, accountNumber, amount, reason })
  return record
}

function holdRecord(world: World, slot: number): Hold {
  const placed = world.accounts.holds.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, streams.hold, slot),
    accountNumber: numberOfSubledger(world, placed.subledger),
    amount: placed.amount,
    reason: placed.reason,
    ...whenKnown(placed.notes, (notes) => ({ notes })),
    type: placed.type,
    status: statusOf(placed),
    createdAt: formatInstant(placed.placedAt, timeZone),
    ...whenKnown(placed.releasedAt, (instant) => ({ releasedAt: formatInstant(instant, timeZone) })),
  }
}

function statusOf({ releasedAt }: HoldState): HoldStatus {
  return releasedAt === null ? 'Placed' : 'Released'
}
