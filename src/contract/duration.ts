/** Durations, as a test writes them: parts of virtual time that add up. (§3) */
import * as z from 'zod'

const part = z.number().min(0, 'must not be negative').optional()

export const duration = z.strictObject(
  { weeks: part, days: part, hours: part, minutes: part, seconds: part, milliseconds: part },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? undefined
        : 'must be made of weeks, days, hours, minutes, seconds and milliseconds: { hours: 2 }',
  },
)
