import { allForYear } from '@18f/us-federal-holidays'
import { expect, it } from 'vitest'
import {
  businessDayFrom,
  isBusinessDay,
  isFederalHoliday,
  isKeptOnMondayAfter,
} from '../../../../src/core/kernel/time/calendar.ts'
import { DAY } from '../../../../src/core/kernel/time/instant.ts'

const dayFrom = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY
const textOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const daysOf = (year: number) => {
  const first = Date.UTC(year, 0, 1) / DAY
  return Array.from({ length: Date.UTC(year + 1, 0, 1) / DAY - first }, (_, index) => first + index)
}

it.each(Array.from({ length: 30 }, (_, index) => 2021 + index))(
  'closes on the Federal holidays of %i, as the package us-federal-holidays lists them [§3]',
  (year) => {
    const listed = allForYear(year, { shiftSaturdayHolidays: false }).map(({ dateString }) => dateString)
    const isWeekday = (text: string) => ![0, 6].includes(new Date(`${text}T00:00:00Z`).getUTCDay())

    const closed = daysOf(year).filter(isFederalHoliday).map(textOf)

    expect(closed).toEqual(listed.filter(isWeekday).toSorted())
  },
)

it.each([
  [2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
])('closes in %i on exactly the published days %s [§3]', (year, days) => {
  const closed = daysOf(year).filter(isFederalHoliday).map(textOf)

  expect(closed).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

it.each([
  ['2026-07-03', true, 'the Friday before a holiday on a Saturday'],
  ['2026-07-04', false, 'a Saturday'],
  ['2027-07-05', false, 'the Monday after a holiday on a Sunday'],
  ['2027-06-18', true, 'the Friday before a holiday on a Saturday'],
  ['2027-12-24', true, 'the Friday before a holiday on a Saturday'],
  ['2027-12-31', true, 'the last day before a New Year on a Saturday'],
  ['2023-01-02', false, 'the Monday after a New Year on a Sunday'],
  ['2026-03-01', false, 'a Sunday'],
  ['2026-03-02', true, 'a Monday'],
])('tells of %s whether the network is open: %s, for it is %s [§3]', (text, isOpen) => {
  expect(isBusinessDay(dayFrom(text), { holidays: 'federal' })).toBe(isOpen)
})

it('is open on holidays, but not at weekends, where the bank has none [§3]', () => {
  expect(isBusinessDay(dayFrom('2026-12-25'), { holidays: 'none' })).toBe(true)
  expect(isBusinessDay(dayFrom('2026-12-26'), { holidays: 'none' })).toBe(false)
})

it.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-07', '2026-03-09'],
  ['2026-05-23', '2026-05-26'],
  ['2027-07-03', '2027-07-06'],
  ['2026-12-25', '2026-12-28'],
])('finds from %s on the business day %s [§3]', (from, expected) => {
  expect(textOf(businessDayFrom(dayFrom(from), { holidays: 'federal' }))).toBe(expected)
})

it('knows the Mondays that are holidays because the date of one is the Sunday before [§3]', () => {
  const mondays = [2021, 2022, 2023, 2027, 2028].flatMap((year) => daysOf(year).filter(isKeptOnMondayAfter).map(textOf))

  expect(mondays).toEqual(['2021-07-05', '2022-06-20', '2022-12-26', '2023-01-02', '2027-07-05'])
})
