/** Inbound wires, which are received at once and posted after their review, on the virtual clock. (§2.5, §3) */
import { startOfDay } from '../kernel/time/instant.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import { plan, type Turn } from '../turn.ts'
import { addWire, checkRequest, orderOf } from './new-wire.ts'
import { complete, emitWireEvent, letGo, outcomeOf, passesPosting, takeNetworkSequence } from './progress.ts'
import type { InboundWireRequest, ServiceMessage, WirePayment } from './wire.ts'
import { wireRecord } from './wire-record.ts'
import { mayBe } from './wire-status.ts'

export function simulateInbound(
  turn: Turn,
  request: InboundWireRequest | ServiceMessage<InboundWireRequest>,
): WirePayment | Rejection {
  const { world, assume } = turn
  // Refusals.
  const subledger = checkRequest(turn, request, 'simulate an inbound wire to')
  if (isRejection(subledger)) return subledger

  // Nothing is refused from here on.
  const order = orderOf(world, 'Inbound', subledger, request)
  const slot = addWire(turn, order, {
    status: 'Hold',
    effectiveAt: startOfDay(world.now, world.settings.timeZone),
    networkSequence: takeNetworkSequence(turn),
    acceptedAt: world.now,
  })
  plan(turn, 'wires.postInbound', slot, outcomeOf(turn, slot)?.holdSeconds ?? assume('wires.inboundSeconds'))
  emitWireEvent(turn, 'Wire.Payment.Received', slot)
  return wireRecord(turn, slot)
}

/** Ends the review of an inbound wire. Does nothing if the desk holds the wire. */
export function postInbound(turn: Turn, slot: number): void {
  const { status, isHeldByDesk } = turn.world.wires.payments.at(slot)
  if (mayBe('approve', status) && !isHeldByDesk) toPosted(turn, slot)
}

export function toPosted(turn: Turn, slot: number): void {
  if (!passesPosting(turn, slot)) return
  complete(turn, slot, letGo)
}
