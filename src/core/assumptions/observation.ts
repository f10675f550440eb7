/**
 * What was observed of a real service: a value for an assumption, with when it was seen and on what that rests. `createBank({ assume })`
 * takes observations beside plain values, and what rests on one has the provenance `observed`.
 */
import { type AssumptionId, type AssumptionOverrides, type AssumptionValues, assumptions } from './catalogue.ts'

/** One observation, as `calibrate` writes it. */
export interface Observation<Value = unknown> {
  /** What the service does; absent where our default is fixed, and it does the same. */
  readonly value?: Value
  /** The day of it: `2026-03-02`. */
  readonly observed: string
  /** The exchanges that show it, in a few words each. */
  readonly evidence: readonly string[]
}

/** What was observed of a service: a plain object, kept as JSON. */
export type Calibration = { readonly [Id in AssumptionId]?: Observation<AssumptionValues[Id]> }

/** What `createBank({ assume })` takes: for each assumption a value, or an observation. */
export type Assumed = {
  [Id in AssumptionId]?: AssumptionValues[Id] | Observation | undefined
}

/** Which assumptions of a bank were observed, and on what that rests. */
export type Observed = { readonly [Id in AssumptionId]?: Omit<Observation, 'value'> }

export function isObservation(given: unknown): given is Observation {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  const { observed, evidence } = given as Partial<Observation>
  return typeof observed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(observed) && Array.isArray(evidence)
}

/** Whether something may stand for an assumption: one of its values, or an observation of one. What is fixed can be observed, too. */
export function isAssumable(id: AssumptionId, given: unknown): boolean {
  const { allowed } = assumptions[id]
  if (!isObservation(given)) return allowed.accepts(given)
  return allowed.isFixed ? given.value === undefined : allowed.accepts(given.value)
}

/** The values and the observations apart, each in one order, so that equal ones make equal worlds. */
export function apart(assumed: Assumed): { assume: AssumptionOverrides; observed: Observed } {
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
