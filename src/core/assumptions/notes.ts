/**
 * The values of the catalogue for one bank, and notes of the assumptions that each operation relied on: those whose value it read, and those
 * that are declared for what it did: at the row of the operation, of its happenings and of its refusal, and at each field of its input and
 * its answer. A call takes notes while it runs; the bank (src/bank/shell) merges them afterwards.
 */
import { remembered } from '../kernel/remembered.ts'
import {
  type AssumptionId,
  type AssumptionOverrides,
  type AssumptionValues,
  assumptions,
  isAssumption,
  type RestsOn,
  type Source,
} from './catalogue.ts'

/** Returns the value of every assumption, with these overrides. A bank never changes its overrides. */
export const valuesWith = remembered((overrides: AssumptionOverrides): AssumptionValues => {
  const defaults = Object.entries(assumptions).map(([id, assumption]) => [id, assumption.default])
  return { ...(Object.fromEntries(defaults) as AssumptionValues), ...overrides }
})

/** For each assumption, the operations that relied on it. */
export type AssumptionUses = { readonly [Id in AssumptionId]?: readonly string[] }

/**
 * Reads a value of the catalogue, and notes that the result rests on it. With `outcome`, this is noted only if another value that the
 * catalogue names has another outcome.
 */
export type Assume = <Id extends AssumptionId>(
  id: Id,
  outcome?: (value: AssumptionValues[Id]) => unknown,
) => AssumptionValues[Id]

export function assuming(overrides: AssumptionOverrides, notes: AssumptionNotes): Assume {
  const values = valuesWith(overrides)
  return (id, outcome) => {
    const value = values[id]
    const { allowed } = assumptions[id]
    const others = [allowed.default, ...allowed.others] as (typeof value)[]
    if (outcome === undefined || others.some((other) => outcome(other) !== outcome(value))) notes.add(id)
    return value
  }
}

const NOTHING: AssumptionUses = {}

export class AssumptionNotes {
  private readonly added: { readonly id: AssumptionId; readonly operation: string }[] = []

  /** Assumptions that are in `recorded` already are not noted again. */
  constructor(
    private operation: string,
    private readonly recorded = NOTHING,
  ) {}

  add(id: AssumptionId): void {
    if (!this.has(id)) this.added.push({ id, operation: this.operation })
  }

  /** Whether the present operation is known to rely on it. A call asks for a dozen, and nearly all are recorded already. */
  has(id: AssumptionId): boolean {
    const { operation } = this
    return (
      this.recorded[id]?.includes(operation) ||
      this.added.some((note) => note.id === id && note.operation === operation)
    )
  }

  /** Adds what a row declares for `given`. */
  addAll<Given>(restsOn: RestsOn<Given>, given: Given): void {
    for (const id of typeof restsOn === 'function' ? restsOn(given) : restsOn) this.add(id)
  }

  addSource(source: Source): void {
    if (isAssumption(source)) this.add(source)
  }

  /** Performs `act`. Each assumption that it adds counts as one that `operation` relied on. */
  under<Result>(operation: string, act: () => Result): Result {
    const before = this.operation
    this.operation = operation
    try {
      return act()
    } finally {
      this.operation = before
    }
  }

  /** Returns `uses` with these notes added; the same object if nothing is new. */
  addedTo(uses: AssumptionUses): AssumptionUses {
    const added = this.added.filter(({ id, operation }) => !uses[id]?.includes(operation))
    if (added.length === 0) return uses
    const next: { [Id in AssumptionId]?: readonly string[] } = { ...uses }
    for (const { id, operation } of added) next[id] = [...(next[id] ?? []), operation]
    return next
  }
}
