import { expect, it } from 'vitest'
import { type Calendar, effectiveDate, nextRelease } from '../../../../src/core/kernel/time/calendar.ts'
import { formatInstant, parseInstant } from '../../../../src/core/kernel/time/instant.ts'

const calendar: Calendar = {
  zone: 'America/New_York',
  holidays: 'federal',
  batchTimes: ['10:00', '12:00', '14:00', '16:00', '18:45'],
  cutOff: '18:45',
}
const instant = (text: string) => parseInstant(text)!
const written = (at: number) => formatInstant(at, calendar.zone).replace(':00.000', '')

it.each([
  ['2026-03-02T09:00:00-05:00', '2026-03-02T10:00-05:00', 'the first of the day'],
  ['2026-03-02T09:59:59.999-05:00', '2026-03-02T10:00-05:00', 'a millisecond later'],
  ['2026-03-02T10:00:00-05:00', '2026-03-02T12:00-05:00', 'the one after, as this one is under way'],
  ['2026-03-02T17:00:00-05:00', '2026-03-02T18:45-05:00', 'the last of the day'],
  ['2026-03-02T18:45:00-05:00', '2026-03-03T10:00-05:00', 'the first of the next day'],
  ['2026-03-02T23:30:00-05:00', '2026-03-03T10:00-05:00', 'the first of the next day'],
  ['2026-03-06T19:00:00-05:00', '2026-03-09T10:00-04:00', 'Monday, over a weekend with a clock change'],
  ['2026-03-08T02:30:00-05:00', '2026-03-09T10:00-04:00', 'Monday, from the hour that is left out'],
  ['2026-10-30T19:00:00-04:00', '2026-11-02T10:00-05:00', 'Monday, over the autumn change'],
  ['2026-07-02T19:00:00-04:00', '2026-07-03T10:00-04:00', 'the Friday before a holiday on a Saturday'],
  ['2027-07-02T19:00:00-04:00', '2027-07-06T10:00-04:00', 'Tuesday, after a holiday kept on Monday'],
  ['2026-11-25T19:00:00-05:00', '2026-11-27T10:00-05:00', 'the day after Thanksgiving'],
  ['2026-12-31T23:59:00-05:00', '2027-01-04T10:00-05:00', 'Monday, after New Year on a Friday'],
])('releases after %s at %s: %s [§8]', (now, expected) => {
  expect(written(nextRelease(instant(now), calendar))).toBe(expected)
})

it('releases at one batch time a day too [§8]', () => {
  const daily = { ...calendar, batchTimes: ['00:00'] }

  expect(written(nextRelease(instant('2026-03-02T00:00:00-05:00'), daily))).toBe('2026-03-03T00:00-05:00')
  expect(written(nextRelease(instant('2026-03-06T12:00:00-05:00'), daily))).toBe('2026-03-09T00:00-04:00')
})

it('releases on a holiday where the bank has none, but on no weekend [§8]', () => {
  const open: Calendar = { ...calendar, holidays: 'none' }

  expect(written(nextRelease(instant('2026-12-24T19:00:00-05:00'), open))).toBe('2026-12-25T10:00-05:00')
  expect(written(nextRelease(instant('2026-12-25T19:00:00-05:00'), open))).toBe('2026-12-28T10:00-05:00')
})

it('reads batch times in the zone of the bank, not of the network [§8]', () => {
  const berlin = { ...calendar, zone: 'Europe/Berlin' }

  expect(formatInstant(nextRelease(instant('2026-03-27T19:00:00+01:00'), berlin), 'Europe/Berlin')).toBe(
    '2026-03-30T10:00:00.000+02:00',
  )
})

it.each([
  ['2026-03-02T09:00:00-05:00', '2026-03-02T00:00-05:00', 'today'],
  ['2026-03-02T18:44:59.999-05:00', '2026-03-02T00:00-05:00', 'today, just before the cut-off'],
  ['2026-03-02T18:45:00-05:00', '2026-03-03T00:00-05:00', 'the next day, at the cut-off'],
  ['2026-03-06T18:46:00-05:00', '2026-03-09T00:00-04:00', 'Monday, after the cut-off of a Friday'],
  ['2026-03-07T09:00:00-05:00', '2026-03-09T00:00-04:00', 'Monday, on a Saturday'],
  ['2026-05-25T09:00:00-04:00', '2026-05-26T00:00-04:00', 'the next day, on a holiday'],
  ['2026-11-01T20:00:00-05:00', '2026-11-02T00:00-05:00', 'Monday, on the Sunday of the autumn change'],
  ['2027-07-02T20:00:00-04:00', '2027-07-06T00:00-04:00', 'Tuesday, before a weekend with a holiday on Monday'],
])('gives a payment of %s the effective date %s: %s [§2.4]', (now, expected) => {
  expect(written(effectiveDate(instant(now), calendar))).toBe(expected)
})
