/** The pure core in two functions: `transition` performs one operation, `inquire` reads. Both take a name of the table in operations.ts. */
import type { CallInfo } from '../core/access/idempotency.ts'
import { AssumptionNotes } from '../core/assumptions/notes.ts'
import { UsageError } from '../core/errors.ts'
import type { Happening } from '../core/happening.ts'
import { attempt } from '../core/kernel/attempt.ts'
import { asJson } from '../core/kernel/json.ts'
import { noted, performOn, type Transition } from '../core/perform-on.ts'
import { isRejection, type Rejection } from '../core/rejection.ts'
import { type Actor, type Reading, readingOf } from '../core/turn.ts'
import type { World } from '../core/world.ts'
import {
  type InquiryInput,
  type InquiryName,
  type InquiryOutput,
  kindOf,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
  type Performer,
} from './operations.ts'
import { plainInput } from './plain.ts'

/**
 * Performs one operation on a world, and returns the next world or a rejection. The given world never changes. Unlike the methods of a
 * bank, it does not check the input against the contract. The next world may refer to the input, and to the output of a call with an
 * idempotency key: change neither afterwards. A world has no undefined fields and no -0: inputs are read as JSON writes them.
 *
 * @param world - the world before
 * @param operation - such as `wires.create`
 * @param input - what the operation takes, already of the right shape
 * @param actor - who asks
 * @param call - the idempotency key and request id of the call, if it has them
 * @returns the next world, the output and the happenings in order; or a `Rejection`, see `isRejection`
 * @throws {UsageError} if the clock would run backwards, or if an argument is no world, no operation or no actor
 * @example
 * ```ts
 * const before = createWorld({ seed: 7 })
 * const result = transition(before, 'clock.advance', { to: before.now + 60_000 }, { kind: 'clock' })
 * isRejection(result) // false
 * ```
 */
export function transition<Name extends OperationName>(
  world: World,
  operation: Name,
  input: OperationInput<Name>,
  actor: Actor,
  call: CallInfo = {},
): Transition<OperationOutput<Name>> | Rejection {
  assertUsable(world, operation, 'operation', actor)
  const failed = `Failed to perform the operation "${operation}"`
  const plain = asJson(plainInput(failed, input, true))
  const info = plainInput(`${failed}, with information about the call`, call, true)
  const perform = operations[operation].perform as unknown as Performer<Name>
  return performOn(world, perform, plain, { operation, actor, call: info, notes: new AssumptionNotes(operation) })
}

/**
 * Reads a world, and returns the result or a rejection.
 *
 * @param world - the world to read
 * @param inquiry - such as `wires.get`
 * @param input - what the inquiry takes
 * @param actor - who asks: a partner sees its own records, the bank's users see all
 * @throws {UsageError} if an argument is no world, no inquiry or no actor
 * @example
 * ```ts
 * const accounts = inquire(createWorld({ seed: 7 }), 'accounts.list', undefined, { kind: 'partner', partner: 0 })
 * isRejection(accounts) // false
 * ```
 */
export function inquire<Name extends InquiryName>(
  world: World,
  inquiry: Name,
  input: InquiryInput<Name>,
  actor: Actor,
): InquiryOutput<Name> | Rejection {
  assertUsable(world, inquiry, 'inquiry', actor)
  const plain = plainInput(`Failed to perform the inquiry "${inquiry}"`, input, true)
  return inquireFrom(world, inquiry, plain, { actor, notes: new AssumptionNotes(inquiry) })
}

/** Performs an inquiry for src/bank/shell, which keeps the notes and the happenings. */
export function inquireFrom<Name extends InquiryName>(
  world: World,
  inquiry: Name,
  input: InquiryInput<Name>,
  { actor, notes, happened }: { actor: Actor; notes: AssumptionNotes; happened?: Happening[] },
): InquiryOutput<Name> | Rejection {
  const perform = operations[inquiry].perform as unknown as (
    ...asked: [Reading, InquiryInput<Name>]
  ) => InquiryOutput<Name> | Rejection
  const found = perform(readingOf(world, actor, notes, happened), input)
  return isRejection(found) ? noted(found, notes) : found
}

/** Refuses wrong arguments, which a caller in plain JavaScript may pass, while the message can still name them. */
function assertUsable(world: World, name: string, kind: 'operation' | 'inquiry', actor: Actor): void {
  const failed = `Failed to perform the ${kind} ${typeof name === 'string' ? `"${name}"` : `of type ${typeof name}`}`
  if (typeof name !== 'string' || kindOf(name) !== kind) {
    const other = typeof name === 'string' && kindOf(name) !== undefined ? `, but an ${kindOf(name)}` : ''
    throw new UsageError(`${failed}: there is no ${kind} of this name${other}. ${kinds[kind]}. (§3)`)
  }
  if (!attempt(() => world.settings && world.schedule)) {
    throw new UsageError(`${failed}: the first argument is no world. Pass bank.world, or what createWorld() gave. (§3)`)
  }
  if (!attempt(() => actors.includes(actor.kind))) {
    throw new UsageError(`${failed}: the actor is none of ${actors.join(', ')}. Write { kind: 'internal' }. (§3)`)
  }
}

const kinds = {
  operation: 'transition() performs operations, inquire() reads',
  inquiry: 'inquire() reads, transition() performs operations',
} as const
const actors: readonly Actor['kind'][] = ['partner', 'internal', 'clock']
