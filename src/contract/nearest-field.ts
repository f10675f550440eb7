/** Fields that no schema knows, each with the nearest of those that there are: nobody finds a slip of the pen without. */
import type * as z from 'zod'
import { nearestOrAll } from '../core/kernel/nearest.ts'

interface Definition {
  /** Of an object, its fields. */
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  /** Of an array, what is in it. */
  readonly element?: z.core.$ZodType
  /** Of an optional or default one, what it holds. */
  readonly innerType?: z.core.$ZodType
  /** Of a union, what it may be. */
  readonly options?: readonly z.core.$ZodType[]
  /** Of a pipe, what is given to it. */
  readonly in?: z.core.$ZodType
}

/** The nearest name for each of these fields, as the end of a clause: `; the nearest is "amount"`; empty where none is known there. */
export function nearestFields(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
  fields: readonly string[],
): string {
  const known = [...new Set(fieldsAt(schema, path))]
  return [...new Set(fields.map((field) => nearestOrAll(field, known)))].join('')
}

/** The fields that a schema knows at a place. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { shape, element, innerType, options, in: given } = schema._zod.def as Definition
  if (options) return options.flatMap((option) => fieldsAt(option, path))
  const inner = innerType ?? given
  if (inner) return fieldsAt(inner, path)
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(shape ?? {})
  const next = element ?? (shape && Object.hasOwn(shape, step) ? shape[String(step)] : undefined)
  return next === undefined ? [] : fieldsAt(next, rest)
}
