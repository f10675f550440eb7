/** The times in a payment record, and the local time of the bank at these instants. (§2.4) */
import { DAY, MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'
import { is, unknown, type Verdict } from '../question.ts'

/** Milliseconds between two times of a record; undefined if one is missing. */
export function between(record: Fields, from: string, to: string): number | undefined {
  const [start, end] = [instantIn(record, from), instantIn(record, to)]
  return start === undefined || end === undefined ? undefined : end - start
}

const OFFSET = /([+-])(\d\d):(\d\d)$/

/** The offset of the bank's zone from UTC in a time; undefined if the time is written in UTC. */
function offsetIn(text: unknown): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(String(text)) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
  return sign === undefined || offset === 0 ? undefined : offset
}

/** The local time of the bank: day, and milliseconds since midnight. The offset is read in the field or in `effectiveDate`. */
export function wallTimeIn(record: Fields, field: string) {
  const instant = instantIn(record, field)
  const offset = offsetIn(record[field]) ?? offsetIn(record['effectiveDate'])
  if (instant === undefined || offset === undefined) return undefined
  const local = instant + offset
  const day = Math.floor(local / DAY)
  return { day, time: local - day * DAY }
}

/** A minute of the day as `10:05`. */
export const wallText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** A tolerance in milliseconds, because a service looks for due work only at intervals, and requests take time. */
const JITTER = 1_500

/** The median of measurements in milliseconds, if they are alike; undefined without measurements. */
export function lasting(measurements: readonly (number | undefined)[]): Verdict<number> | undefined {
  const sorted = measurements.filter((each) => each !== undefined).sort((first, second) => first - second)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (least === undefined || middle === undefined || most === undefined) return undefined
  const seen = `it took ${least === most ? `${least / SECOND} s` : `${least / SECOND} to ${most / SECOND} s`}`
  if (least < 0) return unknown(`${seen}, so the end is before the beginning`)
  return most - least > JITTER
    ? unknown(`${seen}, and these times differ too much`)
    : is(Math.round(middle / SECOND), seen)
}
