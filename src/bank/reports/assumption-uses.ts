/** The assumptions beyond the specification that a bank's answers rested on, with what the catalogue says of them. */
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import type { State } from '../shell/state/state.ts'

/** An assumption that was used, with the operations that it influenced. */
export interface AssumptionUse {
  readonly id: AssumptionId
  readonly section: string
  /** `observed` where the bank was created with what `calibrate` saw of a real service. */
  readonly provenance: 'observed' | 'published' | 'assumed'
  readonly value: unknown
  readonly usedBy: readonly string[]
}

/** A bank's report of its assumptions. */
export interface AssumptionReport {
  /** The assumptions that influenced anything so far, with the operations that they influenced. */
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
