/** The report of assumptions: which ones a bank has used, with their entries in the catalogue. */
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import type { State } from '../shell/state/state.ts'

/** An assumption that was used, with the operations that it influenced. */
export interface AssumptionUse {
  readonly id: AssumptionId
  readonly section: string
  /** `observed` if the bank was created with a value that `calibrate` observed at a real service. */
  readonly provenance: 'observed' | 'published' | 'assumed'
  readonly value: unknown
  readonly usedBy: readonly string[]
}

/** A bank's report of its assumptions. */
export interface AssumptionReport {
  /** Returns the assumptions that influenced operations or calls so far, each with the names of these operations and calls. */
  used(): AssumptionUse[]
}

export function usesOf({ world, uses }: State): AssumptionUse[] {
  const { assume, observed = {} } = world.settings
  return Object.entries(uses).map(([name, usedBy]) => {
    const id = name as AssumptionId
    const { section, provenance: known, default: preset } = assumptions[id]
    const provenance = observed[id] ? 'observed' : known
    return { id, section, provenance, value: structuredClone(assume[id] ?? preset), usedBy: [...usedBy] }
  })
}
