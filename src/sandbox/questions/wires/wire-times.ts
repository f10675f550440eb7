/** The times in a payment record, and what the clock on the bank's wall shows at them. (§2.4) */
import { DAY, type Day, type Instant, MINUTE } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'

/** Milliseconds between two times of a record. */
export function between(record: Fields, from: string, to: string): number | undefined {
  const [start, end] = [instantIn(record, from), instantIn(record, to)]
  return start === undefined || end === undefined ? undefined : end - start
}

/** A time by the clock on the bank's wall. */
interface WallTime {
  readonly day: Day
  /** Milliseconds since midnight. */
  readonly time: number
}

const OFFSET = /([+-])(\d\d):(\d\d)$/

/** How far the bank's wall is ahead of UTC, by a record: its own times show it, or the day on which it takes effect. */
function offsetIn(record: Fields, field: string): number | undefined {
  for (const text of [record[field], record['effectiveDate']]) {
    const found = typeof text === 'string' ? OFFSET.exec(text) : null
    if (!found) continue
    const [, sign, hours, minutes] = found
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
  }
  return undefined
}

/** The clock on the bank's wall at a time of a record; undefined where the record does not have it, or names no zone. */
export function wallTimeIn(record: Fields, field: string): WallTime | undefined {
  const [instant, offset] = [instantIn(record, field), offsetIn(record, field)]
  return instant === undefined || offset === undefined ? undefined : onTheWall(instant, offset)
}

function onTheWall(instant: Instant, offset: number): WallTime {
  const local = instant + offset
  const day = Math.floor(local / DAY)
  return { day, time: local - day * DAY }
}

/** `10:05`, of a minute of the day. */
export const wallText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
