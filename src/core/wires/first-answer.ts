/**
 * The first answer to a request for a wire, for repeated requests. The bank keeps the data from which the answer was made, as the record
 * itself is five times as large. (§4 call 2)
 */
import { effectiveDate } from '../kernel/time/calendar.ts'
import type { Reading } from '../turn.ts'
import { calendarOf } from './batch-times.ts'
import { newWire } from './progress.ts'
import type { WirePayment } from './wire.ts'
import { wireRecord } from './wire-record.ts'

/** The data of the first answer: the wire, whose order never changes, and the title of its account at that time. */
export interface FirstAnswer {
  readonly wire: number
  readonly title: string
}

/** The data of the answer that was just given, for the newest wire. */
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
