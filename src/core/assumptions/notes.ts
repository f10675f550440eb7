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

/** Reads a value of the catalogue, and notes that the result rests on it. */
export type Assume = <Id extends AssumptionId>(id: Id) => AssumptionValues[Id]

export function assuming(overrides: AssumptionOverrides, notes: AssumptionNotes): Assume {
  const values = valuesWith(overrides)
  return (id) => {
    notes.add(id)
    return values[id]
  }
}

const NOTHING: AssumptionUses = {}

/** The assumptions recorded for an operation: a call asks for a dozen, and nearly all are recorded already. */
const knownIn = remembered((recorded: AssumptionUses) =>
  remembered((operation: string): ReadonlySet<string> => {
    const uses = Object.entries(recorded).filter(([, operations]) => operations.includes(operation))
    return new Set(uses.map(([id]) => id))
  }),
)

export class AssumptionNotes {
  private readonly added: { readonly id: AssumptionId; readonly operation: string }[] = []
  private known: ReadonlySet<string> | undefined

  /** Assumptions that are in `recorded` already are not noted again. */
  constructor(
    private operation: string,
    private readonly recorded = NOTHING,
  ) {}

  add(id: AssumptionId): void {
    if (!this.has(id)) this.added.push({ id, operation: this.operation })
  }

  /** Those of the fields on whose sources the present operation is not known to rely. */
  unknownOf<Field extends { readonly source: AssumptionId }>(fields: readonly Field[]): readonly Field[] {
    return fields.filter(({ source }) => !this.has(source))
  }

  private has(id: AssumptionId): boolean {
    const { operation } = this
    this.known ??= knownIn(this.recorded)(operation)
    return this.known.has(id) || this.added.some((note) => note.id === id && note.operation === operation)
  }

  /** Adds what a row declares for `given`. */
  addAll<Given>(restsOn: RestsOn<Given>, given: Given): void {
    for (const id of typeof restsOn === 'function' ? restsOn(given) : restsOn) this.add(id)
  }

  addSource(source: Source): void {
    if (isAssumption(source)) this.add(source)
  }

  /** From now on, each added assumption counts as one that `operation` relied on. */
  noteUnder(operation: string): void {
    if (operation !== this.operation) this.known = undefined
    this.operation = operation
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
