/**
 * Holding a value against a schema, in our own words: what a user has set for a zod of their own, a language or a map of errors,
 * is theirs. Nothing is compiled, as a page may forbid it.
 */
import type * as z from 'zod'
import english from 'zod/v4/locales/en.js'
import type { Schema } from './operation.ts'
import { quickReaderOf, WRONG } from './quick-reader.ts'

const OURS = { jitless: true, error: english().localeError }

/** One problem that zod found. */
export type Issue = z.core.$ZodIssue

/** What `schema` makes of `input`, or every problem with it. */
export function checked<Given extends Schema>(schema: Given, input: unknown): z.ZodSafeParseResult<Output<Given>> {
  const own = schema as unknown as z.ZodType<Output<Given>>
  const value = quickReaderOf(own)(input)
  return value === WRONG ? own.safeParse(input, OURS) : { success: true, data: value as Output<Given> }
}

type Output<Given> = Given extends z.ZodType ? z.output<Given> : unknown
