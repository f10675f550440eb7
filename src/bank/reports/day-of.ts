/** Writes the day of an instant in ISO 8601 as a heading: `Monday 2026-01-05`. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export function dayOf(at: string): string {
  const day = at.slice(0, 10)
  return `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${day}`
}
