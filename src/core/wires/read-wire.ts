/**
 * Finds and reads wires. A wire is read more often than it changes, and making its record takes ten times as long as copying it. So a cache
 * keeps the records that were read last, keyed by the states of their wires. (§4 call 3)
 */
import type { Partner } from '../access/state.ts'
import type { AssumptionId } from '../assumptions/catalogue.ts'
import { finderOf, inquiryOf } from '../finder.ts'
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading } from '../turn.ts'
import type { World } from '../world.ts'
import type { WireState } from './state.ts'
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

export const getWire = inquiryOf(findWire, readWire)

/** In the order in which the wires were created. */
export function listWires(reading: Reading, query: PageQuery): Page<WirePayment> {
  const { world, actor } = reading
  const slots = slotsWhere(world.wires.payments, ({ order }) => maySee(actor, order.partner))
  return pageOf(reading, query, slots, (slot) => readWire(reading, slot))
}

/** A record, the assumptions that it rests on, and the values from which it was made besides the state of the wire. */
interface Kept {
  readonly record: WirePayment
  readonly uses: readonly AssumptionId[]
  readonly settings: World['settings']
  readonly title: string
  readonly partner: Partner
  /** The JSON of the record, if it has been asked for. */
  json?: string
}

/** The cache keeps at least this many records, at most twice as many: a bank with millions of wires must not be in memory twice. */
const ENOUGH = 4_096

let newer = new Map<WireState, Kept>()
let older = new Map<WireState, Kept>()

/** The record that was handed out last. Over HTTP, its JSON is needed next. */
let last: { readonly copy: WirePayment; readonly kept: Kept } | undefined

export function readWire(reading: Reading, slot: number): WirePayment {
  const { accounts, access, settings, wires } = reading.world
  const wire = wires.payments.at(slot)
  const { title } = accounts.subledgers.at(wire.order.subledger)
  const partner = access.partners.at(wire.order.partner)
  const known = newer.get(wire) ?? older.get(wire)
  if (known?.title === title && known.partner === partner && known.settings === settings) {
    for (const id of known.uses) reading.assume(id)
    return handOut(known)
  }
  const uses: AssumptionId[] = []
  const assume: Reading['assume'] = (id) => {
    uses.push(id)
    return reading.assume(id)
  }
  const record = wireRecord({ world: reading.world, assume }, slot)
  if (newer.size >= ENOUGH) [newer, older] = [new Map(), newer]
  const kept: Kept = { record, uses, settings, title, partner }
  newer.set(wire, kept)
  return handOut(kept)
}

/** Returns the JSON of a call's result. For the record handed out last, it is cached: no caller can have changed this record yet. */
export function jsonOfResult(result: unknown): string {
  if (last === undefined || last.copy !== result) return JSON.stringify(result)
  last.kept.json ??= JSON.stringify(last.kept.record)
  return last.kept.json
}

function handOut(kept: Kept): WirePayment {
  const copy = copyOf(kept.record)
  last = { copy, kept }
  return copy
}

const copyOf = (record: WirePayment): WirePayment => ({
  ...record,
  originatingFi: { ...record.originatingFi },
  originator: { ...record.originator },
  beneficiaryFi: { ...record.beneficiaryFi },
  beneficiary: { ...record.beneficiary },
})
