/** What a schema of zod is made of: the one place that knows how zod keeps its definition. */
import type * as z from 'zod'

/** Any schema of zod. */
export type AnySchema = z.core.$ZodType

/** What a schema is defined by; each kind of schema has some of these. */
export interface Definition {
  readonly type: string
  /** Of an object, its fields. */
  readonly shape?: Readonly<Record<string, AnySchema>>
  /** Of an object, what other fields may hold. */
  readonly catchall?: AnySchema
  /** Of an array, what is in it. */
  readonly element?: AnySchema
  /** Of a record, what each name holds. */
  readonly valueType?: AnySchema
  /** Of an optional, nullable or default one, what it holds where it is there. */
  readonly innerType?: AnySchema
  /** Of a union, what it may be. */
  readonly options?: readonly AnySchema[]
  /** Of a pipe, what is given to it. */
  readonly in?: AnySchema
  /** Of a choice, its words. */
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly z.core.$ZodCheck[]
  /** Of a text, whether it is more than one. */
  readonly format?: string
  readonly coerce?: boolean
}

export const definitionOf = (schema: AnySchema): Definition => schema._zod.def as Definition

/** Stands in a path for each item of a list, and each value of a record. */
export const EACH = '*'

/** Calls `visit` with a schema and with each one that it is made of, outer ones first, at the path of its field. */
export function walkSchema(
  schema: AnySchema,
  visit: (schema: AnySchema, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  visit(schema, path)
  const { shape = {}, element, valueType, innerType, options = [], in: given } = definitionOf(schema)
  for (const same of [innerType, given, ...options]) if (same) walkSchema(same, visit, path)
  for (const each of [element, valueType]) if (each) walkSchema(each, visit, [...path, EACH])
  for (const [name, field] of Object.entries(shape)) walkSchema(field, visit, [...path, name])
}
