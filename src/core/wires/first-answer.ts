/**
 * The first answer to a request for a wire: the record as it was then, for whoever repeats the request. What it was made of is kept,
 * as the record is five times as large. (§4 call 2)
 */
import { effectiveDate } from '../kernel/time/calendar.ts'
import type { Reading } from '../turn.ts'
import { calendarOf } from './batch-times.ts'
import { newWire } from './state.ts'
import type { WirePayment } from './wire.ts'
import { wireRecord } from './wire-record.ts'

/** What the record was made of: the wire, whose order never changes, and the title that its account had. */
export interface FirstAnswer {
  readonly wire: number
  readonly title: string
}

/** What is to be kept of the answer that has just been given: that of the newest wire. */
export function firstAnswer({ world }: Reading): FirstAnswer {
  const wire = world.wires.payments.size - 1
  const { subledger } = world.wires.payments.at(wire).order
  return { wire, title: world.accounts.subledgers.at(subledger).title }
}

/** The record as it was at the wire's creation. */
export function answerFrom(reading: Reading, { wire, title }: FirstAnswer): WirePayment {
  const { order } = reading.world.wires.payments.at(wire)
  const effectiveAt = effectiveDate(order.createdAt, calendarOf(reading))
  return wireRecord(reading, wire, { wire: newWire(order, 'Created', effectiveAt), title })
}
