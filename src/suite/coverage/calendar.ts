/** Coverage of the clock: the special days and times that the clock of a bank went through. (§3, §8) */

import { valuesWith } from '../../core/assumptions/notes.ts'
import { isBusinessDay, isFederalHoliday, isKeptOnMondayAfter, wallTime } from '../../core/kernel/time/calendar.ts'
import { dayOf, HOUR, instantAt, parseInstant } from '../../core/kernel/time/instant.ts'
import { type Axis, type Evidence, happenings } from './axis.ts'
import { days, lineOf, pay } from './statements.ts'

const rows = {
  'a weekend': 'bank.clock.advance({ days: 7 })',
  'a bank holiday': 'bank.clock.advance({ days: 366 })',
  'a holiday that is kept on the Monday after': 'bank.clock.advance({ weeks: 420 })',
  'the day on which clocks go forward': 'bank.clock.advance({ days: 366 })',
  'the day on which clocks go back': 'bank.clock.advance({ days: 366 })',
  'the cut-off of a business day': days,
  'a batch with wires': lineOf(pay, days),
  'a batch time without a wire': days,
  'the end of a token': 'bank.tokens.issue(); bank.clock.advance({ days: 366 })',
} as const

type Name = keyof typeof rows

/** Ten years are enough, because they contain every kind of day. */
const MOST_DAYS = 3_660

interface Day {
  readonly hours: number
  readonly isWeekend: boolean
  readonly isHoliday: boolean
  readonly day: number
  readonly hasPassed: (time: string) => boolean
}

function* daysOf({ state: { world } }: Evidence): Generator<Day> {
  const { timeZone: zone, now: opened, assume } = world.settings
  const { 'wires.holidays': holidays } = valuesWith(assume)
  const [first, last] = [dayOf(opened, zone), dayOf(world.now, zone)]
  for (let day = first; day <= Math.min(last, first + MOST_DAYS); day++) {
    const begins = instantAt(day, 0, zone)
    const hasPassed = (time: string) => {
      const instant = instantAt(day, wallTime(time), zone)
      return opened < instant && instant <= world.now
    }
    const isWeekend = !isBusinessDay(day, 'none')
    const isHoliday = holidays === 'federal' && isFederalHoliday(day)
    yield { day, hours: (instantAt(day + 1, 0, zone) - begins) / HOUR, isWeekend, isHoliday, hasPassed }
  }
}

function* metOnDay(
  { day, hours, isWeekend, isHoliday, hasPassed }: Day,
  isFirst: boolean,
  cutOff: string,
): Generator<Name> {
  if (!isFirst && isWeekend) yield 'a weekend'
  if (!isFirst && isHoliday)
    yield isKeptOnMondayAfter(day) ? 'a holiday that is kept on the Monday after' : 'a bank holiday'
  if (hours !== 24 && hasPassed('12:00'))
    yield hours < 24 ? 'the day on which clocks go forward' : 'the day on which clocks go back'
  if (!isWeekend && !isHoliday && hasPassed(cutOff)) yield 'the cut-off of a business day'
}

function* met(evidence: Evidence): Generator<Name> {
  const { settings, now } = evidence.state.world
  const { 'wires.cutOff': cutOff, 'wires.batchTimes': batchTimes } = valuesWith(settings.assume)
  const days = [...daysOf(evidence)]
  for (const [index, day] of days.entries()) yield* metOnDay(day, index === 0, cutOff)
  const batches = [...happenings(evidence, 'batch.released')]
  for (const _ of batches) yield 'a batch with wires'
  const business = days.filter(({ isWeekend, isHoliday }) => !isWeekend && !isHoliday)
  const times = business.flatMap(({ hasPassed }) => batchTimes.filter(hasPassed))
  if (settings.release === 'calendar')
    for (let empty = batches.length; empty < times.length; empty++) yield 'a batch time without a wire'
  for (const { expiresAt } of happenings(evidence, 'token.issued'))
    if ((parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= now) yield 'the end of a token'
}

export const calendar: Axis = {
  title: 'What the clock went through',
  section: '§3',
  rows: () => rows,
  met,
}
