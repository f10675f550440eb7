/** The desk: what the bank's operations team does to a wire. (§1, §3) */
import { operationOf } from '../finder.ts'
import { reverseTransaction } from '../ledger/post.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { toPosted } from './inbound.ts'
import { toPending } from './outbound.ts'
import { activityOf, changeWire, endAsRejected, move, passesPosting, reserveFor, tellOfMoney } from './progress.ts'
import { findWire, refusalOfStep } from './read-wire.ts'
import type { WirePayment } from './wire.ts'
import { paymentIdOf, wireRecord } from './wire-record.ts'
import type { WireStep } from './wire-status.ts'

/** Puts a wire on hold, or keeps it on hold, until the desk approves or rejects it. */
export const holdWire = operationOf(findFor, 'hold', (turn, slot) => {
  move(turn, slot, 'Hold', (wire) => {
    wire.isHeldByDesk = true
  })
  return wireRecord(turn, slot)
})

/** An outbound wire becomes Pending, an inbound wire is posted. A wire that may not be posted is rejected. */
export const approveWire = operationOf(findFor, 'approve', (turn, slot) => {
  const { order, isReserved } = turn.world.wires.payments.at(slot)
  if (order.direction === 'Inbound') toPosted(turn, slot)
  else if (isReserved) toPending(turn, slot)
  else if (passesPosting(turn, slot)) {
    // The desk held the wire before its review, so the money is reserved only now.
    reserveFor(turn, slot)
    toPending(turn, slot)
  }
  return wireRecord(turn, slot)
})

/** The money of an outbound wire is available again; an inbound wire goes back to its sender. */
export const rejectByDesk = operationOf(
  findFor,
  'reject',
  (turn, slot, { reason = 'the operations team refused it' }: { id: string; reason?: string | undefined }) => {
    endAsRejected(turn, slot, { code: 'ERR', reason, from: '§3' })
    return wireRecord(turn, slot)
  },
)

export const reverseWire = operationOf(findFor, 'reverse', (turn, slot, { id }): WirePayment | Rejection => {
  // Refusals.
  const wire = turn.world.wires.payments.at(slot)
  if (wire.wasReversed) {
    return reject(
      'payment_was_reversed',
      `Failed to reverse the wire "${id}": it was reversed before, and a wire can be reversed only once. Look at bank.wires.get(id).wasReversed first. (§3)`,
    )
  }
  if (wire.transaction === null) {
    const { businessFunctionCode } = wire.order.request
    return reject(
      'payment_moves_no_money',
      `Failed to reverse the wire "${id}": its businessFunctionCode is ${businessFunctionCode}, which moves no money, so none can come back. Reverse a transfer. (§2.3)`,
    )
  }
  const tell = () => tellOfMoney(turn, 'posted', slot, wire.order.direction === 'Outbound' ? 1 : -1)
  const failed = `reverse the wire "${id}"`
  const refused = reverseTransaction(turn, activityOf(wire.order), failed, { payment: slot }, tell)
  if (refused) return refused

  // Nothing is refused from here on.
  changeWire(turn, slot, (wire) => {
    wire.wasReversed = true
  })
  const { accountNumber, amount } = wire.order.request
  turn.tell({ what: 'wire.reversed', paymentId: paymentIdOf(turn.world.settings.seed, slot), accountNumber, amount })
  return wireRecord(turn, slot)
})

/** Reverses a wire when its timer runs, as the test asked for. */
export function reverseByTimer(turn: Turn, slot: number): void {
  const paymentId = paymentIdOf(turn.world.settings.seed, slot)
  const reversed = reverseWire(turn, { id: paymentId })
  if (!isRejection(reversed)) return
  const { accountNumber, amount } = turn.world.wires.payments.at(slot).order.request
  turn.tell({ what: 'wire.notReversed', paymentId, accountNumber, amount, reason: reversed.message })
}

function findFor(turn: Turn, id: string, step: WireStep): number | Rejection {
  const slot = findWire(turn, id, step)
  return isRejection(slot) ? slot : (refusalOfStep(turn, slot, id, step) ?? slot)
}
