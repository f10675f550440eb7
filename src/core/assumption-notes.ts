/** Which assumptions a call rested on, and which operation it was that did. Collected while it runs, then merged by the shell. */
import type { AssumptionId } from '../assumptions.ts'

/** Assumption by assumption, the operations that rested on it. */
export type AssumptionUses = { readonly [Id in AssumptionId]?: readonly string[] }

/** The notes of one call. */
export interface AssumptionNotes {
  add(id: AssumptionId): void
  /** What is added from now on is on this operation's account. */
  actAs(operation: string): void
  /** `uses` with these notes added; the very same where nothing is new. */
  addedTo(uses: AssumptionUses): AssumptionUses
}

/** Empty notes on the account of `operation`. */
export function takeNotes(operation: string): AssumptionNotes {
  const noted = new Map<string, Set<AssumptionId>>()
  let current = new Set<AssumptionId>()
  const notes: AssumptionNotes = {
    add: (id) => void current.add(id),
    actAs: (name) => {
      current = noted.get(name) ?? new Set()
      noted.set(name, current)
    },
    addedTo: (uses) => {
      let next = uses
      for (const [name, ids] of noted) {
        for (const id of ids) {
          const known = next[id] ?? []
          if (!known.includes(name)) next = { ...next, [id]: [...known, name] }
        }
      }
      return next
    },
  }
  notes.actAs(operation)
  return notes
}
