/** When a scenario happens: instants shortly before what is rare, at which the calendar itself goes wrong for many. */
import { businessDayFrom, isFederalHoliday } from '../../../core/kernel/time/calendar.ts'
import {
  DAY,
  type Day,
  dayOf,
  formatInstant,
  HOUR,
  type Instant,
  instantAt,
  MINUTE,
} from '../../../core/kernel/time/instant.ts'
import type { Calendar } from '../scenario.ts'

/** Far enough for the next of each. */
const A_YEAR = 366

/** The instants of these kinds that come next after `now`, in a zone; as texts, which name their runs. */
export function instantsOf(kinds: readonly Calendar[], now: Instant, zone: string): string[] {
  const today = dayOf(now, zone)
  return kinds.flatMap((kind) => {
    const days = nextDays(today, howMany[kind], (day) => ofKind[kind](day, zone))
    return days.flatMap((day) => timesOf[kind].map((time) => formatInstant(instantAt(day, time, zone), zone)))
  })
}

/** Clocks go forward and back. */
const howMany: { readonly [Kind in Calendar]: number } = { holidays: 1, 'clock changes': 2, 'month ends': 1 }

/** Whether something of this kind begins on the day after. */
const ofKind: { readonly [Kind in Calendar]: (day: Day, zone: string) => boolean } = {
  // The last business day before it.
  holidays: (day) => isFederalHoliday(businessDayAfter(day)) && businessDayFrom(day, 'federal') === day,
  'clock changes': (day, zone) => instantAt(day + 2, 0, zone) - instantAt(day + 1, 0, zone) !== DAY,
  'month ends': (day) => new Date((day + 1) * DAY).getUTCDate() === 1,
}

/** Wall times on that day: before the last batch of it, and when it is nearly over. */
const timesOf: { readonly [Kind in Calendar]: readonly number[] } = {
  holidays: [15 * HOUR, 19 * HOUR],
  'clock changes': [15 * HOUR, 23 * HOUR + 30 * MINUTE],
  'month ends': [15 * HOUR, 23 * HOUR + 45 * MINUTE],
}

function businessDayAfter(day: Day): Day {
  let next = day + 1
  // Weekends are no news.
  while ([0, 6].includes(new Date(next * DAY).getUTCDay())) next++
  return next
}

function nextDays(from: Day, count: number, isIt: (day: Day) => boolean): Day[] {
  const days: Day[] = []
  for (let day = from; day < from + A_YEAR && days.length < count; day++) if (isIt(day)) days.push(day)
  return days
}
