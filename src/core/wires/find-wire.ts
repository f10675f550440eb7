/** Finding and reading wires. (§4 call 3) */
import { slotOfUuid } from '../kernel/identity.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { WireState } from './state.ts'
import type { WirePayment } from './wire.ts'
import { wireRecord } from './wire-record.ts'
import { mayBe, statusesFor, type WireStep } from './wire-status.ts'

/** The slot of the wire with this id that the actor may see. */
export function findWire({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  const slot = slotOfUuid(world.settings.seed, streams.payment, id)
  const wire = slot === undefined ? undefined : world.wires.payments.get(slot)
  if (slot === undefined || !wire || (actor.kind === 'partner' && actor.partner !== wire.order.partner)) {
    return reject(
      'payment_not_found',
      `Failed to ${verb} the wire "${id}": this partner has no such payment. Take the id from the answer that created it, or from the last segment of an event's resource. (§4)`,
    )
  }
  return slot
}

/** The refusal of a step that the wire's status does not allow; undefined where it does. */
export function refusalOfStep({ world }: Reading, slot: number, id: string, step: WireStep): Rejection | undefined {
  const { status } = world.wires.payments.at(slot)
  if (mayBe(step, status)) return undefined
  return reject(
    'payment_has_another_status',
    `Failed to ${step} the wire "${id}": its status is ${status}, it must be ${statusesFor(step).join(' or ')}. Look at bank.wires.get(id).status first. (§3)`,
  )
}

/** One wire. */
export function getWire(reading: Reading, { id }: { id: string }): WirePayment | Rejection {
  const slot = findWire(reading, id, 'read')
  return isRejection(slot) ? slot : wireRecord(reading, slot)
}

/** A page of the actor's wires, in the order of their creation. */
export function listWires(reading: Reading, query: PageQuery): Page<WirePayment> {
  const { world, actor } = reading
  const isListed = ({ order }: WireState) => actor.kind !== 'partner' || actor.partner === order.partner
  return pageOf(reading, query, slotsWhere(world.wires.payments, isListed), (slot) => wireRecord(reading, slot))
}
