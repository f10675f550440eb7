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
  return new Notes(operation)
}

/** A few ids of one or two operations: lists are quicker to make and to search than sets. */
class Notes implements AssumptionNotes {
  private readonly names: string[]
  private readonly idsByName: AssumptionId[][]
  private current: AssumptionId[] = []

  constructor(operation: string) {
    this.names = [operation]
    this.idsByName = [this.current]
  }

  add(id: AssumptionId): void {
    if (!this.current.includes(id)) this.current.push(id)
  }

  actAs(operation: string): void {
    const index = this.names.indexOf(operation)
    this.current = this.idsByName[index] ?? []
    if (index >= 0) return
    this.names.push(operation)
    this.idsByName.push(this.current)
  }

  addedTo(uses: AssumptionUses): AssumptionUses {
    let next = uses
    for (const [index, name] of this.names.entries()) {
      for (const id of this.idsByName[index] ?? []) {
        const known = next[id]
        if (!known?.includes(name)) next = { ...next, [id]: [...(known ?? []), name] }
      }
    }
    return next
  }
}
