/**
 * The assumption catalogue: every place that the specification leaves open, what this bank does there, and why.
 *
 * `published`: publicly known of the service, of the US wire network or of the framework behind the loan service. `assumed`: unknown; our
 * choice. An entry with allowed values is changed by `createBank({ assume: { id: value } })`; a `fixed` one describes a shape: a test that
 * needs another shape answers that endpoint with a handler of its own.
 */
import { accessEntries } from './entries/access.ts'
import { accountEntries } from './entries/accounts.ts'
import { loanEntries } from './entries/loans.ts'
import { webhookEntries } from './entries/webhooks.ts'
import { wireEntries } from './entries/wires.ts'
import type { Assumption } from './entry.ts'

/** The catalogue, by id. */
export const assumptions = {
  ...accessEntries,
  ...wireEntries,
  ...accountEntries,
  ...webhookEntries,
  ...loanEntries,
} as const

/** The id of an entry of the catalogue. */
export type AssumptionId = keyof typeof assumptions

/** Where something that the bank shows comes from: a section of the specification, or an entry of the catalogue. */
export type Source = `§${number}` | `§${number}.${number}` | AssumptionId

/** The value of each assumption. */
export type AssumptionValues = {
  readonly [Id in AssumptionId]: (typeof assumptions)[Id] extends Assumption<infer Value> ? Value : never
}

/** Values for some assumptions of the catalogue, other than the defaults. */
export type AssumptionOverrides = Partial<AssumptionValues>
