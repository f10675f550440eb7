/** Durations: lengths of virtual time, in the units that people use. */
import { DAY, HOUR, MINUTE, SECOND } from './instant.ts'

/** A length of virtual time: the sum of all fields. A day is 24 hours, even when clocks change. */
export interface Duration {
  weeks?: number | undefined
  days?: number | undefined
  hours?: number | undefined
  minutes?: number | undefined
  seconds?: number | undefined
  milliseconds?: number | undefined
}

/** Returns a duration in whole milliseconds. (date-fns would cut fractions off: 1.001 seconds would be 1000.) */
export function milliseconds(duration: Duration): number {
  const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds: rest = 0 } = duration
  return Math.round((weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + rest)
}
