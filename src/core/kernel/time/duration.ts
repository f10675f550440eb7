/** Durations: stretches of virtual time, in parts that a person names. */
import { DAY, HOUR, MINUTE, SECOND } from './instant.ts'

/** A stretch of virtual time; the parts add up. A day is 24 hours, whatever the clocks do. */
export interface Duration {
  weeks?: number | undefined
  days?: number | undefined
  hours?: number | undefined
  minutes?: number | undefined
  seconds?: number | undefined
  milliseconds?: number | undefined
}

/** How many whole milliseconds a duration has. (That of date-fns cuts fractions off: 1.001 seconds would be 1000.) */
export function milliseconds(duration: Duration): number {
  const { weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds: rest = 0 } = duration
  return Math.round((weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + rest)
}
