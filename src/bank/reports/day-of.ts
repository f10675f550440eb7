/** Writes the day of an instant as a heading. */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns `Monday 2026-01-05`, for an instant in ISO 8601. */
export function dayOf(at: string): string {
  const day = at.slice(0, 10)
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${day}`
}
