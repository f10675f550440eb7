/** What the clock of a bank went through. (§3, §8) */
import { isFederalHoliday, isKeptOnMondayAfter } from '../../../core/kernel/time/calendar.ts'
import { dayOf, type Instant, instantAt, parseInstant, HOUR, DAY } from '../../../core/kernel/time/instant.ts'
import { valuesWith } from '../../../core/assumptions/notes.ts'
import { type Axis, type Evidence, happenings } from './axis.ts'

const rows = {
  'a weekend': 'bank.clock.advance({ days: 7 })',
  'a bank holiday': 'bank.clock.advance({ days: 366 })',
  'a holiday that is kept on the Monday after': 'bank.clock.advance({ weeks: 420 })',
  'the day on which clocks go forward': 'bank.clock.advance({ days: 366 })',
  'the day on which clocks go back': 'bank.clock.advance({ days: 366 })',
  'the cut-off of a business day': 'bank.clock.advance({ days: 4 })',
  'a batch with wires': 'bank.wires.create(bank.wires.plausible()); bank.clock.advance({ days: 4 })',
  'a batch time without a wire': 'bank.clock.advance({ days: 4 })',
  'the end of a token': 'bank.tokens.issue(); bank.clock.advance({ days: 366 })',
} as const

type Name = keyof typeof rows

/** Looking at more days than that tells nothing new. */
const MOST_DAYS = 3_660

function* met(evidence: Evidence): Generator<Name> {
  const { world } = evidence.state
  const { timeZone: zone, now: opened, assume } = world.settings
  const { 'wires.cutOff': cutOff, 'wires.holidays': holidays } = valuesWith(assume)
  const [first, last] = [dayOf(opened, zone), dayOf(world.now, zone)]
  const passes = (instant: Instant) => opened < instant && instant <= world.now
  for (let day = first; day <= Math.min(last, first + MOST_DAYS); day++) {
    const begins = instantAt(day, 0, zone)
    const hours = (instantAt(day + 1, 0, zone) - begins) / HOUR
    const isHoliday = holidays === 'federal' && isFederalHoliday(day)
    // Day 0 of the epoch was a Thursday.
    const isWeekend = (day + 4) % 7 === 6 || (day + 4) % 7 === 0
    if (day > first && isWeekend) yield 'a weekend'
    if (day > first && isHoliday) yield isKeptOnMondayAfter(day) ? 'a holiday that is kept on the Monday after' : 'a bank holiday'
    if (passes(begins + DAY / 2) && hours !== 24) yield hours < 24 ? 'the day on which clocks go forward' : 'the day on which clocks go back'
    const [hour, minute] = cutOff.split(':').map(Number) as [number, number]
    if (!isWeekend && !isHoliday && passes(instantAt(day, (hour * 60 + minute) * 60_000, zone))) yield 'the cut-off of a business day'
  }
  const batches = [...happenings(evidence, 'batch.released')]
  for (const _ of batches) yield 'a batch with wires'
  if (last > first && batches.length === 0) yield 'a batch time without a wire'
  for (const { expiresAt } of happenings(evidence, 'token.issued'))
    if ((parseInstant(expiresAt) ?? Number.POSITIVE_INFINITY) <= world.now) yield 'the end of a token'
}

export const calendar: Axis = {
  title: 'What the clock went through',
  section: '§3',
  rows: () => Object.entries(rows).map(([name, line]) => ({ name, line })),
  met,
}
