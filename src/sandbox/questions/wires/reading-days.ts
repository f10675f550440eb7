/** Questions on effective dates of wires: the cut-off, the holidays, and when the date is decided. No question waits a day. (§2.4, §3) */
import { businessDayFrom, isBusinessDay } from '../../../core/kernel/time/calendar.ts'
import { type Day, MINUTE } from '../../../core/kernel/time/instant.ts'
import type { Fields } from '../../service/fields.ts'
import type { Exchanges } from '../exchanges.ts'
import { agrees, differs, is, unknown, type VerdictOn } from '../question.ts'
import { isOutbound, readWires } from './reading-wires.ts'
import { wallText, wallTimeIn } from './wire-times.ts'

const created = (exchanges: Exchanges) => exchanges.done('createWire')
const dayIn = (record: Fields, field: string) => wallTimeIn(record, field)?.day

export const dayRecords = {
  'wires.cutOff': readWires<'wires.cutOff'>({
    how: 'compares effectiveDate with createdAt of new wires',
    when: 'wires were created in the minutes before and after the cut-off',
    from: created,
    judge: cutOffBy,
  }),
  'wires.holidays': readWires<'wires.holidays'>({
    how: 'looks for new wires whose effectiveDate depends on whether a federal holiday is a business day',
    when: 'a wire was created on a federal holiday, or late on the day before one',
    from: created,
    judge(records) {
      const shown = records.flatMap(holidaysBy)
      const [first] = shown
      if (first === undefined) return unknown('no wire was created on a federal holiday, or late on the day before')
      const other = shown.find(({ holidays }) => holidays !== first.holidays)
      return other ? unknown(`${first.seen}, but ${other.seen}`) : is(first.holidays, first.seen)
    },
  }),
  'wires.effectiveDate': readWires<'wires.effectiveDate'>({
    how: 'follows effectiveDate of a wire from its creation to its release',
    when: 'a wire went out on a later day than its first effectiveDate',
    of: isOutbound,
    judge(records, exchanges) {
      const requested = exchanges.filter(({ endpoint }) => endpoint === 'createWire').flatMap((each) => each.records)
      const first = new Map(requested.map((record) => [record['id'], dayIn(record, 'effectiveDate')]))
      let moved: string | undefined
      for (const record of records) {
        const { isRight, isMoved, seen } = effectOf(record, first.get(record['id']))
        if (!isRight) return differs(seen)
        if (isMoved) moved = seen
      }
      return moved === undefined
        ? unknown('no wire went out on a later day than its first effectiveDate')
        : agrees(moved)
    },
  }),
}

/** The effective dates of a wire that is created on `day`: before the cut-off, and after it. */
const possible = (day: Day, holidays: 'federal' | 'none'): readonly Day[] => [
  businessDayFrom(day, holidays),
  businessDayFrom(day + 1, holidays),
]
const possibleDays = (day: Day): readonly Day[] => [...possible(day, 'federal'), ...possible(day, 'none')]

const LAST_MINUTE = 24 * 60 - 1

function cutOffBy(records: readonly Fields[]): VerdictOn<'wires.cutOff'> {
  let [from, to] = [0, LAST_MINUTE]
  for (const record of records) {
    const [asked, effective] = [wallTimeIn(record, 'createdAt'), dayIn(record, 'effectiveDate')]
    // On weekends and federal holidays, the date does not show the cut-off.
    if (asked === undefined || effective === undefined || !isBusinessDay(asked.day, 'federal')) continue
    const minute = Math.floor(asked.time / MINUTE)
    if (effective === asked.day) from = Math.max(from, minute + 1)
    else if (possibleDays(asked.day).includes(effective)) to = Math.min(to, minute)
    else return differs(effectText(record))
    if (from > to) return differs(`${effectText(record)}, unlike other wires`)
  }
  if (from !== to) return unknown(`the cut-off is between ${wallText(from)} and ${wallText(to)}`)
  return is(wallText(from), `a wire created before ${wallText(from)} takes effect that day, and no later wire does`)
}

/** Which holidays the service observes, if the effective date of this wire depends on them; otherwise empty. */
function holidaysBy(record: Fields): { readonly holidays: 'federal' | 'none'; readonly seen: string }[] {
  const [asked, effective] = [dayIn(record, 'createdAt'), dayIn(record, 'effectiveDate')]
  if (asked === undefined || effective === undefined) return []
  const isFederal = possible(asked, 'federal').includes(effective)
  if (isFederal === possible(asked, 'none').includes(effective)) return []
  return [{ holidays: isFederal ? 'federal' : 'none', seen: effectText(record) }]
}

const effectText = ({ createdAt, processedAt, effectiveDate }: Fields) =>
  `a wire created ${String(createdAt)}, processed ${String(processedAt ?? 'later')}, takes effect on ${String(effectiveDate)}`

/** Whether our bank could give this effective date, and whether the date differs from `then`, the wire's first date. */
function effectOf(record: Fields, then: Day | undefined) {
  const [asked, sent] = [dayIn(record, 'createdAt'), dayIn(record, 'processedAt')]
  const [now, seen] = [wallTimeIn(record, 'effectiveDate'), effectText(record)]
  const isDecided = sent !== undefined || record['status'] === 'Created'
  if (then === undefined || now === undefined || asked === undefined || !isDecided) {
    return { isRight: true, isMoved: false, seen }
  }
  // The date is decided when the wire joins its batch, at most a day before it is processed.
  const days = sent === undefined ? [then] : [sent - 1, sent]
  const isRight = [asked, ...possibleDays(asked)].includes(then) && days.includes(now.day) && now.time === 0
  return { isRight, isMoved: sent !== undefined && now.day !== then, seen }
}
