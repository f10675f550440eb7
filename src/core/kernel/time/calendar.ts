/**
 * The bank's business calendar: the days on which the wire network is open, the times at which batches are released, and the business day
 * on which a payment takes effect. Days and times are in the bank's time zone.
 */
import { addDays } from 'date-fns/addDays'
import { addWeeks } from 'date-fns/addWeeks'
import { getYear } from 'date-fns/getYear'
import { isSaturday } from 'date-fns/isSaturday'
import { isSunday } from 'date-fns/isSunday'
import { isWeekend } from 'date-fns/isWeekend'
import { nextDay } from 'date-fns/nextDay'
import { previousMonday } from 'date-fns/previousMonday'
import { remembered } from '../remembered.ts'
import { DAY, type Day, dayOf, HOUR, type Instant, instantAt, MINUTE, wallTimeOf } from './instant.ts'
import { WallClock } from './wall-clock.ts'

/** The settings that decide when wires go out and take effect. */
export interface Calendar {
  readonly zone: string
  /** `federal`: the network is closed on weekends and on the eleven Federal Reserve holidays. `none`: only on weekends. */
  readonly holidays: 'federal' | 'none'
  /** Wall times of release, `HH:MM`, ascending. */
  readonly batchTimes: readonly string[]
  /** Wall time, `HH:MM`, from which on a payment takes effect on the next business day. */
  readonly cutOff: string
}

/** The part of a calendar that is read only on a holiday. */
type Holidays = Pick<Calendar, 'holidays'>

export function isBusinessDay(day: Day, calendar: Holidays): boolean {
  const closedFor = closingOf(day)
  return closedFor === 'nothing' || (closedFor === 'holiday' && calendar.holidays === 'none')
}

const closingOf = remembered((day: Day) => {
  if (isWeekend(wallClockOf(day))) return 'weekend'
  return isFederalHoliday(day) ? 'holiday' : 'nothing'
})

/** The first business day on or after `day`. */
export function businessDayFrom(day: Day, calendar: Holidays): Day {
  let found = day
  while (!isBusinessDay(found, calendar)) found++
  return found
}

/** The first release strictly after `instant`. */
export function nextRelease(instant: Instant, calendar: Calendar): Instant {
  for (let day = dayOf(instant, calendar.zone); ; day++) {
    day = businessDayFrom(day, calendar)
    for (const time of calendar.batchTimes) {
      const release = instantAt(day, wallTime(time), calendar.zone)
      if (release > instant) return release
    }
  }
}

/** Returns midnight of the business day on which a payment made at `instant` takes effect. */
export function effectiveDate(instant: Instant, calendar: Calendar): Instant {
  const { zone } = calendar
  const today = dayOf(instant, zone)
  // The cut-off matters only on a business day.
  const isLate = isBusinessDay(today, calendar) && wallTimeOf(instant, zone) >= wallTime(calendar.cutOff)
  const from = isLate ? today + 1 : today
  return midnightOf(zone)(businessDayFrom(from, calendar))
}

const midnightOf = remembered((zone: string) => remembered((day: Day) => instantAt(day, 0, zone)))

/**
 * True if the Federal Reserve Banks are closed on `day` for one of their eleven holidays. A holiday on a Sunday is observed on the Monday
 * after it; a holiday on a Saturday is not observed.
 */
export function isFederalHoliday(day: Day): boolean {
  return federalHolidays(getYear(wallClockOf(day))).has(day)
}

const federalHolidays = remembered(
  (year: number): ReadonlySet<Day> => new Set(federalHolidaysOf(year).map((date) => date.getTime() / DAY)),
)

/** True if `day` is a Monday on which a holiday is observed because it fell on the Sunday before. */
export function isKeptOnMondayAfter(day: Day): boolean {
  const sunday = wallClockOf(day - 1)
  return isSunday(sunday) && datedHolidaysOf(getYear(sunday)).some((date) => date.getTime() === sunday.getTime())
}

/** The holidays that have a fixed date. */
function datedHolidaysOf(year: number): WallClock[] {
  const newYear = new WallClock(Date.UTC(year, JANUARY, 1))
  const juneteenth = new WallClock(Date.UTC(year, JUNE, 19))
  const independence = new WallClock(Date.UTC(year, JULY, 4))
  const veterans = new WallClock(Date.UTC(year, NOVEMBER, 11))
  const christmas = new WallClock(Date.UTC(year, DECEMBER, 25))
  return [newYear, juneteenth, independence, veterans, christmas]
}

function federalHolidaysOf(year: number): WallClock[] {
  const kept = datedHolidaysOf(year)
    .filter((date) => !isSaturday(date))
    .map((date) => (isSunday(date) ? addDays(date, 1) : date))
  const martinLutherKing = nthOf(3, MONDAY, year, JANUARY)
  const washington = nthOf(3, MONDAY, year, FEBRUARY)
  const memorial = previousMonday(new WallClock(Date.UTC(year, JUNE, 1)))
  const labor = nthOf(1, MONDAY, year, SEPTEMBER)
  const columbus = nthOf(2, MONDAY, year, OCTOBER)
  const thanksgiving = nthOf(4, THURSDAY, year, NOVEMBER)
  return [...kept, martinLutherKing, washington, memorial, labor, columbus, thanksgiving]
}

function nthOf(nth: number, weekday: 1 | 4, year: number, month: number): WallClock {
  const dayBefore = new WallClock(Date.UTC(year, month, 0))
  return addWeeks(nextDay(dayBefore, weekday), nth - 1)
}

const MONDAY = 1
const THURSDAY = 4
const [JANUARY, FEBRUARY, JUNE, JULY, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER] = [0, 1, 5, 6, 8, 9, 10, 11] as const

function wallClockOf(day: Day): WallClock {
  return new WallClock(day * DAY)
}

/** Returns the milliseconds from midnight to a wall time, `HH:MM`. */
export function wallTime(text: string): number {
  const [hours, minutes] = text.split(':')
  return Number(hours) * HOUR + Number(minutes) * MINUTE
}
