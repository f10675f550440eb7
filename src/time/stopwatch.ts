/** Real time, for what a person gives: where an exploration ends by its budget, and the day on which a finding is no longer accepted. */

// The clock of the process, before another takes its place.
const realPerformance = globalThis.performance as Performance | undefined
const realNow = realPerformance?.now.bind(realPerformance) ?? Date.now

/** Gives the milliseconds that have gone by since it was called. */
export function stopwatch(): () => number {
  const begun = realNow()
  return () => realNow() - begun
}

const realDate = Date.now

/** The day of the machine in UTC: `2026-03-02`. */
export function realDay(): string {
  return new Date(realDate()).toISOString().slice(0, 10)
}
