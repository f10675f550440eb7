/**
 * Observations of a real service: a value for an assumption, with its date and its evidence. `createBank({ assume })` takes observations as
 * well as plain values; a result that rests on an observation has the provenance `observed`.
 */
import { type AssumptionId, type AssumptionOverrides, type AssumptionValues, assumptions } from './catalogue.ts'

/** One observation, as `calibrate` writes it. */
export interface Observation<Value = unknown> {
  /** The service's value; absent if the assumption is fixed and the service does what the assumption says. */
  readonly value?: Value
  /** The day of the observation: `2026-03-02`. */
  readonly observed: string
  /** The exchanges that show this value, in a few words each. */
  readonly evidence: readonly string[]
}

/** Observations of a service: a plain object, to be stored as JSON. */
export type Calibration = { readonly [Id in AssumptionId]?: Observation<AssumptionValues[Id]> }

/** The option `assume` of `createBank`: for each assumption a value, or an observation. */
export type Assumed = {
  [Id in AssumptionId]?: AssumptionOverrides[Id] | Observation | undefined
}

/** The observed assumptions of a bank, with day and evidence. */
export type Observed = { readonly [Id in AssumptionId]?: Omit<Observation, 'value'> }

export function isObservation(given: unknown): given is Observation {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  const { observed, evidence } = given as Partial<Observation>
  return typeof observed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(observed) && Array.isArray(evidence)
}

/** True for an allowed value, and for an observation of one. A fixed assumption accepts an observation without a value. */
export function isAssumable(id: AssumptionId, given: unknown): boolean {
  const { allowed } = assumptions[id]
  if (!isObservation(given)) return allowed.accepts(given)
  return allowed.isFixed ? given.value === undefined : allowed.accepts(given.value)
}

/** Separates values from observations. Both are sorted by id, so that equal options make equal worlds. */
export function separated(assumed: Assumed): { assume: AssumptionOverrides; observed: Observed } {
  const given = Object.entries<unknown>(structuredClone(assumed))
    .filter(([, each]) => each !== undefined)
    .sort(([first], [second]) => (first < second ? -1 : 1))
  const assume: Record<string, unknown> = {}
  const observed: Record<string, Omit<Observation, 'value'>> = {}
  for (const [id, each] of given) {
    const value = isObservation(each) ? each.value : each
    if (value !== undefined) assume[id] = value
    if (isObservation(each)) observed[id] = { observed: each.observed, evidence: each.evidence }
  }
  return { assume: assume as AssumptionOverrides, observed }
}
