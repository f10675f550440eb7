/** The payment record as an answer shows it: of a stranger, so nothing of it is taken for granted. (§2.4) */
import { DAY, type Day, type Instant, MINUTE } from '../../core/kernel/time/instant.ts'

/** A payment record, or what looks like one. */
export type WireRecord = Readonly<Record<string, unknown>>

/** The record in an answer's body; undefined where it has no id. */
export function wireIn(body: unknown): (WireRecord & { readonly id: string }) | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const record = body as WireRecord
  const { id } = record
  // Some services count.
  if (typeof id === 'number') return { ...record, id: String(id) }
  return typeof id === 'string' && id !== '' ? { ...record, id } : undefined
}

/** A field of a record that is a time, in milliseconds since 1970. */
export function timeIn(record: WireRecord, field: string): Instant | undefined {
  const text = record[field]
  if (typeof text !== 'string') return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}

/** Milliseconds between two times of a record. */
export function between(record: WireRecord, from: string, to: string): number | undefined {
  const [start, end] = [timeIn(record, from), timeIn(record, to)]
  return start === undefined || end === undefined ? undefined : end - start
}

/** A time by the clock on the bank's wall. */
export interface WallTime {
  readonly day: Day
  /** Milliseconds since midnight. */
  readonly time: number
  /** Milliseconds that the wall is ahead of UTC. */
  readonly offset: number
}

const OFFSET = /([+-])(\d\d):(\d\d)$/

/** How far the bank's wall is ahead of UTC, by a record: its own times tell, or the day on which it takes effect. */
export function offsetIn(record: WireRecord, field: string): number | undefined {
  for (const text of [record[field], record['effectiveDate']]) {
    const found = typeof text === 'string' ? OFFSET.exec(text) : null
    if (!found) continue
    const [, sign, hours, minutes] = found
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
  }
  return undefined
}

/** The clock on the bank's wall at a time of a record; undefined where the record has it not, or names no zone. */
export function wallTimeIn(record: WireRecord, field: string): WallTime | undefined {
  const [instant, offset] = [timeIn(record, field), offsetIn(record, field)]
  return instant === undefined || offset === undefined ? undefined : onTheWall(instant, offset)
}

export function onTheWall(instant: Instant, offset: number): WallTime {
  const local = instant + offset
  const day = Math.floor(local / DAY)
  return { day, time: local - day * DAY, offset }
}

/** The instant of a time on the wall. */
export const instantOnTheWall = ({ day, time, offset }: WallTime): Instant => day * DAY + time - offset

/** `10:05`, of a minute of the day. */
export const wallText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
