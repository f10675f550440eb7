/** What the days of wires say of cut-off and holidays, by the records of wires as they were created. (§2.4, §3) */

import { businessDayFrom, isBusinessDay } from '../../../core/kernel/time/calendar.ts'
import type { Day } from '../../../core/kernel/time/instant.ts'
import { MINUTE } from '../../../core/kernel/time/instant.ts'
import type { Fields } from '../../service/fields.ts'
import { wallTimeIn } from './wire-times.ts'

const LAST_MINUTE = 24 * 60 - 1

/** A wire's day of creation, its time, and the day on which it is to take effect. */
interface Days {
  readonly created: Day
  readonly time: number
  readonly effective: Day
}

function daysOf(record: Fields): Days | undefined {
  const [created, effective] = [wallTimeIn(record, 'createdAt'), wallTimeIn(record, 'effectiveDate')]
  if (created === undefined || effective === undefined) return undefined
  return { created: created.day, time: created.time, effective: effective.day }
}

/** The days on which what happens on `day` may take effect, before the cut-off and after it. */
const possible = (day: Day, holidays: 'federal' | 'none'): readonly Day[] => [
  businessDayFrom(day, holidays),
  businessDayFrom(day + 1, holidays),
]
export const possibleDays = (day: Day): readonly Day[] => [...possible(day, 'federal'), ...possible(day, 'none')]

/** Between which minutes of the day the cut-off is, the first and the last included; and what fits no cut-off. */
export interface CutOff {
  readonly from: number
  readonly to: number
  readonly odd: string | undefined
}

export function cutOffBy(records: readonly Fields[]): CutOff {
  let [from, to] = [0, LAST_MINUTE]
  for (const record of records) {
    const days = daysOf(record)
    // On other days nothing is known of the network.
    if (days === undefined || !isBusinessDay(days.created, 'federal')) continue
    const minute = Math.ceil(days.time / MINUTE)
    if (days.effective === days.created) from = Math.max(from, minute)
    else if (possibleDays(days.created).includes(days.effective)) to = Math.min(to, minute - 1)
    else return { from, to, odd: oddOf(record) }
    if (from > to) return { from, to, odd: `${oddOf(record)}, unlike others` }
  }
  return { from, to, odd: undefined }
}

const oddOf = ({ createdAt, effectiveDate }: Fields) =>
  `a wire of ${String(createdAt)} is to take effect on ${String(effectiveDate)}`

/** Which holidays are kept, by wires that would take effect on one; with the record that shows it. */
export function holidaysBy(
  records: readonly Fields[],
): readonly { readonly holidays: 'federal' | 'none'; readonly seen: string }[] {
  return records.flatMap((record) => {
    const days = daysOf(record)
    if (days === undefined) return []
    const [federal, none] = [possible(days.created, 'federal'), possible(days.created, 'none')].map((each) =>
      each.includes(days.effective),
    )
    return federal === none ? [] : [{ holidays: federal ? 'federal' : 'none', seen: oddOf(record) }]
  })
}
