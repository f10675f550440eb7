/** What the days show on which wires take effect: cut-off, holidays, and when the day is decided. No day is waited for. (§2.4, §3) */
import type { Fields } from '../../service/fields.ts'
import type { Exchanges } from '../exchanges.ts'
import { agrees, differs, is, unknown } from '../question.ts'
import { isOutbound, readWires, wireCalls } from './reading-wires.ts'
import { cutOffBy, holidaysBy, possibleDays } from './wire-days.ts'
import { wallText, wallTimeIn } from './wire-times.ts'

const created = (exchanges: Exchanges) => exchanges.done('createWire')

export const dayRecords = {
  'wires.cutOff': readWires<'wires.cutOff'>({
    how: 'holds effectiveDate against createdAt of wires that were just created',
    when: 'wires were created in the minutes before and after it',
    from: created,
    judge(records) {
      const { from, to, odd } = cutOffBy(records)
      if (odd !== undefined) return differs(odd)
      if (from !== to) return unknown(`it is from ${wallText(from)} to ${wallText(to)}`)
      return is(wallText(from), `a wire of ${wallText(from)} still takes effect that day, and none after it`)
    },
  }),
  'wires.holidays': readWires<'wires.holidays'>({
    how: 'looks for wires that take effect on a federal holiday, or would have, were it none',
    when: 'a wire was created on a holiday, or late on the day before one',
    from: created,
    judge(records) {
      const shown = holidaysBy(records)
      const [first] = shown
      if (first === undefined) return unknown('no wire was created on a federal holiday, or late on the day before')
      const other = shown.find(({ holidays }) => holidays !== first.holidays)
      return other ? unknown(`${first.seen}, and ${other.seen}`) : is(first.holidays, first.seen)
    },
  }),
  'wires.effectiveDate': readWires<'wires.effectiveDate'>({
    how: 'follows effectiveDate of a wire from its creation to its release',
    when: 'a wire went out that was created for an earlier day',
    from: wireCalls,
    of: isOutbound,
    judge(records, exchanges) {
      const requested = exchanges.filter(({ endpoint }) => endpoint === 'createWire').flatMap((each) => each.records)
      const first = new Map(requested.map((record) => [record['id'], wallTimeIn(record, 'effectiveDate')?.day]))
      let moved: string | undefined
      for (const record of records) {
        const then = first.get(record['id'])
        const { isRight, isMoved, seen } = effectOf(record, then)
        if (!isRight) return differs(seen)
        if (isMoved) moved = seen
      }
      return moved === undefined ? unknown('no wire went out that was created for an earlier day') : agrees(moved)
    },
  }),
}

/** Whether the day on which a wire takes effect is one of those that ours may have, and another one than at first. */
function effectOf(record: Fields, then: number | undefined) {
  const [asked, now, sent] = ['createdAt', 'effectiveDate', 'processedAt'].map((field) => wallTimeIn(record, field))
  const { createdAt, processedAt, effectiveDate, status } = record
  const seen = `a wire of ${String(createdAt)}, processed ${String(processedAt ?? 'later')}, takes effect on ${String(effectiveDate)}`
  const isDecided = sent !== undefined || status === 'Created'
  if (then === undefined || now === undefined || asked === undefined || !isDecided)
    return { isRight: true, isMoved: false, seen }
  // It joined its batch up to a day before it was processed.
  const days = sent ? [...possibleDays(sent.day - 1), ...possibleDays(sent.day)] : [then]
  const isRight = possibleDays(asked.day).includes(then) && days.includes(now.day) && now.time === 0
  return { isRight, isMoved: sent !== undefined && now.day !== then, seen }
}
