/**
 * The bank's business calendar: which days the wire network is open, when the batches of a day are released, and on
 * which business day a payment takes effect. Days and times are those of the bank's zone.
 */
import { DAY, type Day, dayOf, type Instant, instantAt, wallTimeOf } from './instant.ts'

/** What decides whether and when wires move: zone, holidays, batch times and cut-off. */
export interface Calendar {
  readonly zone: string
  /** `federal`: the eleven Federal Reserve holidays are closed. `none`: only weekends are. */
  readonly holidays: 'federal' | 'none'
  /** Wall times of release, `HH:MM`, ascending. */
  readonly batchTimes: readonly string[]
  /** Wall time, `HH:MM`, after which a payment takes effect on the next business day. */
  readonly cutOff: string
}

/** Whether the wire network is open on `day`. */
export function isBusinessDay(day: Day, holidays: Calendar['holidays']): boolean {
  const weekday = weekdayOf(day)
  return weekday !== SUNDAY && weekday !== SATURDAY && !(holidays === 'federal' && isFederalHoliday(day))
}

/** The first business day on or after `day`. */
export function businessDayFrom(day: Day, holidays: Calendar['holidays']): Day {
  let found = day
  while (!isBusinessDay(found, holidays)) found++
  return found
}

/** The first release strictly after `instant`. */
export function nextRelease(instant: Instant, calendar: Calendar): Instant {
  for (let day = dayOf(instant, calendar.zone); ; day++) {
    day = businessDayFrom(day, calendar.holidays)
    for (const time of calendar.batchTimes) {
      const release = instantAt(day, wallTime(time), calendar.zone)
      if (release > instant) return release
    }
  }
}

/** Midnight of the business day on which a payment made at `instant` takes effect: today until the cut-off, else the next. */
export function effectiveDate(instant: Instant, calendar: Calendar): Instant {
  const today = dayOf(instant, calendar.zone)
  const isLate = wallTimeOf(instant, calendar.zone) > wallTime(calendar.cutOff)
  return instantAt(businessDayFrom(isLate ? today + 1 : today, calendar.holidays), 0, calendar.zone)
}

/**
 * Whether `day` is one of the eleven holidays on which the Federal Reserve Banks are closed. One that falls on a Sunday is
 * kept on the Monday after; one that falls on a Saturday is not kept at all.
 */
export function isFederalHoliday(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return false
  const { month, date } = monthAndDateOf(day)
  if (weekday === MONDAY && isFixedHoliday(monthAndDateOf(day - 1))) return true
  if (weekday !== SUNDAY && isFixedHoliday({ month, date })) return true
  const week = Math.ceil(date / 7)
  return (
    (weekday === MONDAY && month === 1 && week === 3) ||
    (weekday === MONDAY && month === 2 && week === 3) ||
    (weekday === MONDAY && month === 5 && date > 24) ||
    (weekday === MONDAY && month === 9 && week === 1) ||
    (weekday === MONDAY && month === 10 && week === 2) ||
    (weekday === THURSDAY && month === 11 && week === 4)
  )
}

/** Milliseconds since midnight of a wall time written `HH:MM`. */
function wallTime(text: string): number {
  const [hours, minutes] = text.split(':')
  return (Number(hours) * 60 + Number(minutes)) * 60_000
}

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** 0 for Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: Day): number {
  return (((day + THURSDAY) % 7) + 7) % 7
}

function monthAndDateOf(day: Day): { month: number; date: number } {
  const midnight = new Date(day * DAY)
  return { month: midnight.getUTCMonth() + 1, date: midnight.getUTCDate() }
}

/** New Year's Day, Juneteenth, Independence Day, Veterans Day, Christmas Day. */
function isFixedHoliday({ month, date }: { month: number; date: number }): boolean {
  const key = month * 100 + date
  return key === 101 || key === 619 || key === 704 || key === 1111 || key === 1225
}
