/**
 * The day on which a wire takes effect. The two sides need not be at the same hour, so theirs is held against the day that our calendar has
 * for the time at which their wire was made, or was changed since. (§2.4)
 */
import { type Calendar, effectiveDate } from '../../../core/kernel/time/calendar.ts'
import { formatInstant } from '../../../core/kernel/time/instant.ts'
import { instantOf } from './forms.ts'

/** Which day it should be, and which it is; undefined where it is as our calendar has it, or where the record does not tell. */
export function otherDay(
  { createdAt, lastModifiedAt = createdAt, effectiveDate: day, direction }: Readonly<Record<string, unknown>>,
  calendar: Calendar,
): { readonly ours: string; readonly theirs: string } | undefined {
  const made = clocksAt(createdAt, calendar)
  if (made === undefined || typeof day !== 'string') return undefined
  const theirs = day.slice(0, 10)
  const effective = [...made, ...(clocksAt(lastModifiedAt, calendar) ?? [])].map(([instant, zone]) =>
    dayOf(effectiveDate(instant, { ...calendar, zone }), zone),
  )
  // An inbound wire is of its own day, open or not.
  const days =
    direction === 'Inbound' ? [...made.map(([instant, zone]) => dayOf(instant, zone)), ...effective] : effective
  const [first, last] = [days.toSorted()[0] as string, days.toSorted().at(-1) as string]
  return first <= theirs && theirs <= last ? undefined : { ours: theirs < first ? first : last, theirs }
}

const dayOf = (instant: number, zone: string): string => formatInstant(instant, zone).slice(0, 10)

/** An instant by the clocks of our bank, and by those that the text itself shows: some services write all times as UTC. */
function clocksAt(text: unknown, { zone }: Calendar): (readonly [instant: number, zone: string])[] | undefined {
  const instant = instantOf('', text)
  const shown = instantOf('', `${String(text).slice(0, 19)}Z`)
  return instant === undefined || shown === undefined
    ? undefined
    : [
        [instant, zone],
        [shown, 'UTC'],
      ]
}
