/** The catalogue for one bank: its defaults, and the overrides of the test. */
import { type AssumptionOverrides, type AssumptionValues, assumptions } from './catalogue.ts'

/** The value of every assumption where some are overridden. The same overrides give the very same values. */
export function valuesWith(overrides: AssumptionOverrides): AssumptionValues {
  let values = cache.get(overrides)
  if (values === undefined) {
    const defaults = Object.entries(assumptions).map(([id, assumption]) => [id, assumption.default])
    values = { ...(Object.fromEntries(defaults) as AssumptionValues), ...overrides }
    cache.set(overrides, values)
  }
  return values
}

/** Every turn and reading asks, and a bank never changes its overrides. */
const cache = new WeakMap<AssumptionOverrides, AssumptionValues>()
