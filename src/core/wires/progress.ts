/** The progress of a wire: the only module that changes its status, its reservation and its posting. (§3) */
import { outcomeAt, refusalAskedFor } from '../faults/outcomes.ts'
import type { Outcome } from '../faults/state.ts'
import { type Instant, SECOND } from '../kernel/time/instant.ts'
import type { Activity } from '../ledger/activity.ts'
import { reserve } from '../ledger/ledger.ts'
import { type Decision, decidePosting, obstaclesBesidesMoney } from '../ledger/posting-decision.ts'
import { addTransaction, postTransaction } from '../ledger/transaction.ts'
import { plan, type Reading, type Turn } from '../turn.ts'
import { emitEvent } from '../webhooks/event.ts'
import type { BankEventName } from '../webhooks/event-name.ts'
import type { World } from '../world.ts'
import { meaningOf } from './business-function-code.ts'
import { tellOfStatus } from './new-wire.ts'
import type { WireOrder, WireState } from './state.ts'
import { paymentIdOf, resourceOf } from './wire-record.ts'
import type { WireStatus } from './wire-status.ts'

/** False for a drawdown request, which only asks for money, and for a service message, which is text. (§2.3) */
export function movesMoney({ request }: WireOrder): boolean {
  return meaningOf(request.businessFunctionCode).movesMoney
}

/** What a wire does to its account. Only for a wire that moves money. */
export function activityOf({ direction, subledger, request }: WireOrder): Activity {
  const isOutbound = direction === 'Outbound'
  return {
    subledger,
    other: null,
    rail: 'Wire',
    transactionType: isOutbound ? 'Debit' : 'Credit',
    transactionCode: isOutbound ? 'Outgoing Wire' : 'Incoming Wire',
    amount: request.amount,
  }
}

export type WireEdit = (wire: { -readonly [Field in keyof WireState]: WireState[Field] }) => void

/** Sets `lastModifiedAt`, then calls `edit`. An edit takes its other times from this field, so that in memory all share one number. */
export function changeWire(turn: Turn, slot: number, edit: WireEdit): WireState {
  const { world } = turn
  const wire = { ...world.wires.payments.at(slot), lastModifiedAt: world.now }
  edit(wire)
  world.wires.payments = world.wires.payments.set(slot, wire)
  return wire
}

export function move(turn: Turn, slot: number, status: WireStatus, edit?: WireEdit): void {
  const moved = changeWire(turn, slot, (wire) => {
    wire.status = status
    edit?.(wire)
  })
  tellOfStatus(turn, 'wire.moved', slot, moved)
}

/** Returns when a wire should have been reversed, if a test asked for that and it could not be done. */
export function missedReversal(world: World, slot: number): Instant | undefined {
  const { completedAt, wasReversed } = world.wires.payments.at(slot)
  const { reverseSeconds = null } = outcomeOf({ world }, slot) ?? {}
  if (completedAt === null || reverseSeconds === null || wasReversed) return undefined
  const due = completedAt + reverseSeconds * SECOND
  return due <= world.now ? due : undefined
}

/** Returns the outcome that a test asked for on this wire, if any. */
export function outcomeOf({ world }: Pick<Reading, 'world'>, slot: number): Outcome | undefined {
  return outcomeAt(world, world.wires.payments.at(slot).expectation)
}

export function emitWireEvent(turn: Turn, name: BankEventName, slot: number): void {
  const { world } = turn
  const { partner } = world.wires.payments.at(slot).order
  emitEvent(turn, name, partner, () => resourceOf(world.settings.seed, slot))
}

/** Ends the hold of the operations team (the desk), if there is one. */
export const letGo: WireEdit = (wire) => {
  wire.isHeldByDesk = false
}

export function reserveFor(turn: Turn, slot: number): void {
  if (movesMoney(turn.world.wires.payments.at(slot).order)) setReserved(turn, slot, true)
}

export function releaseFor(turn: Turn, slot: number): void {
  if (turn.world.wires.payments.at(slot).isReserved) setReserved(turn, slot, false)
}

