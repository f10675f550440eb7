/** Batches: approved wires go out together. When the central bank acknowledges a batch, its wires are posted and completed. (§3, §8) */
import { strike } from '../faults/fault.ts'
import type { FaultState } from '../faults/state.ts'
import { Table } from '../kernel/table.ts'
import { type Calendar, effectiveDate, nextRelease } from '../kernel/time/calendar.ts'
import { type Instant, startOfDay } from '../kernel/time/instant.ts'
import { plan, planAt, type Reading, type Turn } from '../turn.ts'
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

/** Puts an approved wire among those that wait for a batch, and schedules the first batch of the day on which it takes effect. */
export function awaitRelease(turn: Turn, slot: number): void {
  const { world } = turn
  world.wires.waiting = world.wires.waiting.add(slot)
  if (world.wires.releaseAt !== null) return
  const at = nextBatchAt(turn, Math.max(world.now, world.wires.payments.at(slot).effectiveAt - 1))
  if (at === null) return
  world.wires.releaseAt = at
  planAt(turn, 'batches.release', 0, at)
}

/** Releases the planned batch. */
export function releaseByTimer(turn: Turn): void {
  turn.world.wires.releaseAt = null
  release(turn, turn.world.now)
}

/** Releases every waiting wire that may still go out, as one batch; undefined if there is none. */
export function releaseBatch(turn: Turn): Batch | undefined {
  return release(turn, Number.POSITIVE_INFINITY)
}

/** A wire that takes effect after `to` stays behind. */
function release(turn: Turn, to: Instant): Batch | undefined {
  const { world, assume } = turn
  // A wire that was held and approved again waits twice. Canceled wires stay in that list, too.
  const waiting = [...new Set(world.wires.waiting)]
  const pending = waiting.filter((slot) => mayBe('release', world.wires.payments.at(slot).status))
  const isDue = (slot: number) => world.wires.payments.at(slot).effectiveAt <= to
  const ready = pending.filter((slot) => isDue(slot) && passesRelease(turn, slot))
  const goingOut = ({ count }: FaultState) => count ?? Math.floor(ready.length / 2)
  const partial = strike(turn, 'partialRelease', (fault) => goingOut(fault) < ready.length)
  const wires = Table.from(partial ? ready.slice(0, goingOut(partial)) : ready)
  world.wires.waiting = Table.empty
  const behind = [...ready.slice(wires.size), ...pending.filter((slot) => !isDue(slot))]
  const laterAt = behind.length > 0 ? expectedDate(turn) : 0
  for (const slot of behind) {
    // A wire that misses the last batch of its day takes effect on another day.
    if (world.wires.payments.at(slot).effectiveAt < laterAt) {
      changeWire(turn, slot, (wire) => {
        wire.effectiveAt = laterAt
      })
    }
    awaitRelease(turn, slot)
  }
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

  const effectiveAt = startOfDay(world.now, world.settings.timeZone)
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

/** Only what a date or a batch rests on is read, and so counts as used. */
function calendarOf({ world, assume }: Pick<Reading, 'world' | 'assume'>): Calendar {
  return {
    zone: world.settings.timeZone,
    get holidays() {
      return assume('wires.holidays')
    },
    get batchTimes() {
      return assume('wires.batchTimes')
    },
    get cutOff() {
      return assume('wires.cutOff')
    },
  }
}

/** The instant of the first batch after `instant`; null if only the test releases batches. */
export function nextBatchAt(reading: Pick<Reading, 'world' | 'assume'>, instant = reading.world.now): Instant | null {
  const { settings } = reading.world
  if (settings.release === 'manual') return null
  if (settings.release === 'instant') return instant
  if (settings.release === 'calendar') return nextRelease(instant, calendarOf(reading))
  const passed = Math.floor((instant - settings.now) / settings.release)
  return settings.now + (passed + 1) * settings.release
}

/** Midnight of the day on which a wire that is requested or approved at `instant` is to take effect. Its batch decides in the end. */
export function expectedDate(reading: Pick<Reading, 'world' | 'assume'>, instant = reading.world.now): Instant {
  const { release, timeZone } = reading.world.settings
  if (release === 'calendar') return effectiveDate(instant, calendarOf(reading))
  return startOfDay(nextBatchAt(reading, instant) ?? instant, timeZone)
}
