/** The special days and times that the clock of a bank went through. (§3, §8) */
import { valuesWith } from '../../core/assumptions/notes.ts'
import { isBusinessDay, isFederalHoliday, isKeptOnMondayAfter, wallTime } from '../../core/kernel/time/calendar.ts'
import { dayOf, HOUR, instantAt } from '../../core/kernel/time/instant.ts'
import type { World } from '../../core/world.ts'

/** Ten years are enough, because they contain every kind of day. */
const MOST_DAYS = 3_660

interface Day {
  readonly day: number
  readonly hours: number
  readonly isWeekend: boolean
  readonly isHoliday: boolean
  readonly hasPassed: (time: string) => boolean
}

function* daysOf({ settings, now }: World): Generator<Day> {
  const { timeZone: zone, now: opened, assume } = settings
  const { 'wires.holidays': holidays } = valuesWith(assume)
  const [first, last] = [dayOf(opened, zone), dayOf(now, zone)]
  for (let day = first; day <= Math.min(last, first + MOST_DAYS); day++) {
    const hours = (instantAt(day + 1, 0, zone) - instantAt(day, 0, zone)) / HOUR
    const isHoliday = holidays === 'federal' && isFederalHoliday(day)
    const hasPassed = (time: string) => {
      const instant = instantAt(day, wallTime(time), zone)
      return opened < instant && instant <= now
    }
    yield { day, hours, isWeekend: !isBusinessDay(day, { holidays: 'none' }), isHoliday, hasPassed }
  }
}

function* specialsOf({ day, hours, isWeekend, isHoliday, hasPassed }: Day, isFirst: boolean, cutOff: string) {
  if (!isFirst && isHoliday)
    yield isKeptOnMondayAfter(day) ? 'a holiday that is kept on the Monday after' : 'a bank holiday'
  if (hours !== 24 && hasPassed('12:00')) yield `the day on which clocks go ${hours < 24 ? 'forward' : 'back'}`
  if (!isWeekend && !isHoliday && hasPassed(cutOff)) yield 'the cut-off of a business day'
}

/** @param batches - how many batches were released */
export function* metByClock(world: World, batches: number): Generator<string> {
  const { assume, release } = world.settings
  const { 'wires.cutOff': cutOff, 'wires.batchTimes': batchTimes } = valuesWith(assume)
  const days = [...daysOf(world)]
  for (const [index, day] of days.entries()) yield* specialsOf(day, index === 0, cutOff)
  const [, ...later] = days
  for (const [index, { isWeekend }] of later.entries()) if (isWeekend && !later[index - 1]?.isWeekend) yield 'a weekend'
  const business = days.filter(({ isWeekend, isHoliday }) => !isWeekend && !isHoliday)
  const times = business.flatMap(({ hasPassed }) => batchTimes.filter(hasPassed))
  if (release === 'calendar')
    for (let empty = batches; empty < times.length; empty++) yield 'a batch time without a wire'
}
