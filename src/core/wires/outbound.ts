/** Outbound wires: origination with its first answer, review, approval, cancellation. batch.ts releases them. (§2.3, §3) */
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { plan, type Turn } from '../turn.ts'
import { awaitRelease, expectedDate } from './batch.ts'
import { addWire, checkRequest, orderOf } from './new-wire.ts'
import { emitWireEvent, letGo, move, outcomeOf, passesPosting, releaseFor, reserveFor } from './progress.ts'
import { findWire, refusalOfStep } from './read-wire.ts'
import type { ServiceMessage, WirePayment, WirePaymentRequest } from './wire.ts'
import { wireRecord } from './wire-record.ts'
import { mayBe } from './wire-status.ts'

export function createWire(
  turn: Turn,
  request: WirePaymentRequest | ServiceMessage<WirePaymentRequest>,
): WirePayment | Rejection {
  const { world, assume } = turn
  // Refusals.
  const subledger = checkRequest(turn, request, 'originate a wire from')
  if (isRejection(subledger)) return subledger

  // Nothing is refused from here on.
  const order = orderOf(world, 'Outbound', subledger, request)
  const slot = addWire(turn, order, { status: 'Created', effectiveAt: expectedDate(turn) })
  plan(turn, 'wires.review', slot, world.settings.release === 'instant' ? 0 : assume('wires.reviewSeconds'))
  return wireRecord(turn, slot)
}

/** Checks the account, its restrictions and its money. Then reserves the money, or rejects the wire. */
export function reviewWire(turn: Turn, slot: number): void {
  const { world, assume } = turn
  if (!mayBe('review', world.wires.payments.at(slot).status)) return
  if (!passesPosting(turn, slot)) return
  reserveFor(turn, slot)
  const { status, holdSeconds } = outcomeOf(turn, slot) ?? {}
  const isCleared = status
    ? status === 'Completed' && holdSeconds === null
    : assume('wires.reviewOutcome') === 'Pending'
  if (isCleared) {
    toPending(turn, slot)
    return
  }
  move(turn, slot, 'Hold')
  const minutes = holdSeconds === undefined ? assume('wires.holdMinutes') : null
  const seconds = minutes === null ? holdSeconds : minutes * 60
  if (seconds != null) plan(turn, 'wires.clear', slot, seconds)
}

/** Ends a hold that clears by itself. Does nothing if the desk holds the wire. */
export function clearWire(turn: Turn, slot: number): void {
  const { status, isHeldByDesk } = turn.world.wires.payments.at(slot)
  if (mayBe('approve', status) && !isHeldByDesk) toPending(turn, slot)
}

/** Approves a wire, which then waits for a batch. If the cut-off of its day has come, the wire goes out on a later day. */
export function toPending(turn: Turn, slot: number): void {
  const effectiveAt = expectedDate(turn)
  move(turn, slot, 'Pending', (wire) => {
    letGo(wire)
    wire.effectiveAt = Math.max(wire.effectiveAt, effectiveAt)
  })
  awaitRelease(turn, slot)
}

export function cancelWire(turn: Turn, { id }: { id: string }): WirePayment | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findWire(turn, id, 'cancel')
  if (isRejection(slot)) return slot
  const { order } = world.wires.payments.at(slot)
  if (order.direction === 'Inbound') {
    return reject(
      'payment_has_another_direction',
      `Failed to cancel the wire "${id}": it is Inbound, and only an Outbound wire can be canceled. Return an inbound wire with bank.desk.reject(). (§3)`,
    )
  }
  const refusal = refusalOfStep(turn, slot, id, 'cancel')
  if (refusal) return refusal

  // Nothing is refused from here on.
  releaseFor(turn, slot)
  move(turn, slot, 'Canceled', letGo)
  emitWireEvent(turn, 'Wire.Payment.Canceled', slot)
  return wireRecord(turn, slot)
}
