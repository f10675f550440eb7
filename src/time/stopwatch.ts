/** Real time, for limits that a person sets: the budget of an exploration, and the day until which a finding is accepted. */

// The clock of the process, kept before another clock replaces it.
const realPerformance = globalThis.performance as Performance | undefined
const realNow = realPerformance?.now.bind(realPerformance) ?? Date.now

/** Starts a stopwatch. @returns a function that returns the milliseconds since the start */
export function stopwatch(): () => number {
  const begun = realNow()
  return () => realNow() - begun
}

const realDate = Date.now

/** The day of the machine's clock in UTC: `2026-03-02`. */
export function realDay(): string {
  return new Date(realDate()).toISOString().slice(0, 10)
}
