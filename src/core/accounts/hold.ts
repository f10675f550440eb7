/**
 * Holds: a hold sets money of an account aside until its release. The money stays in the current balance, but is not available. Partner
 * and Internal users both place holds; a Partner user changes and releases only Partner holds. (§1, §2.8 rules 4–6)
 */
import { finderOf, inquiryOf, operationOf } from '../finder.ts'
import { uuidOf } from '../kernel/identity.ts'
import { type Changes, whenKnown } from '../kernel/known.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { timeOf } from '../kernel/time/instant.ts'
import { hold, holdStaysExact, shortBalance } from '../ledger/ledger.ts'
import { matcherOfAccount } from '../ledger/transaction-record.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { findSubledger, numberOfSubledger, partnerOfSubledger } from './lookup.ts'
import type { HoldState, RestrictionType } from './state.ts'

type HoldStatus = (typeof holdStatuses)[number]
export const holdStatuses = ['Placed', 'Released'] as const

/** A hold as a test sees it. */
export interface Hold {
  /** UUID. */
  id: string
  accountNumber: string
  /** Minor units. */
  amount: Money
  reason: string
  notes?: string
  /** The type of the user who placed the hold. */
  type: RestrictionType
  status: HoldStatus
  createdAt: string
  releasedAt?: string
}

/** Which holds to list, and which page of the list. */
export interface HoldQuery extends PageQuery {
  /** The number of a subledger, or of a master account for the holds of all its subledgers. */
  accountNumber?: string | undefined
}

export function listHolds(reading: Reading, query: HoldQuery): Page<Hold> | Rejection {
  const { world, actor } = reading
  const isWanted = matcherOfAccount(reading, query.accountNumber, 'list the holds of')
  if (isRejection(isWanted)) return isWanted

  const isListed = (placed: HoldState) =>
    isOnMoney(placed) && isWanted(placed.subledger) && maySee(actor, partnerOfSubledger(world, placed.subledger))
  const slots = slotsWhere(world.accounts.holds, isListed)
  return pageOf(reading, query, slots, (slot) => holdRecord(world, slot))
}

const findHold = finderOf({
  stream: streams.hold,
  records: (world) => world.accounts.holds,
  isSeen: ({ subledger }, partner, world) => partnerOfSubledger(world, subledger) === partner,
  code: 'hold_not_found',
  noun: 'hold',
  advice: 'there is no such hold on the accounts of this partner. Take the id from the answer that placed it. (§2.8)',
})

/** Reads one hold, placed or released. Partner users see Internal holds too. */
export const getHold = inquiryOf(findHold, ({ world }, slot) => holdRecord(world, slot))

function holdRecord(world: World, slot: number): Hold {
  const placed = world.accounts.holds.at(slot)
  return {
    id: uuidOf(world.settings.seed, streams.hold, slot),
    accountNumber: numberOfSubledger(world, placed.subledger),
    amount: placed.amount,
    reason: placed.reason,
    ...whenKnown(placed.notes, (notes) => ({ notes })),
    type: placed.type,
    status: isOnMoney(placed) ? 'Placed' : 'Released',
    createdAt: timeOf(world, placed.placedAt),
    ...whenKnown(placed.releasedAt, (instant) => ({ releasedAt: timeOf(world, instant) })),
  }
}

/** True while the money of the hold is not available. */
export function isOnMoney({ releasedAt }: HoldState): boolean {
  return releasedAt === null
}

/** The input of `bank.holds.place()`. */
export interface HoldRequest {
  /** The account or subledger whose money is held; the number of a master account stands for its implicit subledger. */
  accountNumber: string
  /** Minor units. */
  amount: Money
  /** By default `Hold`. */
  reason?: string | undefined
  notes?: string | undefined
}

/** The changes of a hold; a missing field keeps its value. */
export type HoldChanges = Changes<Omit<HoldRequest, 'accountNumber'>>

export function placeHold(turn: Turn, request: HoldRequest): Hold | Rejection {
  const { world } = turn
  const { accountNumber, amount } = request
  // Refusals.
  const subledger = findSubledger(turn, accountNumber, 'place a hold on')
  if (isRejection(subledger)) return subledger
  const refused = refusalOfMoney(turn, subledger, amount, `place a hold on "${accountNumber}"`)
  if (refused) return refused

  // Nothing is refused from here on.
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
  return reportHold(turn, slot, 'hold.placed')
}

export const updateHold = operationOf(findChangeable, 'change', (turn, slot, changes: HoldChanges & { id: string }) => {
  const { world } = turn
  // Refusals.
  const placed = world.accounts.holds.at(slot)
  const { id, amount = placed.amount, reason = placed.reason, notes = placed.notes } = changes
  const refused = refusalOfMoney(turn, placed.subledger, amount - placed.amount, `change the hold "${id}"`)
  if (refused) return refused

  // Nothing is refused from here on.
  world.accounts.holds = world.accounts.holds.update(slot, { amount, reason, notes })
  hold(world, placed.subledger, amount - placed.amount)
  return reportHold(turn, slot, 'hold.changed')
})

export const releaseHold = operationOf(findChangeable, 'release', (turn, slot) => {
  const { world } = turn
  const placed = world.accounts.holds.at(slot)
  world.accounts.holds = world.accounts.holds.update(slot, { releasedAt: world.now })
  hold(world, placed.subledger, -placed.amount)
  return reportHold(turn, slot, 'hold.released')
})

/** Returns the slot of a hold that is not released and that the user may change or release, or a refusal. */
function findChangeable(turn: Turn, id: string, verb: string): number | Rejection {
  const slot = findHold(turn, id, verb)
  if (isRejection(slot)) return slot
  const { world, actor } = turn
  const placed = world.accounts.holds.at(slot)
  if (actor.kind === 'partner' && placed.type === 'Internal') {
    return reject(
      'hold_is_internal',
      `Failed to ${verb} the hold "${id}": it is Internal, and the user is a Partner user. Ask the bank: bank.desk.holds. (§2.8)`,
    )
  }
  if (isOnMoney(placed)) return slot
  const at = timeOf(world, placed.releasedAt as number)
  return reject(
    'hold_was_released',
    `Failed to ${verb} the hold "${id}": it was released at ${at}, and holds no money any more. Look at bank.holds.get(id).status first. (§2.8)`,
  )
}

/** Returns the refusal to hold `more` money, or undefined. `verb` begins the message of the refusal: `place a hold on "…"`. */
function refusalOfMoney(turn: Turn, subledger: number, more: Money, verb: string): Rejection | undefined {
  if (!holdStaysExact(turn.world, subledger, more)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to ${verb}: with ${more} more, a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount. Hold less. (§2.9)`,
    )
  }
  const short = more > 0 ? shortBalance(turn, subledger, more) : undefined
  if (!short || turn.assume('holds.beyondAvailable') === 'allowed') return undefined
  return reject(
    'hold_exceeds_available',
    `Failed to ${verb}: ${formatMoney(more)} asked, ${formatMoney(short.available)} available on the ${short.decidedBy}. Hold less, or fund the account first. (§2.8)`,
  )
}

function reportHold(turn: Turn, slot: number, what: 'hold.placed' | 'hold.changed' | 'hold.released'): Hold {
  const record = holdRecord(turn.world, slot)
  const { id: holdId, accountNumber, amount, reason } = record
  turn.tell({ what, holdId, accountNumber, amount, reason })
  return record
}
