/** Real time, for limits that a person sets: the budget of an exploration, and the day until which a finding is accepted. */

// Kept before another clock replaces it.
const realNow = performance.now.bind(performance)

/** Returns a function that returns the milliseconds since now. */
export function stopwatch(): () => number {
  const begun = realNow()
  return () => realNow() - begun
}

const realDate = Date.now

/** The day of the machine's clock in UTC: `2026-03-02`. */
export function realDay(): string {
  return new Date(realDate()).toISOString().slice(0, 10)
}
