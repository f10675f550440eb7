import { TZDate } from '@date-fns/tz'
import { expect, it } from 'vitest'
import {
  DAY,
  dayOf,
  formatInstant,
  HOUR,
  instantAt,
  isZone,
  MINUTE,
  networkTime,
  parseInstant,
  wallTimeOf,
} from '../../../../src/core/kernel/time/instant.ts'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'Europe/Berlin',
  'Europe/London',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'UTC',
]
/** About 1,500 instants from 1990 to 2050, at odd times of the day. */
const instants = Array.from(
  { length: 1_500 },
  (_, index) => Date.UTC(1990, 0, 1) + index * (15 * DAY - 37 * MINUTE - 1),
)

it.each(zones)('writes instants with the offset of %s, as TZDate does [§2.4]', (zone) => {
  const written = instants.map((instant) => formatInstant(instant, zone))

  expect(written).toEqual(instants.map((instant) => new TZDate(instant, zone).toISOString().replace(/Z$/, '+00:00')))
})

it.each(zones)('reads back what it wrote for %s [§2.4]', (zone) => {
  expect(instants.map((instant) => parseInstant(formatInstant(instant, zone)))).toEqual(instants)
})

it.each(zones)('tells day and wall time in %s, as TZDate does [§2.4]', (zone) => {
  const dates = instants.map((instant) => new TZDate(instant, zone))

  expect(instants.map((instant) => dayOf(instant, zone))).toEqual(
    dates.map((date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY),
  )
  expect(instants.map((instant) => wallTimeOf(instant, zone))).toEqual(
    dates.map(
      (date) =>
        date.getHours() * HOUR + date.getMinutes() * MINUTE + date.getSeconds() * 1_000 + date.getMilliseconds(),
    ),
  )
})

it.each(zones)(
  'finds the first instant at which the clocks of %s show a wall time, as Intl tells it [§2.4]',
  (zone) => {
    const clocks = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    const days = Array.from({ length: 365 }, (_, index) => Date.UTC(2026, 0, 1) / DAY + index)
    const wallTimes = [0, 15 * MINUTE, 105 * MINUTE, 150 * MINUTE, 195 * MINUTE, 10 * HOUR, 23 * HOUR + 59 * MINUTE]

    const wrong = days.flatMap((day) =>
      wallTimes.filter((wallTime) => {
        const found = instantAt(day, wallTime, zone)
        const asked = new Date(day * DAY + wallTime).toISOString().slice(0, 16).replace('T', ' ')
        const shown = (earlier: number) => clocks.format(found - earlier)
        // A spring change skips this time, and the clocks show a later one (tested below).
        return shown(0) === asked ? [HOUR / 2, HOUR].some((earlier) => shown(earlier) === asked) : shown(0) < asked
      }),
    )

    expect(wrong).toEqual([])
  },
)

it.each([
  ['America/New_York', 2026, 2, 8, '02:30', '2026-03-08T03:30:00.000-04:00'],
  ['Europe/Berlin', 2026, 2, 29, '02:00', '2026-03-29T03:00:00.000+02:00'],
  ['Australia/Lord_Howe', 2026, 9, 4, '02:15', '2026-10-04T02:45:00.000+11:00'],
] as const)(
  'moves a time that the spring change of %s leaves out forward by the change [§2.4]',
  (zone, year, month, date, time, expected) => {
    const [hours, minutes] = time.split(':').map(Number) as [number, number]

    const instant = instantAt(Date.UTC(year, month, date) / DAY, hours * HOUR + minutes * MINUTE, zone)

    expect(formatInstant(instant, zone)).toBe(expected)
  },
)

it.each([
  ['America/New_York', 2026, 10, 1, 90, '2026-11-01T01:30:00.000-04:00'],
  ['Europe/Berlin', 2026, 9, 25, 150, '2026-10-25T02:30:00.000+02:00'],
  ['Australia/Lord_Howe', 2026, 3, 5, 105, '2026-04-05T01:45:00.000+11:00'],
] as const)(
  'means the first of a time that the autumn change of %s repeats [§2.4]',
  (zone, year, month, date, minutes, expected) => {
    const instant = instantAt(Date.UTC(year, month, date) / DAY, minutes * MINUTE, zone)

    expect(formatInstant(instant, zone)).toBe(expected)
    expect(wallTimeOf(instant + HOUR / (zone === 'Australia/Lord_Howe' ? 2 : 1), zone)).toBe(minutes * MINUTE)
  },
)

it.each([
  ['2026-03-02T09:00:00-05:00', Date.UTC(2026, 2, 2, 14)],
  ['2026-03-02T09:00-05:00', Date.UTC(2026, 2, 2, 14)],
  ['2026-03-02T09:00:00.5Z', Date.UTC(2026, 2, 2, 9, 0, 0, 500)],
  ['2026-03-02T09:00:00.123+05:45', Date.UTC(2026, 2, 2, 3, 15, 0, 123)],
  ['1970-01-01T00:00:00Z', 0],
  ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
])('reads the instant "%s" [§2.4]', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
})

it.each([
  '2026-03-02T09:00:00',
  '2026-03-02',
  '2026-03-02 09:00:00Z',
  '2026-03-02T25:00:00Z',
  '2026-13-02T09:00:00Z',
  '2026-03-02T09:60:00Z',
  '2026-03-02T09:00:00+99:00',
  '1969-12-31T23:59:59Z',
  '9999-06-01T00:00:00Z',
  'Mon, 02 Mar 2026 09:00:00 GMT',
  '2026-02-29T09:00:00Z',
  '2026-02-30T09:00:00-05:00',
  '2026-04-31T09:00:00Z',
  '',
])('reads no instant from "%s" [§2.4]', (text) => {
  expect(parseInstant(text)).toBeUndefined()
})

it('writes network dates and times in the zone of the bank [§2.4]', () => {
  const instant = Date.UTC(2026, 0, 2, 3, 7)

  expect(networkTime(instant, 'America/New_York')).toEqual({ date: '20260101', time: '2207' })
  expect(networkTime(instant, 'Asia/Tokyo')).toEqual({ date: '20260102', time: '1207' })
})

it('tells a time zone from any other text [§2.4]', () => {
  expect(zones.every(isZone)).toBe(true)
  expect(['Mars/Olympus', 'not a zone'].map(isZone)).toEqual([false, false])
})

it.each([
  ['1970-01-01T00:00:01.001Z', 1_001],
  ['1970-01-01T00:00:58.999Z', 58_999],
  ['1970-01-01T00:01:00.057+00:00', 60_057],
])('loses no millisecond of %s, in the first minute that there is [§2.4]', (text, expected) => {
  expect(parseInstant(text)).toBe(expected)
})

it.each(['+24:00', '+99:00', '-24:30', '+14:60'])('knows no offset %s [§2.4]', (offset) => {
  expect(parseInstant(`2026-03-02T09:00:00${offset}`)).toBeUndefined()
})
