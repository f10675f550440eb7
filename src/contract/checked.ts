/**
 * Holding a value against a schema, in our own words: what a user has set for a zod of their own, a language or a map of errors,
 * is theirs. Nothing is compiled, as a page may forbid it.
 */
import type * as z from 'zod'
import english from 'zod/v4/locales/en.js'
import { quickReaderOf, WRONG } from './quick-reader.ts'

const OURS = { jitless: true, error: english().localeError }

/** What `schema` makes of `input`, or every problem with it. */
export function checked<Type extends z.ZodType>(schema: Type, input: unknown): z.ZodSafeParseResult<z.output<Type>> {
  const value = quickReaderOf(schema)(input)
  return value === WRONG ? schema.safeParse(input, OURS) : { success: true, data: value as z.output<Type> }
}
