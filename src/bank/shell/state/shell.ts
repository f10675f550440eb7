/**
 * The shell: the one place that holds a world. Everything else is functions from values to values; here the current value
 * is replaced, the journal is kept, and a "no" or a defect becomes an error.
 */

import type { Schema } from '../../../contract/operation.ts'
import type {
  InquiryInput,
  InquiryName,
  InquiryOutput,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../contract/operations.ts'
import { type Parsed, parse } from '../../../contract/parse.ts'
import { inquire, step } from '../../../contract/transition.ts'
import type { CallInfo } from '../../../core/access/idempotency.ts'
import type { AssumptionId, AssumptionValues } from '../../../core/assumptions/catalogue.ts'
import { type AssumptionNotes, type AssumptionUses, takeNotes } from '../../../core/assumptions/notes.ts'
import { DefectError, isUsageError, RejectionError } from '../../../core/errors.ts'
import type { Happening } from '../../../core/happening.ts'
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import { asJson } from '../../../core/kernel/json.ts'
import { formatInstant } from '../../../core/kernel/time/instant.ts'
import { isRejection, type Rejection } from '../../../core/rejection.ts'
import { streams } from '../../../core/streams.ts'
import type { Transition } from '../../../core/transition.ts'
import { type Actor, type Reading, readingOf } from '../../../core/turn.ts'
import type { World } from '../../../core/world.ts'
import { instantOfExchange, type KeptExchange } from './exchange.ts'
import { isTimeToForget } from './forgetting.ts'
import { textOfThrown } from './handler-errors.ts'
import { instantOfEntry, isChange, type JournalEntry, journalOf, type KeptEntry, keepEntry } from './journal.ts'
import { added, emptyLog, type Keep, type Log } from './log.ts'
import { Observers } from './observer.ts'

/** Everything that decides an answer and is data: it goes along with each snapshot, restore and fork. */
export interface State {
  readonly world: World
  /**
   * The world before the last change of the bank's records: what a lagging replica would read. Null where the state comes out of JSON,
   * which would be twice as long with it: `laggingWorld` finds it in the journal.
   */
  readonly before: World | null
  readonly journal: Log<KeptEntry>
  readonly requests: Log<KeptExchange>
  /** The number that the next HTTP request gets: its id follows from it. A replay has it from the journal, as it has no requests. */
  readonly nextRequest: number
  /** Which operations rested on which assumption. */
  readonly uses: AssumptionUses
}

const NO_CALL: CallInfo = {}
export const INTERNAL: Actor = { kind: 'internal' }
export const CLOCK: Actor = { kind: 'clock' }

export class Shell {
  state: State
  #keeps: Keep
  #unseenDefect: DefectError | undefined
  readonly observers = new Observers()
  #heard: Happening[] | undefined

  constructor(initial: State, keeps: Keep = {}) {
    this.state = initial
    this.#keeps = keeps
  }

  /** How much of what happened is kept. */
  get keeps(): Keep {
    return this.#keeps
  }

  /** From now on everything is kept. */
  keepAll(): void {
    this.#keeps = {}
  }

  /** Performs an operation and gives what it did, or the bank's "no". */
  tryPerform<Name extends OperationName>(
    name: Name,
    given: OperationInput<Name>,
    actor: Actor,
    givenCall: CallInfo = NO_CALL,
    notes: AssumptionNotes = this.takeNotes(name),
  ): Transition<OperationOutput<Name>> | Rejection {
    const [input, call] = [asJson(given), asJson(givenCall)]
    const { world, before, uses } = this.state
    notes.noteUnder(name)
    const at = formatInstant(world.now, world.settings.timeZone)
    const log = (outcome: JournalEntry['outcome'], next: World, happenings: readonly Happening[]) => {
      const done = { at, actor, operation: name, input: input ?? null, call, outcome, happenings }
      const entry = keepEntry(world.settings.seed, done)
      const { requests, journal } = this.state
      const lagging = isChange(name, done) ? world : before
      const nextRequest = this.#after(call.requestId)
      this.state = { world: next, before: lagging, journal, requests, nextRequest, uses: notes.addedTo(uses) }
      this.#addToJournal(entry, happenings)
    }
    try {
      const result = step(world, name, input, actor, call, notes)
      if (isRejection(result)) log(result.code, world, [])
      else {
        log(result.repeats ? 'repeated' : 'done', result.world, result.happenings)
        this.#forgetEvents(world)
        this.observers.changed(this.state.world)
      }
      return result
    } catch (error) {
      if (isUsageError(error)) throw error
      throw this.defect(error)
    }
  }

  /** Reads, and gives what was found, or the bank's "no". */
  tryInquire<Name extends InquiryName>(
    name: Name,
    input: InquiryInput<Name>,
    actor: Actor,
    { world = this.state.world, notes = this.takeNotes(name) }: { world?: World; notes?: AssumptionNotes } = {},
  ): InquiryOutput<Name> | Rejection {
    notes.noteUnder(name)
    const happenings: Happening[] = []
    try {
      const result = inquire(world, name, input, actor, notes, happenings)
      this.#note(notes)
      if (happenings.length > 0 && !isRejection(result)) this.#logInquiry(name, input, actor, happenings)
      return result
    } catch (error) {
      throw this.defect(error)
    }
  }

  /** Performs an operation for the function API: a "no" is thrown. */
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

  /** Reads for the function API: a "no" is thrown. */
  inquire<Name extends InquiryName>(name: Name, input: InquiryInput<Name>, actor: Actor): InquiryOutput<Name> {
    this.throwDefect()
    const result = this.tryInquire(name, input, actor)
    if (isRejection(result)) throw new RejectionError(result)
    return result as Exclude<typeof result, Rejection>
  }

  /** Empty notes for what `by` rests on: they count once they are kept, with an operation or an exchange say. */
  takeNotes(by: string): AssumptionNotes {
    return takeNotes(by, this.state.uses)
  }

  /** Reads something that is no inquiry of the table; what it rests on is noted as used by `by`. */
  readNoting<Result>(by: string, use: (reading: Reading) => Result): Result {
    const notes = this.takeNotes(by)
    const result = use(readingOf(this.state.world, INTERNAL, notes))
    this.#note(notes)
    return result
  }

  assume<Id extends AssumptionId>(by: string, id: Id): AssumptionValues[Id] {
    return this.readNoting(by, ({ assume }) => assume(id))
  }

  /** Checks what was given to `by`; `isStrict` as in `parse`. */
  parse(by: string, schema: Schema, given: unknown, isStrict = false): Parsed<unknown> {
    const notes = this.takeNotes(by)
    const parsed = parse(schema, given, { overrides: this.state.world.settings.assume, notes, isStrict })
    this.#note(notes)
    return parsed
  }

  /** An answer is given now, however old the world is that it was read from. */
  #logInquiry(operation: InquiryName, given: unknown, actor: Actor, told: readonly Happening[]): void {
    const { world } = this.state
    const input = asJson(given) ?? null
    const at = formatInstant(world.now, world.settings.timeZone)
    const happenings = told.map((happening) => ({ ...happening, at }))
    const entry: JournalEntry = { at, actor, operation, input, call: NO_CALL, outcome: 'done', happenings }
    this.#addToJournal(keepEntry(world.settings.seed, entry), happenings)
  }

  #addToJournal(entry: KeptEntry, happenings: readonly Happening[]): void {
    const { now } = this.state.world
    const journal = added(this.state.journal, entry, { bound: this.keeps.journal, now, instantOf: instantOfEntry })
    this.state = { ...this.state, journal }
    this.observers.journaled(entry)
    if (this.#heard) for (const happening of happenings) this.#heard.push(happening)
  }

  /** What happens while `run` goes on, in order, whatever the journal keeps. */
  async hear(run: () => Promise<void>): Promise<Happening[]> {
    const [before, heard]: [Happening[] | undefined, Happening[]] = [this.#heard, []]
    this.#heard = heard
    try {
      await run()
    } finally {
      this.#heard = before
      if (before) for (const happening of heard) before.push(happening)
    }
    return structuredClone(heard)
  }

  /** Forgets the events that are over the bound, where the operation that began at `before` brought the bank there. */
  #forgetEvents(before: World): void {
    const { events: bound } = this.#keeps
    if (bound && isTimeToForget(before, this.state.world, bound)) this.tryPerform('events.forget', bound, CLOCK)
  }

  #note(notes: AssumptionNotes): void {
    const uses = notes.addedTo(this.state.uses)
    if (uses !== this.state.uses) this.state = { ...this.state, uses }
  }

  /** Keeps a request with its answer, and what they rested on. */
  keep(exchange: KeptExchange, notes: AssumptionNotes): void {
    const { now } = this.state.world
    const requests = added(this.state.requests, exchange, {
      bound: this.keeps.requests,
      now,
      instantOf: instantOfExchange,
    })
    const uses = notes.addedTo(this.state.uses)
    this.state = { ...this.state, requests, nextRequest: this.#after(exchange.id), uses }
    this.observers.answered()
  }

  /** The number of the next request, where there was one with this id. */
  #after(requestId: string | undefined): number {
    const { world, nextRequest } = this.state
    const number = requestId === undefined ? undefined : slotOfUuid(world.settings.seed, streams.request, requestId)
    return number === undefined ? nextRequest : Math.max(nextRequest, number + 1)
  }

  /** The error for a defect. Where the caller cannot throw it (`isUnseen`), the next call of the function API does. */
  defect(cause: unknown, isUnseen = false): DefectError {
    const error = cause instanceof DefectError ? cause : defectFrom(this.state, cause)
    if (isUnseen) this.#unseenDefect = error
    return error
  }

  replace(state: State): void {
    this.throwDefect()
    this.state = state
    this.observers.replaced()
  }

  /** Keeps the world of before, once it was found in the journal. */
  keepBefore(before: World): void {
    this.state = { ...this.state, before }
  }

  /** Throws the defect that an HTTP call left behind, once. */
  throwDefect(): void {
    const error = this.#unseenDefect
    this.#unseenDefect = undefined
    if (error) throw error
  }
}

export function newState(world: World): State {
  return { world, before: world, journal: emptyLog, requests: emptyLog, nextRequest: 0, uses: {} }
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
