/**
 * Placing, changing and releasing holds. A Partner user changes and releases only Partner holds, an Internal user all holds. (§2.8 rules
 * 4–6)
 */
import { operationOf } from '../finder.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import type { Changes } from '../kernel/open.ts'
import { formatInstant } from '../kernel/time/instant.ts'
import { availableOf, hold, holdStaysExact, spendable } from '../ledger/ledger.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { findHold, type Hold, holdRecord, holdStatuses, holdStatusOf } from './hold.ts'
import { findSubledger } from './lookup.ts'

/** The input of `bank.holds.place()`. */
export interface HoldRequest {
  /** The account or subledger whose money is held; a master's number means its implicit subledger. */
  accountNumber: string
  /** Minor units. */
  amount: Money
  /** By default `Hold`. */
  reason?: string | undefined
  notes?: string | undefined
}

/** The changes of a hold; a missing field stays. */
export type HoldChanges = Changes<Omit<HoldRequest, 'accountNumber'>>

export function placeHold(turn: Turn, request: HoldRequest): Hold | Rejection {
  const { world, assume } = turn
  const { accountNumber, amount } = request
  // Refusals.
  const subledger = findSubledger(turn, accountNumber, 'place a hold on')
  if (isRejection(subledger)) return subledger
  const refused = refusalOfMoney(turn, subledger, amount, `place a hold on "${accountNumber}"`)
  if (refused) return refused

  // Nothing is refused from here on.
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
  return reportHold(turn, slot, 'hold.placed')
}

/** Changes a hold that was not released; a Partner user cannot change an Internal one (§2.8 rules 4–6). */
export const updateHold = operationOf(findChangeable, 'change', (turn, slot, changes: HoldChanges & { id: string }) => {
  const { world } = turn
  // Refusals.
  const placed = world.accounts.holds.at(slot)
  const { id, amount = placed.amount, reason = placed.reason, notes = placed.notes } = changes
  const refused = refusalOfMoney(turn, placed.subledger, amount - placed.amount, `change the hold "${id}"`)
  if (refused) return refused

  // Nothing is refused from here on.
  turn.assume('holds.changes')
  world.accounts.holds = world.accounts.holds.update(slot, { amount, reason, notes })
  hold(world, placed.subledger, amount - placed.amount)
  return reportHold(turn, slot, 'hold.changed')
})

/** Releases a hold: its money is available again. A Partner user cannot release an Internal one. */
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
  if (holdStatuses[holdStatusOf(placed)].isOnMoney) return slot
  const at = formatInstant(placed.releasedAt as number, world.settings.timeZone)
  return reject(
    'hold_was_released',
    `Failed to ${verb} the hold "${id}": it was released at ${at}, and holds no money any more. Look at bank.holds.get(id).status first. (§2.8)`,
  )
}

/** Returns the refusal to hold `more` money, or undefined. `verb` begins its message: `place a hold on "…"`. */
function refusalOfMoney({ world, assume }: Turn, subledger: number, more: Money, verb: string): Rejection | undefined {
  if (!holdStaysExact(world, subledger, more)) {
    return reject(
      'amount_exceeds_safe_range',
      `Failed to ${verb}: with ${more} more a balance would pass ${Number.MAX_SAFE_INTEGER}, the largest exact amount. Hold less. (§2.9)`,
    )
  }
  const available = spendable(world, subledger)
  const isBeyondOwn = availableOf(world.accounts.subledgers.at(subledger)) < more
  if (available.decidedBy === 'master' && isBeyondOwn) assume('holds.passthrough')
  if (more <= 0 || available.amount >= more || assume('holds.beyondAvailable') === 'allowed') return undefined
  return reject(
    'hold_exceeds_available',
    `Failed to ${verb}: ${formatMoney(more)} asked, ${formatMoney(available.amount)} available on the ${available.decidedBy}. Hold less, or fund the account first. (§2.8)`,
  )
}

/** Reports a hold, and returns its record. */
function reportHold(turn: Turn, slot: number, what: 'hold.placed' | 'hold.changed' | 'hold.released'): Hold {
  const record = holdRecord(turn.world, slot)
  const { id: holdId, accountNumber, amount, reason } = record
  turn.tell({ what, holdId, accountNumber, amount, reason })
  return record
}
