/**
 * The pure core in two functions. `transition` performs one operation, all or nothing: a refusal leaves the world the very
 * same value. `inquire` reads. Same world, same operation, same result, on every platform.
 */

import { type CallInfo, keysOf, recall, remember } from './access/idempotency.ts'
import { runDue } from './advance.ts'
import { type AssumptionNotes, takeNotes } from './assumptions/notes.ts'
import type { Happening } from './happening.ts'
import { assertInvariants } from './invariants.ts'
import {
  type InquiryInput,
  type InquiryName,
  type InquiryOutput,
  inquiries,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from './operations.ts'
import { isRejection, type Rejection } from './rejection.ts'
import { type Actor, readingOf, type Turn, turnAt } from './turn.ts'
import type { World } from './world.ts'

/** What an operation did. */
export interface Transition<Output> {
  readonly world: World
  readonly output: Output
  readonly happenings: readonly Happening[]
  /** The request that was answered first, where this one repeats it; its id, or null where it had none. */
  readonly repeats?: { readonly requestId: string | null }
}

/**
 * Performs one operation on a world and gives the next one, or the bank's "no". The world that it is given stays as it is; a
 * refusal means that nothing happened. The input is not checked against the contract. It is kept by reference, as the output is of a
 * call with an idempotency key: give it in the right shape, and change neither afterwards. The resources of a bank check, and copy.
 *
 * @param world - the world before; it stays as it is
 * @param operation - such as `wires.create`
 * @param input - what the operation takes, already of the right shape
 * @param actor - who asks
 * @param call - the idempotency key and request id of the call, where it has them
 * @param notes - collects the assumptions that the result rests on, of a refusal too
 * @returns the next world, the output and what happened in order; or a `Rejection`, see `isRejection`
 * @throws {UsageError} where the clock would run backwards
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
  notes: AssumptionNotes = takeNotes(operation),
): Transition<OperationOutput<Name>> | Rejection {
  const happenings: Happening[] = []
  const turn = turnAt(world, actor, { happenings, notes })
  const keys = keysOf(turn, operation, input, call)
  const known = recall(turn, keys)
  if (isRejection(known)) return known
  if (known)
    return {
      world,
      output: known.output as OperationOutput<Name>,
      happenings,
      repeats: { requestId: known.requestId },
    }

  const perform = operations[operation] as (
    turn: Turn,
    input: OperationInput<Name>,
  ) => OperationOutput<Name> | Rejection
  const output = perform(turn, input)
  if (isRejection(output)) return output
  remember(turn, keys, output, call.requestId ?? null)
  // What the operation made due at once (an instant release, a delay of zero) happens within it, after its answer.
  runDue(turn, turn.world.now)
  assertInvariants(turn.world)
  return { world: turn.world, output, happenings }
}

/**
 * Reads a world, and gives what was found or the bank's "no".
 *
 * @param world - the world to read
 * @param inquiry - such as `wires.get`
 * @param input - what the inquiry takes
 * @param actor - who asks: a partner sees its own records, the bank's users see all
 * @param notes - collects the assumptions that the answer rests on
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
  notes: AssumptionNotes = takeNotes(inquiry),
): InquiryOutput<Name> | Rejection {
  const read = inquiries[inquiry] as (reading: unknown, input: InquiryInput<Name>) => InquiryOutput<Name> | Rejection
  return read(readingOf(world, actor, notes), input)
}
