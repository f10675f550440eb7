/** Calendars: the instants at which runs begin, shortly before days that much code gets wrong. */
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
import type { Calendar } from '../types.ts'

/** How many days ahead to look for a rare day: enough to find a holiday that falls on a Sunday. */
const FAR = 6 * 366

/** The next instants of these kinds after `now`, as texts for the names of runs. */
export function instantsOf(kinds: readonly Calendar[], now: Instant, zone: string): string[] {
  const today = dayOf(now, zone)
  return kinds.flatMap((kind) => {
    const days = new Set(ofKind[kind].flatMap((isIt) => nextDay(today, (day) => isIt(day, zone)) ?? []))
    return [...days].flatMap((day) => timesOf[kind].map((time) => formatInstant(instantAt(day, time, zone), zone)))
  })
}

type IsIt = (day: Day, zone: string) => boolean

/** By how many milliseconds the next day is longer than 24 hours; negative if it is shorter. */
const changeAfter = (day: Day, zone: string): number => instantAt(day + 2, 0, zone) - instantAt(day + 1, 0, zone) - DAY

const isBeforeHoliday: IsIt = (day) =>
  isFederalHoliday(businessDayAfter(day)) && businessDayFrom(day, { holidays: 'federal' }) === day
const isMonthEnd: IsIt = (day) => new Date((day + 1) * DAY).getUTCDate() === 1

/** Tests for the day before a rare day. For each test, the next day that passes it is tried. */
export const ofKind: { readonly [Kind in Calendar]: readonly IsIt[] } = {
  // The last business day before a holiday, and the last one before a holiday that is kept on Monday because it falls on a Sunday.
  holidays: [isBeforeHoliday, (day, zone) => isBeforeHoliday(day, zone) && isKeptOnMondayAfter(businessDayAfter(day))],
  // Clocks go forward; clocks go back.
  'clock changes': [(day, zone) => changeAfter(day, zone) < 0, (day, zone) => changeAfter(day, zone) > 0],
  'month ends': [isMonthEnd, (day) => new Date((day + 1) * DAY).getUTCMonth() === 0 && isMonthEnd(day, '')],
}

/** Local times on the day before a rare day: before the last batch of that day, and when that day is nearly over. */
const timesOf: { readonly [Kind in Calendar]: readonly number[] } = {
  holidays: [15 * HOUR, 19 * HOUR],
  'clock changes': [15 * HOUR, 23 * HOUR + 30 * MINUTE],
  'month ends': [15 * HOUR, 23 * HOUR + 45 * MINUTE],
}

/** The next weekday. A holiday on a weekday is a rare day, but a weekend is not. */
const businessDayAfter = (day: Day): Day => businessDayFrom(day + 1, { holidays: 'none' })

function nextDay(from: Day, isIt: (day: Day) => boolean): Day | undefined {
  for (let day = from; day < from + FAR; day++) if (isIt(day)) return day
  return undefined
}
