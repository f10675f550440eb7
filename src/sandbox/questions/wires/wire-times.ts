/** The times in a payment record, and what the clock on the bank's wall shows at them. (§2.4) */
import { DAY, MINUTE } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'

/** Milliseconds between two times of a record. */
export function between(record: Fields, from: string, to: string): number | undefined {
  const [start, end] = [instantIn(record, from), instantIn(record, to)]
  return start === undefined || end === undefined ? undefined : end - start
}

const OFFSET = /([+-])(\d\d):(\d\d)$/

/** The offset of the bank's zone from UTC, where a time names it. */
function offsetIn(text: unknown): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(String(text)) ?? []
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/** The clock on the bank's wall at a time of a record, which names its zone, or else that of the day on which it takes effect: day and milliseconds since midnight. */
export function wallTimeIn(record: Fields, field: string) {
  const instant = instantIn(record, field)
  const offset = offsetIn(record[field]) ?? offsetIn(record['effectiveDate'])
  if (instant === undefined || offset === undefined) return undefined
  const local = instant + offset
  const day = Math.floor(local / DAY)
  return { day, time: local - day * DAY }
}

/** `10:05`, of a minute of the day. */
export const wallText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
