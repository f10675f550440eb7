/** Batches: approved wires go out together. When the central bank acknowledges a batch, its wires are posted and completed. (§3, §8) */
import { strike } from '../faults/fault.ts'
import type { FaultState } from '../faults/state.ts'
import { Table } from '../kernel/table.ts'
import { type Calendar, effectiveDate, nextRelease } from '../kernel/time/calendar.ts'
import type { Instant } from '../kernel/time/instant.ts'
import { plan, type Reading, type Turn } from '../turn.ts'
import {
  changeWire,
  complete,
  emitWireEvent,
  move,
  movesMoney,
  passesRelease,
  takeNetworkSequence,
} from './progress.ts'
import { batchIdOf, paymentIdOf } from './wire-record.ts'
import { mayBe } from './wire-status.ts'

/** A batch as a test sees it. */
export interface Batch {
  fedBatchId: string
  /** The payments in it, in the order of `fedBatchSequence`. */
  paymentIds: string[]
}

/** Puts an approved wire among those that wait for the next batch, and schedules that batch. */
export function awaitRelease(turn: Turn, slot: number): void {
  const { world } = turn
  world.wires.waiting = world.wires.waiting.add(slot)
  if (world.wires.releaseAt !== null) return
  const at = nextBatchAt(turn)
  if (at === null) return
  world.wires.releaseAt = at
  world.schedule = world.schedule.set(at, { operation: 'batches.release', subject: 0 })
}

/** Releases every waiting wire that may still go out, as one batch; undefined if there is none. */
export function releaseBatch(turn: Turn): Batch | undefined {
  const { world, assume } = turn
  // A wire that was held and approved again waits twice. Canceled wires stay in that list, too.
  const waiting = [...new Set(world.wires.waiting)]
  const pending = waiting.filter((slot) => mayBe('release', world.wires.payments.at(slot).status))
  const ready = pending.filter((slot) => passesRelease(turn, slot))
  const goingOut = ({ count }: FaultState) => count ?? Math.floor(ready.length / 2)
  const partial = strike(turn, 'partialRelease', (fault) => goingOut(fault) < ready.length)
  const wires = Table.from(partial ? ready.slice(0, goingOut(partial)) : ready)
  world.wires.waiting = Table.empty
  for (const slot of ready.slice(wires.size)) awaitRelease(turn, slot)
  if (wires.size === 0) return undefined

  const { seed } = world.settings
  const batch = world.wires.batches.size
  world.wires.batches = world.wires.batches.add({ wires, releasedAt: world.now })
  let amount = 0
  for (const slot of wires) {
    const { order } = world.wires.payments.at(slot)
    if (movesMoney(order)) amount += order.request.amount
  }
  turn.tell({ what: 'batch.released', batchId: batchIdOf(seed, batch), wires: wires.size, amount })

  assume('wires.batches')
  assume('wires.effectiveDate')
  const effectiveAt = effectiveDate(world.now, calendarOf(turn))
  for (const [index, slot] of [...wires].entries()) {
    changeWire(turn, slot, (wire) => {
      wire.batch = batch
      wire.batchSequence = index + 1
      wire.effectiveAt = effectiveAt
    })
  }
  const seconds = world.settings.release === 'instant' ? 0 : assume('wires.batchedSeconds')
  if (seconds === 0) sendBatch(turn, batch)
  else {
    for (const slot of wires) move(turn, slot, 'Batched')
    plan(turn, 'batches.send', batch, seconds)
  }
  return { fedBatchId: batchIdOf(seed, batch), paymentIds: [...wires].map((slot) => paymentIdOf(seed, slot)) }
}

/** Sends the wires of a batch to the central bank. */
export function sendBatch(turn: Turn, batch: number): void {
  const { world, assume } = turn
  const seconds = world.settings.release === 'instant' ? 0 : assume('wires.acknowledgementSeconds')
  for (const slot of world.wires.batches.at(batch).wires) {
    emitWireEvent(turn, 'Wire.Payment.Processed', slot)
    if (seconds === 0) acknowledgeWire(turn, slot)
    else {
      move(turn, slot, 'Processing', (wire) => {
        wire.processedAt = wire.lastModifiedAt
      })
    }
  }
  if (seconds > 0) plan(turn, 'batches.acknowledge', batch, seconds)
}

export function acknowledgeBatch(turn: Turn, batch: number): void {
  for (const slot of turn.world.wires.batches.at(batch).wires) acknowledgeWire(turn, slot)
}

function acknowledgeWire(turn: Turn, slot: number): void {
  const networkSequence = takeNetworkSequence(turn)
  complete(turn, slot, (wire) => {
    wire.networkSequence = networkSequence
    wire.acceptedAt = wire.lastModifiedAt
  })
  emitWireEvent(turn, 'Wire.Payment.Sent', slot)
}

export function calendarOf({ world, assume }: Pick<Reading, 'world' | 'assume'>): Calendar {
  return {
    zone: world.settings.timeZone,
    holidays: assume('wires.holidays'),
    batchTimes: assume('wires.batchTimes'),
    cutOff: assume('wires.cutOff'),
  }
}

/** The instant of the next batch; null if only the test releases batches. */
export function nextBatchAt(reading: Pick<Reading, 'world' | 'assume'>): Instant | null {
  const { now, settings } = reading.world
  if (settings.release === 'manual') return null
  if (settings.release === 'instant') return now
  if (settings.release === 'calendar') return nextRelease(now, calendarOf(reading))
  const passed = Math.floor((now - settings.now) / settings.release)
  return settings.now + (passed + 1) * settings.release
}
