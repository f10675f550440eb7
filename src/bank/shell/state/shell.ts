/**
 * The shell: the one place that holds a world; all other code computes values from values. Only here is the present world replaced, the
 * journal kept, and a refusal or a defect turned into an error.
 */

import {
  type InquiryInput,
  type InquiryName,
  type InquiryOutput,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
  type Performer,
} from '../../../contract/operations.ts'
import { notePerformed } from '../../../contract/rests-on.ts'
import { inquireFrom } from '../../../contract/transition.ts'
import type { CallInfo } from '../../../core/access/idempotency.ts'
import { AssumptionNotes, valuesWith } from '../../../core/assumptions/notes.ts'
import { DefectError, isUsageError, RejectionError, textOfThrown } from '../../../core/errors.ts'
import type { Happening } from '../../../core/happening.ts'
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import { asJson } from '../../../core/kernel/json.ts'
import { timeOf } from '../../../core/kernel/time/instant.ts'
import { performOn, type Transition } from '../../../core/perform-on.ts'
import { isRejection, type Rejection } from '../../../core/rejection.ts'
import { streams } from '../../../core/streams.ts'
import { type Actor, CLOCK } from '../../../core/turn.ts'
import type { World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import { encodeEntry, isChange, type JournalEntry, journalOf } from './journal.ts'
import { type Fact, Layers, type Listener } from './layer.ts'
import { isTimeToForget, trimmed } from './retention.ts'
import type { Before, State } from './state.ts'

const NO_CALL: CallInfo = {}

export class Shell {
  readonly layers = new Layers()
  #listeners: readonly Listener[] = []
  /** The facts that the listeners do not know yet. */
  readonly #untold: Fact[] = []
  #unseenDefect: DefectError | undefined

  constructor(
    public state: State,
    /** How many facts of each kind the bank keeps; undefined if it keeps everything, as in a test. */
    public keep?: number,
  ) {}

  tryPerform<Name extends OperationName>(
    name: Name,
    given: OperationInput<Name>,
    actor: Actor,
    givenCall: CallInfo = NO_CALL,
    givenNotes?: AssumptionNotes,
  ): Transition<OperationOutput<Name>> | Rejection {
    const notes = givenNotes ?? new AssumptionNotes(name, this.state.uses)
    const [input, call] = [asJson(given), asJson(givenCall)]
    const { world, before } = this.state
    const at = timeOf(this.state.world)
    const entryOf = (outcome: JournalEntry['outcome'], happenings: readonly Happening[]): JournalEntry => {
      return { at, actor, operation: name, input: input ?? null, call, outcome, happenings }
    }
    try {
      const perform = operations[name].perform as unknown as Performer<Name>
      const performIn = (from: World) =>
        notes.under(name, () => performOn(from, perform, input, { operation: name, actor, call, notes }))
      const around = this.layers.operation
      const result = (
        around ? around({ operation: name, world }, (called) => performIn(called.world)) : performIn(world)
      ) as ReturnType<typeof performIn>
      if (isRejection(result)) {
        this.#add(entryOf(result.code, []), notes)
        return result
      }
      notePerformed(notes, name, { input, output: result.output, values: valuesWith(world.settings.assume) })
      const done = entryOf(result.repeats ? 'repeated' : 'done', result.happenings)
      this.#add(done, notes, {
        world: result.world,
        before: isChange(name, done) ? { world, changedAt: result.world.now } : before,
      })
      const { keep } = this
      if (keep && isTimeToForget(world, this.state.world, keep)) this.tryPerform('events.forget', { keep }, CLOCK)
      return result
    } catch (error) {
      if (isUsageError(error)) throw error
      throw this.defect(error)
    }
  }

  tryInquire<Name extends InquiryName>(
    name: Name,
    input: InquiryInput<Name>,
    actor: Actor,
    from: { world?: World; notes?: AssumptionNotes } = {},
  ): InquiryOutput<Name> | Rejection {
    const { world = this.state.world, notes = new AssumptionNotes(name, this.state.uses) } = from
    const happened: Happening[] = []
    try {
      const result = notes.under(name, () => inquireFrom(world, name, input, { actor, notes, happened }))
      if (!isRejection(result)) {
        notePerformed(notes, name, { input, output: result, values: valuesWith(world.settings.assume) })
      }
      this.#mergeNotes(notes)
      if (happened.length === 0 || isRejection(result)) return result
      // The happenings of a read get the present time, even if the read is of an older world.
      const at = timeOf(this.state.world)
      const happenings = happened.map((happening) => ({ ...happening, at }))
      const asked = { at, actor, operation: name, input: asJson(input) ?? null, call: NO_CALL }
      this.#add({ ...asked, outcome: 'done', happenings }, notes)
      return result
    } catch (error) {
      throw this.defect(error)
    }
  }

  /** Performs an operation for the function API: a refusal is thrown. */
  perform<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    actor: Actor,
    call?: CallInfo,
  ): Transition<OperationOutput<Name>> {
    this.throwDefect()
    const result = this.tryPerform(name, input, actor, call)
    if (isRejection(result)) throw new RejectionError(result)
    return result
  }

  /** Makes a read that is not in the table of operations, and notes under the name `by` which assumptions it used. */
  noting<Result>(by: string, read: (notes: AssumptionNotes) => Result): Result {
    const notes = new AssumptionNotes(by, this.state.uses)
    const result = read(notes)
    this.#mergeNotes(notes)
    return result
  }

  /** `next` has the world after the entry. */
  #add(done: JournalEntry, notes: AssumptionNotes, next?: Pick<State, 'world' | 'before'>): void {
    const { journal, requests, nextRequest, uses } = this.state
    const { world, before } = next ?? this.state
    const entry = encodeEntry(world.settings.seed, done)
    const grown = trimmed(journal.add(entry), this.keep)
    this.state = { world, before, journal: grown, requests, nextRequest, uses: notes.addedTo(uses) }
    this.#tell({ what: 'operation', entry, happenings: done.happenings, isDone: next !== undefined })
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener)
    }
  }

  /** Every listener is told the facts in their order, even if one of them causes another fact. */
  #tell(fact: Fact): void {
    if (this.#listeners.length === 0 || this.#untold.push(fact) > 1) return
    try {
      for (const each of this.#untold) for (const listener of this.#listeners) listener(each)
    } finally {
      this.#untold.length = 0
    }
  }

  #mergeNotes(notes: AssumptionNotes): void {
    const uses = notes.addedTo(this.state.uses)
    if (uses !== this.state.uses) this.state = { ...this.state, uses }
  }

  record(exchange: KeptExchange, number: number, notes: AssumptionNotes): void {
    const { requests, nextRequest, uses } = this.state
    this.state = {
      ...this.state,
      requests: trimmed(requests.add(exchange), this.keep),
      nextRequest: Math.max(nextRequest, number + 1),
      uses: notes.addedTo(uses),
    }
    this.#tell({ what: 'exchange', exchange })
  }

  /** Counts a request that a replayed journal names, so that no later request gets its id. */
  passRequest(requestId: string): void {
    const { world, nextRequest } = this.state
    const number = slotOfUuid(world.settings.seed, streams.request, requestId) ?? -1
    this.state = { ...this.state, nextRequest: Math.max(nextRequest, number + 1) }
  }

  /** Makes the error for a defect. If the caller cannot throw the error (`isUnseen`), the next call of the function API throws it. */
  defect(cause: unknown, isUnseen = false): DefectError {
    const error = cause instanceof DefectError ? cause : defectFrom(this.state, cause)
    if (isUnseen) this.#unseenDefect = error
    return error
  }

  replace(state: State): void {
    this.throwDefect()
    const before = this.state
    this.state = state
    this.#tell({ what: 'replacement', before })
  }

  /** Keeps the world before the last change, after a search of the journal has found it. */
  recordBefore(before: Before): void {
    this.state = { ...this.state, before }
  }

  /** Throws the defect that an HTTP call left behind, once. */
  throwDefect(): void {
    const error = this.#unseenDefect
    this.#unseenDefect = undefined
    if (error) throw error
  }
}

function defectFrom(state: State, cause: unknown): DefectError {
  const { seed } = state.world.settings
  const fact = cause instanceof Error ? cause.message : textOfThrown(cause)
  return new DefectError(
    `Failed to keep the bank sound: ${fact} This is a defect of vostro. Please report it with the seed ${seed} and the journal of this error.`,
    seed,
    journalOf(state),
    cause,
  )
}
