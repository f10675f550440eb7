/** The parts of a schema: the one place that knows how zod stores a definition. */
import type * as z from 'zod/mini'
import { didYouMean } from '../core/kernel/nearest.ts'
import type { Schema } from './operation.ts'

export type AnySchema = z.core.$ZodType

/** The definition of a schema; each kind of schema has some of these fields. */
export interface Definition {
  readonly type: string
  /** Of an object, its fields. */
  readonly shape?: Readonly<Record<string, AnySchema>>
  /** Of an array, the schema of its items. */
  readonly element?: AnySchema
  /** Of a record, the schema of each value. */
  readonly valueType?: AnySchema
  /** Of an optional, nullable or default schema, the schema of a present value. */
  readonly innerType?: AnySchema
  /** Of a union, its alternatives. */
  readonly options?: readonly AnySchema[]
  /** Of a pipe, the schemas of its input and of its output. */
  readonly in?: AnySchema
  readonly out?: AnySchema
  /** Of a choice, its words. */
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly z.core.$ZodCheck[]
}

export const definitionOf = (schema: AnySchema): Definition => schema._zod.def as Definition

/** Stands in a path for each item of a list, and each value of a record. */
export const EACH = '*'

/** Calls `visit` for a schema and for each schema inside it, outer ones first, each with the path of its field. */
export function walkSchema(
  schema: AnySchema,
  visit: (schema: AnySchema, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  visit(schema, path)
  const { shape = {}, element, valueType, innerType, options = [], in: given, out } = definitionOf(schema)
  // A transform has no parts: those of the pipe are in what it makes.
  const piped = given && definitionOf(given).type === 'transform' ? out : given
  for (const same of [innerType, piped, ...options]) if (same) walkSchema(same, visit, path)
  for (const each of [element, valueType]) if (each) walkSchema(each, visit, [...path, EACH])
  for (const [name, field] of Object.entries(shape)) walkSchema(field, visit, [...path, name])
}

/** The end of a message about a field that a schema does not have: the nearest name there. */
export function fieldMeant(schema: Schema, path: readonly PropertyKey[], field: string): string {
  return didYouMean(field, [...new Set(fieldsAt(schema, path))])
}

/** The fields that a schema knows at a path. In the path, a step into a list is an index. */
export function fieldsAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const known: string[] = []
  walkSchema(schema as AnySchema, (part, place) => {
    const isThere = place.length === path.length && place.every((step, index) => step === EACH || step === path[index])
    if (isThere) known.push(...Object.keys(definitionOf(part).shape ?? {}))
  })
  return known
}
