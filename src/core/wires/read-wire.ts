/** Finds and reads wires. (§4 call 3) */
import { finderOf, inquiryOf } from '../finder.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading } from '../turn.ts'
import type { WirePayment } from './wire.ts'
import { wireRecord } from './wire-record.ts'
import { mayBe, statusesFor, type WireStep } from './wire-status.ts'

export const findWire = finderOf({
  stream: streams.payment,
  records: (world) => world.wires.payments,
  isSeen: ({ order }, partner) => order.partner === partner,
  code: 'payment_not_found',
  noun: 'wire',
  advice:
    "this partner has no such payment. Take the id from the answer that created it, or from the last segment of an event's resource. (§4)",
})

/** Returns a refusal of a step; undefined if the status of the wire allows the step. */
export function refusalOfStep({ world }: Reading, slot: number, id: string, step: WireStep): Rejection | undefined {
  const { status } = world.wires.payments.at(slot)
  if (mayBe(step, status)) return undefined
  return reject(
    'payment_has_another_status',
    `Failed to ${step} the wire "${id}": its status is ${status}, but it must be ${statusesFor(step).join(' or ')}. Look at bank.wires.get(id).status first. (§3)`,
  )
}

export const getWire = inquiryOf(findWire, wireRecord)

/** In the order in which the wires were created. */
export function listWires(reading: Reading, query: PageQuery): Page<WirePayment> {
  const { world, actor } = reading
  const slots = slotsWhere(world.wires.payments, ({ order }) => maySee(actor, order.partner))
  return pageOf(reading, query, slots, (slot) => wireRecord(reading, slot))
}
