/** Input of the function API: checked by the same schemas as HTTP; a wrong shape is the test's mistake. */
import type * as z from 'zod'
import { parse } from '../contract/parse.ts'
import { takeNotes } from '../core/assumptions/notes.ts'
import { UsageError } from '../core/errors.ts'
import type { InquiryName, OperationName } from '../core/operations.ts'
import type { Actor } from '../core/turn.ts'
import type { Shell } from '../shell/shell.ts'

/** What a resource works with: the bank's shell, and who acts through it. */
export interface Access {
  readonly shell: Shell
  readonly actor: Actor
}

/**
 * The input of an operation, checked by its schema; a field that the schema does not know is refused, as a compiler would.
 * `verb` begins the message of the error: `originate a wire`.
 */
export function checked<T>(
  { shell }: Access,
  operation: OperationName | InquiryName,
  schema: z.ZodType<T>,
  input: T,
  verb: string,
): T {
  const notes = takeNotes(operation, shell.state.uses)
  const parsed = parse(schema, input, { overrides: shell.state.world.settings.assume, notes, isStrict: true })
  shell.note(notes)
  if ('value' in parsed) return parsed.value
  const lines = parsed.problems.map(({ path, message }) => `\n  ${path === '' ? 'the input' : path} ${message}`)
  throw new UsageError(
    `Failed to ${verb}: ${parsed.problems.length} of its inputs cannot be used.${lines.join('')}`,
    parsed.problems,
  )
}

/** An id or a number that a caller gave: a text. Whoever passes a whole record for its id is told so. */
export function textOf(given: string, name: string): string {
  if (typeof given === 'string') return given
  throw new UsageError(
    `Failed to read the ${name}: it must be a text, and is of type ${typeof given}. Pass the ${name} alone.`,
  )
}
