/**
 * The shell: the one place that holds a world. Everything else is functions from values to values; here the current value
 * is replaced, the journal is kept, and a "no" or a defect becomes an error.
 */
import type { CallInfo } from '../core/access/idempotency.ts'
import { type AssumptionNotes, type AssumptionUses, takeNotes } from '../core/assumptions/notes.ts'
import { DefectError, isUsageError, RejectionError } from '../core/errors.ts'
import type { Happening } from '../core/happening.ts'
import { Table } from '../core/kernel/table.ts'
import { formatInstant, type Instant } from '../core/kernel/time/instant.ts'
import type {
  InquiryInput,
  InquiryName,
  InquiryOutput,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../core/operations.ts'
import { isRejection, type Rejection, type RejectionCode } from '../core/rejection.ts'
import { inquire, type Transition, transition } from '../core/transition.ts'
import type { Actor } from '../core/turn.ts'
import type { Settings, World } from '../core/world.ts'
import type { KeptExchange } from './exchange.ts'

/** One operation, as the journal keeps it. */
export interface JournalEntry {
  /** When, on the virtual clock. */
  readonly at: string
  readonly actor: Actor
  readonly operation: OperationName
  readonly input: unknown
  readonly call: CallInfo
  /** `done`; `repeated`, answered from memory; or what the bank refused. */
  readonly outcome: 'done' | 'repeated' | RejectionCode
  /** What it brought about, in order. */
  readonly happenings: readonly Happening[]
}

/** The first entry of every journal: the bank is opened with these settings. */
export interface OpeningEntry {
  readonly at: string
  readonly operation: 'bank.open'
  readonly input: Settings
}

/** What happened to a bank since it was opened. JSON keeps it; `replay(journal)` does it again. */
export type Journal = readonly [OpeningEntry, ...JournalEntry[]]

/** Everything that a bank is, as one value. */
export interface State {
  readonly world: World
  readonly journal: Table<JournalEntry>
  readonly requests: Table<KeptExchange>
  /** Which operations rested on which assumption. */
  readonly uses: AssumptionUses
}

export interface Shell {
  readonly state: State
  /** The world before the last change of the bank's records: what a lagging replica would read. */
  readonly before: World
  /** Performs an operation and gives what it did, or the bank's "no". */
  attempt<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    actor: Actor,
    call?: CallInfo,
  ): Transition<OperationOutput<Name>> | Rejection
  /** Reads, and gives what was found, or the bank's "no". */
  look<Name extends InquiryName>(
    name: Name,
    input: InquiryInput<Name>,
    actor: Actor,
    world?: World,
  ): InquiryOutput<Name> | Rejection
  /** Performs an operation for the function API: a "no" is thrown. */
  perform<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    actor: Actor,
    call?: CallInfo,
  ): Transition<OperationOutput<Name>>
  /** Reads for the function API: a "no" is thrown. */
  inquire<Name extends InquiryName>(name: Name, input: InquiryInput<Name>, actor: Actor): InquiryOutput<Name>
  /** Notes that something outside the core rested on assumptions. */
  note(notes: AssumptionNotes): void
  /** Keeps an HTTP request with its answer. */
  keep(exchange: KeptExchange): void
  /** Makes a defect known: it is thrown here, or where `isLatched`, by the next call of the function API. */
  defect(cause: unknown, isLatched: boolean): DefectError
  /** Puts another state in place. */
  replace(state: State): void
  /** Tells somebody of each operation that was done. */
  watch(told: () => void): void
  /** Throws the defect that an HTTP call left behind, once. */
  throwDefect(): void
}

/** The state of a bank to which nothing has been done. */
export function newState(world: World): State {
  return { world, journal: Table.empty, requests: Table.empty, uses: {} }
}

/** What most calls say of themselves beside their input. */
const NO_CALL: CallInfo = {}

/** Operations that change none of the records that a partner reads. */
const bookkeeping = /^(faults|pushes|tokens)\./

/** The shell with what it holds. Fields, as a literal with getters takes a hundred times as long to make, and every fork has its shell. */
type Holder = { -readonly [Field in keyof Shell]: Shell[Field] } & {
  state: State & { readonly latched?: DefectError | undefined }
}

/** A shell around a state. */
export function createShell(initial: State): Shell {
  let told = () => {}
  const shell: Holder = {
    state: initial,
    before: initial.world,

    attempt(name, input, actor, call = NO_CALL) {
      const notes = takeNotes(name, shell.state.uses)
      const { world } = shell.state
      const at = formatInstant(world.now, world.settings.timeZone)
      const log = (outcome: JournalEntry['outcome'], next: World, happenings: readonly Happening[]) => {
        // As long as it is: a list that grew keeps room for sixteen more, and the journal keeps it for good.
        const entry = { at, actor, operation: name, input, call, outcome, happenings: happenings.slice() }
        shell.state = {
          ...shell.state,
          world: next,
          journal: shell.state.journal.add(entry),
          uses: notes.addedTo(shell.state.uses),
        }
      }
      try {
        const result = transition(world, name, input, actor, call, notes)
        if (isRejection(result)) log(result.code, world, [])
        else {
          log(result.repeats ? 'repeated' : 'done', result.world, result.happenings)
          if (!bookkeeping.test(name)) shell.before = world
          told()
        }
        return result
      } catch (error) {
        if (isUsageError(error)) throw error
        throw shell.defect(error, false)
      }
    },

    look(name, input, actor, world = shell.state.world) {
      const notes = takeNotes(name, shell.state.uses)
      try {
        const result = inquire(world, name, input, actor, notes)
        shell.note(notes)
        return result
      } catch (error) {
        throw shell.defect(error, false)
      }
    },

    perform(name, input, actor, call) {
      shell.throwDefect()
      const result = shell.attempt(name, input, actor, call)
      if (isRejection(result)) throw new RejectionError(result)
      return result
    },

    inquire(name, input, actor) {
      shell.throwDefect()
      const result = shell.look(name, input, actor)
      if (isRejection(result)) throw new RejectionError(result)
      return result as Exclude<typeof result, Rejection>
    },

    note(notes) {
      const uses = notes.addedTo(shell.state.uses)
      if (uses !== shell.state.uses) shell.state = { ...shell.state, uses }
    },

    keep(exchange) {
      shell.state = { ...shell.state, requests: shell.state.requests.add(exchange) }
    },

    defect(cause, isLatched) {
      const error = cause instanceof DefectError ? cause : defectFrom(shell.state, cause)
      if (isLatched) shell.state = { ...shell.state, latched: error }
      return error
    },

    replace(state) {
      shell.throwDefect()
      shell.state = state
      shell.before = state.world
    },

    watch(watcher) {
      told = watcher
    },

    throwDefect() {
      const { latched } = shell.state
      if (latched === undefined) return
      shell.state = { ...shell.state, latched: undefined }
      throw latched
    },
  }
  return shell
}

/** The journal of a state, beginning with the settings that it was opened with: a copy, which may be changed. */
export function journalOf({ world, journal }: State): Journal {
  const { settings } = world
  const at = (instant: Instant) => formatInstant(instant, settings.timeZone)
  return [
    { at: at(settings.now), operation: 'bank.open', input: structuredClone(settings) },
    ...structuredClone([...journal]),
  ]
}

function defectFrom(state: State, cause: unknown): DefectError {
  const { seed } = state.world.settings
  const fact = cause instanceof Error ? cause.message : String(cause)
  return new DefectError(
    `Failed to keep the bank sound: ${fact} This is a defect of vostro. Please report it with the seed ${seed} and the journal of this error.`,
    seed,
    journalOf(state),
    cause,
  )
}
