/**
 * Holds a value against a schema, with messages in English: a language or an error map that a user sets for another copy of zod has no
 * effect. Nothing is compiled with `new Function`, as a page may forbid that.
 */
import type * as z from 'zod'
import english from 'zod/v4/locales/en.js'
import { isRecord } from '../core/kernel/json.ts'
import type { Schema } from './operation.ts'
import { type AnySchema, type Definition, definitionOf } from './walk-schema.ts'

const OURS = { jitless: true, error: english().localeError }

/** One problem that zod found. */
export type Issue = z.core.$ZodIssue

/** What `schema` makes of `input`, or every problem with it. */
export function checked<Given extends Schema>(schema: Given, input: unknown): z.ZodSafeParseResult<Output<Given>> {
  const value = readQuickly(schema, input)
  if (value !== WRONG) return { success: true, data: value as Output<Given> }
  return (schema as unknown as z.ZodType<Output<Given>>).safeParse(input, OURS)
}

type Output<Given> = Given extends z.ZodType ? z.output<Given> : unknown

/** What a reader gives where something is wrong. */
export const WRONG: unique symbol = Symbol('wrong')

/**
 * The quick way through a schema, for a value that is right: the same copy that zod would make, without its bookkeeping of problems.
 * It knows objects, what may be absent or null, and plain texts; every other schema is asked itself. Where anything is wrong, or null
 * where a field may only be absent, it gives WRONG, and zod says what. It saves a tenth of the time that a payment over HTTP takes. (What
 * zod compiles with `new Function` is as quick, and a page may forbid that.)
 */
export function readQuickly(schema: Schema, value: unknown): unknown {
  return readerOf(schema as AnySchema)(value)
}

/** Gives a copy of a right value, or WRONG. */
type Reader = (value: unknown) => unknown
const readers = new WeakMap<AnySchema, Reader>()

/** The reader of a schema, made once. */
function readerOf(schema: AnySchema): Reader {
  let reader = readers.get(schema)
  if (reader === undefined) {
    reader = readerFor(schema)
    readers.set(schema, reader)
  }
  return reader
}

function readerFor(schema: AnySchema): Reader {
  const { type, checks = [], shape, catchall, innerType, format, coerce } = definitionOf(schema)
  if (type === 'object' && shape && (!catchall || definitionOf(catchall).type === 'never')) {
    return objectReader(shape, catchall !== undefined, checks)
  }
  if (type === 'string' && format === undefined && !coerce) {
    return (value) => (typeof value === 'string' ? checkedBy(checks, value) : WRONG)
  }
  // A default makes a value of none: that is for zod.
  if (innerType && checks.length === 0 && innerType._zod.optin !== 'defaulted') {
    const inner = readerOf(innerType)
    const hasNull = definitionOf(innerType).type === 'nullable'
    if (type === 'optional')
      return (value) => (value === undefined ? undefined : value === null && !hasNull ? WRONG : inner(value))
    if (type === 'nullable') return (value) => (value === null ? null : inner(value))
  }
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false, jitless: true })
    return 'issues' in result && result.issues.length === 0 ? result.value : WRONG
  }
}

function objectReader(
  shape: NonNullable<Definition['shape']>,
  isStrict: boolean,
  checks: readonly z.core.$ZodCheck[],
): Reader {
  const names = new Set(Object.keys(shape))
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: readerOf(schema),
    isOptional: schema._zod.optin !== undefined,
  }))
  return (value) => {
    if (!isRecord(value) || (isStrict && hasOthers(value, names))) return WRONG
    const copy: Record<string, unknown> = {}
    for (const { name, read, isOptional } of fields) {
      const found = read(value[name])
      if (found === WRONG) return WRONG
      // What is absent stays so, and what is there as undefined too.
      if (found !== undefined || name in value) copy[name] = found
      else if (!isOptional) return WRONG
    }
    return checkedBy(checks, copy)
  }
}

function hasOthers(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return true
  return false
}

/** The value as its checks leave it, in order; WRONG at the first that fails. */
function checkedBy(checks: readonly z.core.$ZodCheck[], value: unknown): unknown {
  if (checks.length === 0) return value
  const payload: z.core.ParsePayload = { value, issues: [] }
  for (const check of checks) {
    const { when } = check._zod.def
    if (when && !when(payload)) continue
    const waits = check._zod.check(payload as z.core.ParsePayload<never>)
    if (payload.issues.length > 0 || waits instanceof Promise) return WRONG
  }
  return payload.value
}
