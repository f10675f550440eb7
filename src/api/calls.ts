/**
 * Calls of the function API. What is given is checked by the schema of the operation, as over HTTP; a wrong shape is the test's
 * mistake. Then the operation is performed, and the bank's "no" is thrown.
 */
import {
  type InquiryInput,
  type InquiryName,
  type InquiryOutput,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '../contract/operations.ts'
import { parse } from '../contract/parse.ts'
import type { Schema } from '../contract/schema.ts'
import type { CallInfo } from '../core/access/idempotency.ts'
import { takeNotes } from '../core/assumptions/notes.ts'
import { UsageError } from '../core/errors.ts'
import type { Actor } from '../core/turn.ts'
import type { Shell } from '../shell/shell.ts'

/** What a resource works with: the bank's shell, and who acts through it. */
export interface Access {
  readonly shell: Shell
  readonly actor: Actor
}

type Name = OperationName | InquiryName
type Input<Of extends Name> = Of extends OperationName
  ? OperationInput<Of>
  : Of extends InquiryName
    ? InquiryInput<Of>
    : never
type Output<Of extends Name> = Of extends OperationName
  ? OperationOutput<Of>
  : Of extends InquiryName
    ? InquiryOutput<Of>
    : never

/** Performs an operation with what was given, once that is checked; an operation without a schema takes it as it is. */
export function call<Of extends Name>(access: Access, name: Of, given: Input<Of>, info?: CallInfo): Output<Of> {
  return perform(access, name, operations[name].schema ? check(access, name, given) : given, info)
}

/** The same, where the operation takes what was given as a part of its input: a title as `{ accountNumber, title }`. */
export function callWith<Of extends Name, Given>(
  access: Access,
  name: Of,
  given: Given,
  inputOf: (checked: Given) => Input<Of>,
  subject?: string,
): Output<Of> {
  return perform(access, name, inputOf(check(access, name, given, { subject })))
}

function perform<Of extends Name>(
  { shell, actor }: Access,
  name: Of,
  input: Input<Of>,
  info: CallInfo | undefined = undefined,
): Output<Of> {
  const output =
    operations[name].kind === 'operation'
      ? shell.perform(name as OperationName, input as never, actor, info).output
      : shell.inquire(name as InquiryName, input as never, actor)
  return output as Output<Of>
}

/**
 * What was given to an operation, checked; a field that no schema knows is refused, as a compiler would.
 *
 * @param how - `subject`: what the message names, an id say; `schema`: for what goes beside the input of the operation
 * @throws {UsageError} with every problem listed
 */
export function check<Given>(
  { shell }: Pick<Access, 'shell'>,
  name: Name,
  given: Given,
  how: { readonly subject?: string | undefined; readonly schema?: Schema } = {},
): Given {
  const { verb, schema } = operations[name]
  const notes = takeNotes(name, shell.state.uses)
  const context = { overrides: shell.state.world.settings.assume, notes, isStrict: true }
  const parsed = parse(how.schema ?? (schema as Schema), given, context)
  shell.note(notes)
  if ('value' in parsed) return parsed.value as Given
  const lines = parsed.problems.map(({ path, message }) => `\n  ${path === '' ? 'the input' : path} ${message}`)
  const what = how.subject === undefined ? verb : `${verb} "${how.subject}"`
  throw new UsageError(
    `Failed to ${what}: ${parsed.problems.length} of its inputs cannot be used.${lines.join('')}`,
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
