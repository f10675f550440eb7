/** A stopwatch of real time, for a budget that a person gives: nothing but where an exploration ends depends on it. */

// Those of the process, whatever takes their place later.
const realPerformance = globalThis.performance as Performance | undefined
const realNow = realPerformance?.now.bind(realPerformance) ?? Date.now

/** Gives the milliseconds that have gone by since it was called. */
export function stopwatch(): () => number {
  const begun = realNow()
  return () => realNow() - begun
}
