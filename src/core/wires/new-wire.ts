/** A new wire, outbound or inbound: the checks of its request, its order, and its first state. (§2.3, §2.5, §8) */
import { findSubledger, partnerOfSubledger } from '../accounts/lookup.ts'
import type { Assume } from '../assumptions/notes.ts'
import { outcomeAt, takeExpectation } from '../faults/outcomes.ts'
import type { Money } from '../kernel/money.ts'
import { isRejection, type Problem, type Rejection, reject } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { meaningOf } from './business-function-code.ts'
import type { WireOrder, WireState } from './state.ts'
import type { Unchecked, WirePaymentRequest } from './wire.ts'
import { paymentIdOf } from './wire-record.ts'

type OrderRequest = Pick<Unchecked<WirePaymentRequest>, 'accountNumber' | 'businessFunctionCode' | 'amount'>

/** Returns a refusal, or the slot of the subledger. `verb` begins the message of a refusal: `originate a wire from`. */
export function checkRequest(
  reading: Reading,
  { accountNumber, amount, businessFunctionCode }: OrderRequest,
  verb: string,
): number | Rejection {
  const subledger = findSubledger(reading, accountNumber, verb)
  if (isRejection(subledger)) return subledger
  if (!amount && !meaningOf(businessFunctionCode).needsAmount) return subledger
  const problem = problemOfAmount(reading.assume, amount)
  if (problem === undefined) return subledger
  return reject(
    'amount_is_out_of_range',
    `Failed to ${verb} "${accountNumber}": the amount ${problem.message}. Send a whole number of minor units: 100.00 is 10000. (§8)`,
    [problem],
  )
}

/** The problem of an amount that is not within the limits. */
export function problemOfAmount(assume: Assume, amount: Money | undefined): Problem | undefined {
  const reaches = (least: Money) => amount !== undefined && amount >= least
  const exceeds = (most: Money) => amount !== undefined && amount > most
  const isEnough = reaches(assume('limits.amountMinimum', reaches))
  if (isEnough && !exceeds(assume('limits.amountMaximum', exceeds))) return undefined
  const [least, most] = [assume('limits.amountMinimum'), assume('limits.amountMaximum')]
  return {
    path: 'amount',
    message: `${amount} is not from ${least} to ${most} minor units`,
    code: 'amount_is_out_of_range',
  }
}

/** Makes the order of a wire. A service message without an amount gets the amount 0. */
export function orderOf<Direction extends WireOrder['direction'], Request extends OrderRequest>(
  world: World,
  direction: Direction,
  subledger: number,
  request: Request,
) {
  const { amount } = request
  const kept = amount === undefined ? { ...request, amount: 0 } : (request as Request & { readonly amount: Money })
  return { direction, partner: partnerOfSubledger(world, subledger), subledger, createdAt: world.now, request: kept }
}

/** What a new wire begins with. */
type Beginning = Pick<WireState, 'effectiveAt'> & { readonly status: 'Created' | 'Hold' } & Partial<
    Pick<WireState, 'networkSequence' | 'acceptedAt'>
  >

export function newWire(
  order: WireOrder,
  { status, effectiveAt, networkSequence, acceptedAt }: Beginning,
  expectation: WireState['expectation'] = null,
  isHeldByDesk = false,
): WireState {
  return {
    order,
    status,
    postingCode: null,
    isReserved: false,
    isHeldByDesk,
    batch: null,
    batchSequence: null,
    networkSequence: networkSequence ?? null,
    acceptedAt: acceptedAt ?? null,
    transaction: null,
    processedAt: null,
    completedAt: null,
    lastModifiedAt: null,
    effectiveAt,
    wasReversed: false,
    reason: null,
    expectation,
  }
}

/** Adds a wire, with the outcome that a test asked for, if any. Returns the slot of the wire. */
export function addWire(turn: Turn, order: WireOrder, beginning: Beginning): number {
  const { world } = turn
  const slot = world.wires.payments.size
  const { request, direction, partner } = order
  const expectation = takeExpectation(turn, 'wire', () => ({ ...request, direction }), partner)
  const isHeldByDesk = outcomeAt(world, expectation)?.status === 'Hold'
  const wire = newWire(order, beginning, expectation, isHeldByDesk)
  world.wires.payments = world.wires.payments.add(wire)
  tellOfStatus(turn, 'wire.created', slot, wire)
  return slot
}

/** Reports the status that a wire has now. */
export function tellOfStatus(
  turn: Turn,
  what: 'wire.created' | 'wire.moved',
  slot: number,
  { order, status }: WireState,
): void {
  const { accountNumber, amount, businessFunctionCode } = order.request
  const { paymentType } = meaningOf(businessFunctionCode)
  const paymentId = paymentIdOf(turn.world.settings.seed, slot)
  turn.tell({ what, paymentId, accountNumber, direction: order.direction, amount, status, paymentType })
}
