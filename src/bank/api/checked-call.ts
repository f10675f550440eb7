/**
 * Calls of the function API: they check the input by the schema of the operation, as over HTTP, and perform the operation. An input of the
 * wrong shape is a UsageError, because it is the test's mistake. A refusal of the bank is a RejectionError.
 */
import type { Given } from '../../contract/absent.ts'
import type { InputOf, OutputOf, Schema } from '../../contract/operation.ts'
import { failedTo, type InquiryName, type OperationName, operations } from '../../contract/operations.ts'
import { parse } from '../../contract/parse.ts'
import { plainInput } from '../../contract/plain.ts'
import { cannotBeUsed } from '../../contract/problems.ts'
import type { CallInfo } from '../../core/access/idempotency.ts'
import { RejectionError, UsageError } from '../../core/errors.ts'
import { isRejection } from '../../core/rejection.ts'
import type { Actor } from '../../core/turn.ts'
import type { Shell } from '../shell/state/shell.ts'

/** What a resource works with. */
export interface Access {
  readonly shell: Shell
  readonly actor: Actor
}

export type Performed = OperationName | InquiryName
type Input<Of extends Performed> = InputOf<(typeof operations)[Of]>
type Output<Of extends Performed> = OutputOf<(typeof operations)[Of]>

export function call<Of extends Performed>(
  access: Access,
  name: Of,
  given: Given<Input<Of>>,
  info?: CallInfo,
): Output<Of> {
  const input = given as Input<Of>
  return perform(access, name, operations[name].schema ? check(access, name, input) : input, info)
}

/**
 * As `call`, for an operation on an existing record. `record` holds the id or number that error messages show. `given` holds the other
 * fields of the input; with `field`, it is the value of that one field.
 */
export function callFor<Of extends Performed>(
  access: Access,
  name: Of,
  record: { readonly [Key in 'id' | 'accountNumber' | 'productId']?: string },
  given: unknown,
  field?: keyof Input<Of>,
): Output<Of> {
  const [subject] = Object.values(record)
  const checked = check(access, name, given, { subject })
  const input = field === undefined ? { ...(checked as object), ...record } : { ...record, [field]: checked }
  return perform(access, name, input as Input<Of>)
}

/** Performs an operation with a checked input. */
export function perform<Of extends Performed>(
  { shell, actor }: Access,
  name: Of,
  input: Input<Of>,
  info?: CallInfo,
): Output<Of> {
  if (operations[name].kind === 'operation') {
    return shell.perform(name as OperationName, input as never, actor, info).output as Output<Of>
  }
  shell.throwDefect()
  const found = shell.tryInquire(name as InquiryName, input as never, actor)
  if (isRejection(found)) throw new RejectionError(found)
  return found as Output<Of>
}

/**
 * Checks the input of an operation, and refuses unknown fields, as a compiler would.
 *
 * @param how - `subject`: the id or number that the message names; `schema`: for options that are no part of the operation's input
 * @throws {UsageError} with every problem listed
 */
export function check<Input>(
  { shell }: Pick<Access, 'shell'>,
  name: Performed,
  given: Input,
  how: { readonly subject?: string | undefined; readonly schema?: Schema } = {},
): Input {
  const { schema } = operations[name]
  const { assume: overrides } = shell.state.world.settings
  const failed = failedTo(name, how.subject)
  const input = plainInput(failed, given)
  const parsed = shell.noting(name, (notes) =>
    parse(how.schema ?? (schema as Schema), input, { overrides, notes, isStrict: true }),
  )
  if ('value' in parsed) return parsed.value as Input
  throw new UsageError(cannotBeUsed(failed, 'inputs', parsed.problems, 'the input'), parsed.problems)
}

/** An operation by its name, or what else cannot be done in words. */
export type Named = Performed | `to ${string}`

/** Refuses an id or number that is no text, such as a whole record. */
export function requiredText(given: string, name: string, performed: Named): string {
  if (typeof given === 'string') return given
  const failed = performed.startsWith('to ') ? `Failed ${performed}` : failedTo(performed as Performed)
  throw new UsageError(
    `${failed}: the ${name} must be a string, and is of type ${typeof given}. Pass the ${name} alone.`,
  )
}
