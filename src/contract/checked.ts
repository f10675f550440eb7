/**
 * Holds a value against a schema, with messages in English: a language or an error map that a user sets for another copy of zod has no
 * effect. Nothing is compiled with `new Function`, as a page may forbid that.
 */
import type * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'
import type { Schema } from './operation.ts'

const OURS = { jitless: true, error: english().localeError }

/** One problem that zod found. */
export type Issue = z.core.$ZodIssue

/**
 * What `schema` makes of `input`, or every problem with it. What is right is checked without a context, which zod copies at each call: with
 * one a check takes six times as long.
 */
export function checked<Given extends Schema>(
  schema: Given,
  input: unknown,
): z.core.util.SafeParseResult<Output<Given>> {
  const type = schema as unknown as z.ZodMiniType<Output<Given>>
  const result = type.safeParse(input)
  return result.success ? result : type.safeParse(input, OURS)
}

/** A message of ours, also where the words are those of zod. */
export const inOurWords = (message: string): string => message.replace(/^Invalid input: expected/, 'must be')

type Output<Given> = Given extends z.ZodMiniType ? z.output<Given> : unknown