function setReserved(turn: Turn, slot: number, isReserved: boolean): void {
  const { order } = changeWire(turn, slot, (wire) => {
    wire.isReserved = isReserved
  })
  reserve(turn.world, order.subledger, isReserved ? order.request.amount : -order.request.amount)
  tellOfMoney(turn, isReserved ? 'reserved' : 'released', slot, 1)
}

export function endAsRejected(turn: Turn, slot: number, { code: postingCode, reason, from }: Decision): void {
  releaseFor(turn, slot)
  const { order } = changeWire(turn, slot, (wire) => {
    wire.status = 'Rejected'
    wire.postingCode = postingCode
    wire.reason = reason
  })
  const { accountNumber, amount } = order.request
  const paymentId = paymentIdOf(turn.world.settings.seed, slot)
  turn.tell({ what: 'wire.rejected', paymentId, accountNumber, amount, postingCode, reason }, from)
  emitWireEvent(turn, 'Wire.Payment.Rejected', slot)
}

/** Whether the wire may be posted now. If not, it is rejected. */
export function passesPosting(turn: Turn, slot: number): boolean {
  const { order } = turn.world.wires.payments.at(slot)
  const refusal = refusalAskedFor(outcomeOf(turn, slot))
  if (refusal) {
    rejectUnposted(turn, slot, refusal)
    return false
  }
  if (!movesMoney(order)) return true
  const decision = decidePosting(turn, activityOf(order))
  if (decision.code === 'OK') return true
  rejectUnposted(turn, slot, decision)
  return false
}

function rejectUnposted(turn: Turn, slot: number, decision: Decision): void {
  const { order } = turn.world.wires.payments.at(slot)
  if (movesMoney(order)) addTransaction(turn.world, activityOf(order), decision, { payment: slot })
  endAsRejected(turn, slot, decision)
}

/** Whether a wire whose money is reserved may still go out. If not, it is rejected. `wires.restrictionCheck` may skip this check. */
export function passesRelease(turn: Turn, slot: number): boolean {
  const { order } = turn.world.wires.payments.at(slot)
  if (!movesMoney(order)) return true
  for (const { code, fact, from } of obstaclesBesidesMoney(turn, activityOf(order))) {
    if (turn.assume('wires.restrictionCheck') === 'review') return true
    rejectUnposted(turn, slot, { code, reason: fact, from })
    return false
  }
  return true
}

/** Posts and completes a wire. A wire that moves no money is completed without a posting. */
export function complete(turn: Turn, slot: number, edit?: WireEdit): void {
  const transaction = postFor(turn, slot)
  move(turn, slot, 'Completed', (wire) => {
    edit?.(wire)
    wire.isReserved = false
    wire.transaction = transaction
    wire.postingCode = transaction === null ? null : 'OK'
    wire.processedAt ??= wire.lastModifiedAt
    wire.completedAt = wire.lastModifiedAt
  })
  const { reverseSeconds = null } = outcomeOf(turn, slot) ?? {}
  if (reverseSeconds !== null) plan(turn, 'wires.reverse', slot, reverseSeconds)
}

/** Returns the slot of the transaction; null if the wire moves no money. */
function postFor(turn: Turn, slot: number): number | null {
  const { order, isReserved } = turn.world.wires.payments.at(slot)
  if (!movesMoney(order)) return null
  const tell = () => tellOfMoney(turn, 'posted', slot, order.direction === 'Outbound' ? -1 : 1)
  return postTransaction(turn, activityOf(order), { payment: slot }, { isReserved, tell })
}

/** Takes two sequence numbers, one for the imad and one for the omad, and returns the first. */
export function takeNetworkSequence({ world }: Turn): number {
  const sequence = world.wires.networkSequence + 1
  world.wires.networkSequence += 2
  return sequence
}

/** `sign` is -1 if money leaves the account by this step, otherwise 1. */
export function tellOfMoney(turn: Turn, became: 'reserved' | 'released' | 'posted', slot: number, sign: 1 | -1): void {
  const { world } = turn
  const { order } = world.wires.payments.at(slot)
  const { accountNumber, amount } = order.request
  const paymentId = paymentIdOf(world.settings.seed, slot)
  turn.tell({ what: `money.${became}`, accountNumber, amount: sign * amount, paymentId })
}
