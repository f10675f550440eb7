/** When the next batch goes out, by the world's release mode. (§3, §8) */
import { type Calendar, nextRelease } from '../kernel/time/calendar.ts'
import type { Instant } from '../kernel/time/instant.ts'
import type { Reading } from '../turn.ts'

/** The bank's calendar, from the catalogue. */
export function calendarOf({ world, assume }: Pick<Reading, 'world' | 'assume'>): Calendar {
  return {
    zone: world.settings.timeZone,
    holidays: assume('wires.holidays'),
    batchTimes: assume('wires.batchTimes'),
    cutOff: assume('wires.cutOff'),
  }
}

/** The next batch strictly after now; now itself where release is instant; null where only the desk releases. */
export function nextBatchAt(reading: Pick<Reading, 'world' | 'assume'>): Instant | null {
  const { now, settings } = reading.world
  if (settings.release === 'manual') return null
  if (settings.release === 'instant') return now
  if (settings.release === 'calendar') return nextRelease(now, calendarOf(reading))
  const passed = Math.floor((now - settings.now) / settings.release)
  return settings.now + (passed + 1) * settings.release
}
