/** Calendars: instants shortly before rare days, at which much code gets the calendar wrong. */
import { businessDayFrom, isFederalHoliday, isKeptOnMondayAfter } from '../../core/kernel/time/calendar.ts'
import {
  DAY,
  type Day,
  dayOf,
  formatInstant,
  HOUR,
  type Instant,
  instantAt,
  MINUTE,
} from '../../core/kernel/time/instant.ts'
import type { Calendar } from '../scenario.ts'

/** The days in which a rare day is looked for: enough for a holiday that falls on a Sunday. */
const FAR = 6 * 366

/** The instants of these kinds that come next after `now`, in a zone; as texts, which name their runs. */
export function instantsOf(kinds: readonly Calendar[], now: Instant, zone: string): string[] {
  const today = dayOf(now, zone)
  return kinds.flatMap((kind) => {
    const days = new Set(ofKind[kind].flatMap((isIt) => nextDay(today, (day) => isIt(day, zone)) ?? []))
    return [...days].flatMap((day) => timesOf[kind].map((time) => formatInstant(instantAt(day, time, zone), zone)))
  })
}

type IsIt = (day: Day, zone: string) => boolean

/** The milliseconds by which the next day is longer than a day, or shorter. */
const changeAfter: (day: Day, zone: string) => number = (day, zone) =>
  instantAt(day + 2, 0, zone) - instantAt(day + 1, 0, zone) - DAY

const isBeforeHoliday: IsIt = (day) =>
  isFederalHoliday(businessDayAfter(day)) && businessDayFrom(day, 'federal') === day
const isMonthEnd: IsIt = (day) => new Date((day + 1) * DAY).getUTCDate() === 1

/** The rare days of each kind, by the day before; the next of each form is tried. */
const ofKind: { readonly [Kind in Calendar]: readonly IsIt[] } = {
  // The last business day before a holiday, and before one that is kept on the Monday as its date is a Sunday.
  holidays: [isBeforeHoliday, (day, zone) => isBeforeHoliday(day, zone) && isKeptOnMondayAfter(businessDayAfter(day))],
  // Forward and back.
  'clock changes': [(day, zone) => changeAfter(day, zone) < 0, (day, zone) => changeAfter(day, zone) > 0],
  'month ends': [isMonthEnd, (day) => new Date((day + 1) * DAY).getUTCMonth() === 0 && isMonthEnd(day, '')],
}

/** Wall times on that day: before the last batch of it, and when it is nearly over. */
const timesOf: { readonly [Kind in Calendar]: readonly number[] } = {
  holidays: [15 * HOUR, 19 * HOUR],
  'clock changes': [15 * HOUR, 23 * HOUR + 30 * MINUTE],
  'month ends': [15 * HOUR, 23 * HOUR + 45 * MINUTE],
}

/** The next weekday: a holiday on a weekday is a rare day, and a weekend is not. */
const businessDayAfter = (day: Day): Day => businessDayFrom(day + 1, 'none')

function nextDay(from: Day, isIt: (day: Day) => boolean): Day | undefined {
  for (let day = from; day < from + FAR; day++) if (isIt(day)) return day
  return undefined
}
