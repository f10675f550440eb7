/**
 * What a custom check means in JSON Schema: a function cannot be exported, so each check carries its statement. A check without one fails
 * the export, and property tests hold each statement against its check.
 */
import type { AssumptionId } from '../core/assumptions/catalogue.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** What a check says of itself. */
export interface Statement {
  /** What a value must fulfil. */
  readonly states: JsonSchema
  /** The assumption with which `createBank({ assume })` can switch the check off. */
  readonly assumption?: AssumptionId
  /** What JSON Schema has no words for, as a sentence. */
  readonly beyond?: string
}

/** The settings of a check: what it says where it fails, and what it states. */
export const stated = (error: string, states: JsonSchema) => ({ error, params: { states } satisfies Statement })

/** The same, where `createBank({ assume })` can switch the check off. */
export const waivable = (assumption: AssumptionId, error: string, states: JsonSchema, beyond?: string) => ({
  error,
  params: { assumption, states, ...(beyond === undefined ? {} : { beyond }) } satisfies Statement,
})
