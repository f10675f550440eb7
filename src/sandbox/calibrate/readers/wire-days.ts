/** What the days show on which wires take effect: cut-off, holidays, and when the day is decided. (§2.4, §3) */
import type { Reader, Seen } from '../reader.ts'
import { cutOffBy, holidaysBy, possibleDays } from '../wire-days.ts'
import { type WireRecord, wallText, wallTimeIn, wireIn } from '../wire-records.ts'
import { wiresIn } from './wires.ts'

const created = (seen: Seen): readonly WireRecord[] =>
  seen.records('createWire').filter((record) => wireIn(record) !== undefined)

export const wireDayReaders: readonly Reader[] = [
  {
    how: 'holds effectiveDate against createdAt of wires that were just created',
    tells: { 'wires.cutOff': 'wires were created in the minutes before and after it' },
    read(seen, tell) {
      const records = created(seen)
      const { from, to, odd } = cutOffBy(records)
      if (records.length === 0) return
      if (odd !== undefined) tell.differs('wires.cutOff', odd)
      else if (from === to)
        tell.is(
          'wires.cutOff',
          wallText(from),
          `a wire of ${wallText(from)} still takes effect that day, and none after it`,
        )
      else tell.unknown('wires.cutOff', `it is from ${wallText(from)} to ${wallText(to)}`)
    },
  },
  {
    how: 'looks for wires that take effect on a federal holiday, or would have, were it none',
    tells: { 'wires.holidays': 'a wire was created on a holiday, or late on the day before one' },
    read(seen, tell) {
      const shown = holidaysBy(created(seen))
      const [first] = shown
      if (first === undefined)
        return tell.unknown('wires.holidays', 'no wire was created on a federal holiday, or late on the day before')
      const other = shown.find(({ holidays }) => holidays !== first.holidays)
      if (other) tell.unknown('wires.holidays', `${first.seen}, and ${other.seen}`)
      else tell.is('wires.holidays', first.holidays, first.seen)
    },
  },
  {
    how: 'follows effectiveDate of a wire from its creation to its release',
    tells: { 'wires.effectiveDate': 'a wire went out that was created for an earlier day' },
    read(seen, tell) {
      const first = new Map(created(seen).map((record) => [record['id'], wallTimeIn(record, 'effectiveDate')?.day]))
      let moved: string | undefined
      for (const record of wiresIn(seen)) {
        const [then, now] = [first.get(record['id']), wallTimeIn(record, 'effectiveDate')]
        const [asked, sent] = [wallTimeIn(record, 'createdAt'), wallTimeIn(record, 'processedAt')]
        if (record['direction'] !== 'Outbound' || then === undefined || now === undefined || asked === undefined)
          continue
        // It joined its batch up to a day before it was processed.
        const days = sent ? [...possibleDays(sent.day - 1), ...possibleDays(sent.day)] : [then]
        const isRight = possibleDays(asked.day).includes(then) && days.includes(now.day) && now.time === 0
        const words = `a wire of ${String(record['createdAt'])}, processed ${String(record['processedAt'] ?? 'later')}, takes effect on ${String(record['effectiveDate'])}`
        if (!isRight && (sent !== undefined || record['status'] === 'Created'))
          return tell.differs('wires.effectiveDate', words)
        if (sent !== undefined && now.day !== then) moved = words
      }
      if (moved !== undefined) tell.agrees('wires.effectiveDate', moved)
      else tell.unknown('wires.effectiveDate', 'no wire went out that was created for an earlier day')
    },
  },
]
