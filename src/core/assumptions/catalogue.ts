/**
 * The catalogue of assumptions: every point that the specification leaves open, what this bank does there, and why.
 *
 * The content of a `published` entry is public: it is known from the service, the US wire network, or the framework of the loan service. An
 * `assumed` entry is our choice, because the answer is unknown. `createBank({ assume: { id: value } })` changes an entry that has allowed
 * values. A `fixed` entry cannot be changed: a test that needs another behaviour answers the endpoint with its own handler.
 */
import type { Fixed } from './allowed.ts'
import { accessEntries } from './entries/access.ts'
import { accountEntries } from './entries/accounts.ts'
import { loanEntries } from './entries/loans.ts'
import { webhookEntries } from './entries/webhooks.ts'
import { wireEntries } from './entries/wires.ts'
import type { Assumption } from './entry.ts'

/** The entries of the catalogue, keyed by id. */
export const assumptions = {
  ...accessEntries,
  ...wireEntries,
  ...accountEntries,
  ...webhookEntries,
  ...loanEntries,
} as const

/** The id of an entry of the catalogue. */
export type AssumptionId = keyof typeof assumptions

/** The origin of something that the bank shows: a section of the specification, or an entry of the catalogue. */
export type Source = `§${number}` | `§${number}.${number}` | AssumptionId

export const isAssumption = (source: Source): source is AssumptionId => !source.startsWith('§')

/** What something rests on: assumptions, or a function that gives them. */
export type RestsOn<Given> = readonly AssumptionId[] | ((given: Given) => readonly AssumptionId[])

/** The value of each assumption. */
export type AssumptionValues = {
  readonly [Id in AssumptionId]: (typeof assumptions)[Id] extends Assumption<infer Value> ? Value : never
}

/** Values for some assumptions of the catalogue, other than the defaults. A fixed entry takes none. */
export type AssumptionOverrides = {
  readonly [Id in AssumptionId]?: (typeof assumptions)[Id] extends { readonly allowed: Fixed }
    ? never
    : AssumptionValues[Id]
}
