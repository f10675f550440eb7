/**
 * Performs one operation on a world, as a whole or not at all: after a refusal the world is the very same value. The same operation on the
 * same world has the same result on every platform. The folder src/contract lists the operations.
 */
import { type CallInfo, keyedCalls, recall, refusalOfKey, remember, repeatable } from './access/idempotency.ts'
import { runDue } from './advance.ts'
import type { AssumptionNotes } from './assumptions/notes.ts'
import { shortForms } from './compact.ts'
import type { Happening } from './happening.ts'
import { isRejection, type Rejection, rejections } from './rejection.ts'
import { type Actor, assertInvariants, type Turn, turnAt } from './turn.ts'
import type { World } from './world.ts'

/** The result of an operation. */
export interface Transition<Output> {
  readonly world: World
  readonly output: Output
  readonly happenings: readonly Happening[]
  /** The id of the request that this call repeats, or null if that request had no id; absent if the call is new. */
  readonly repeats?: { readonly requestId: string | null }
}

export interface CallContext {
  readonly operation: string
  readonly actor: Actor
  readonly call: CallInfo
  readonly notes: AssumptionNotes
}

export function performOn<Input, Output>(
  world: World,
  perform: (turn: Turn, input: Input) => Output | Rejection,
  input: Input,
  { operation, actor, call, notes }: CallContext,
): Transition<Output> | Rejection {
  const happenings: Happening[] = []
  const turn = turnAt(world, actor, notes, happenings)
  const tooLong = refusalOfKey(turn, call)
  if (tooLong) return noted(tooLong, notes)
  const repeat = repeatable(turn, operation, input, call)
  const short = shortForms[operation]
  if (repeat) notes.addAll(keyedCalls.each, call)
  const earlier = repeat && recall(turn, repeat, short?.body, (source) => notes.add(source))
  if (earlier) {
    if (isRejection(earlier)) return noted(earlier, notes)
    // The clock cannot tell whether a repeat at the same instant was sent before the first answer came.
    if (earlier.at >= repeat.from) notes.addAll(keyedCalls.overlapping, call)
    const output = short ? short.recall(turn, earlier.output as never) : earlier.output
    return { world, output: output as Output, happenings, repeats: { requestId: earlier.requestId } }
  }

  const output = perform(turn, input)
  if (isRejection(output)) {
    if (repeat) notes.addAll(keyedCalls.refused, call)
    return noted(output, notes)
  }
  if (repeat) remember(turn, repeat, short ? short.keep(turn) : output, call, short?.body)
  // If the operation set timers due at once (an instant release, a delay of zero), they run in the same turn, after the output is made.
  runDue(turn, turn.world.now)
  assertInvariants(turn.world)
  return { world: turn.world, output, happenings }
}

/** Notes what demands a refusal, and returns the refusal. */
export function noted(rejection: Rejection, notes: AssumptionNotes): Rejection {
  notes.addSource(rejections[rejection.code].from)
  return rejection
}
