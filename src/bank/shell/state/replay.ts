/** Replays a whole journal, or its part up to the last change, entry by entry, and compares each outcome with the journal. */
import { type InquiryName, kindOf, type OperationName } from '../../../contract/operations.ts'
import { plainInput } from '../../../contract/plain.ts'
import { isUsageError, UsageError } from '../../../core/errors.ts'
import type { Happening } from '../../../core/happening.ts'
import { isSame } from '../../../core/kernel/json.ts'
import type { Settings } from '../../../core/world.ts'
import { entryOf, isChange, type Journal, type JournalEntry, journalOf, type KeptEntry } from './journal.ts'
import { isSettings } from './options.ts'
import { type PredicateOptions, withPredicates } from './predicate-registry.ts'
import { Shell } from './shell.ts'
import { type Before, newState, type State } from './state.ts'

export function replayed(given: Journal, options: PredicateOptions): State {
  const journal = plainInput('Failed to replay a journal', given, true)
  const [opening] = Array.isArray(journal) ? (journal as unknown as Journal) : []
  if (opening?.operation !== 'bank.open' || !isSettings(opening.input)) {
    throw new UsageError(
      'Failed to replay a journal: its first entry is not "bank.open" with the settings of a bank. Give all of bank.journal. (§3)',
    )
  }
  if (opening.forgotten !== undefined) {
    throw new UsageError(
      `Failed to replay a journal: ${opening.forgotten} of its entries ${opening.forgotten === 1 ? 'is' : 'are'} gone, because a process keeps only its newest entries (--keep). Start the process with a greater number, or restore a snapshot. (§3)`,
    )
  }
  const state = stateAfter(opening.input, journal, journal.length)
  const world = withPredicates(state.world, options, {
    failed: 'Failed to replay a journal',
    call: (predicates) => `replay(journal, ${predicates})`,
  })
  return { ...state, world }
}

/**
 * The world before the last change of the bank's records. It is the present world if the state was read from JSON and the journal no longer
 * has all of its entries.
 *
 * @throws {UsageError} if an entry has another outcome in the replay
 */
export function beforeLastChange(shell: Shell): Before {
  const { before, journal, world } = shell.state
  if (before !== null) return before
  const isForgotten = journal.first > 0
  const found = isForgotten ? { world, changedAt: world.now } : foundInJournal(shell.state)
  shell.recordBefore(found)
  return found
}

function foundInJournal(state: State): Before {
  const journal = journalOf(state)
  let last = journal.length - 1
  for (; last > 1; last--) {
    const entry = journal[last] as JournalEntry
    if (kindOf(entry.operation) === 'operation' && isChange(entry.operation as OperationName, entry)) break
  }
  return stateAfter(state.world.settings, journal, last + 1).before as Before
}

function stateAfter(settings: Settings, journal: Journal, end: number): State {
  let last: State | undefined
  for (const state of statesAlong(settings, journal, end)) last = state
  return last as State
}

/** The state after the opening, then the state after each entry whose index is below `end`. */
export function* statesAlong(settings: Settings, journal: Journal, end: number = journal.length): Generator<State> {
  const shell = new Shell(newState(settings))
  yield shell.state
  for (let index = 1; index < end; index++) {
    const fact = deviationOf(shell, journal[index] as JournalEntry)
    if (fact !== undefined) throw refused(index, fact)
    yield shell.state
  }
}

/** How the outcome of an entry that is performed again differs from the journal; undefined if it does not. */
export function deviationOf(shell: Shell, entry: JournalEntry): string | undefined {
  const problem = problemOf(entry)
  if (problem !== undefined) return problem
  const done = doneAgain(shell, entry)
  if (typeof done === 'string') return `cannot be done again: ${done}`
  return done && deviationBetween(entry, entryOf(shell.state.world.settings.seed, done))
}

/** Returns the new entry; a text that says why the entry cannot be performed; or undefined for an inquiry without happenings. */
function doneAgain(shell: Shell, { operation, input, actor, call }: JournalEntry): KeptEntry | string | undefined {
  const first = shell.state.journal.size
  // An operation without input has null in the journal.
  const given = (input ?? undefined) as never
  try {
    if (kindOf(operation) === 'inquiry') shell.tryInquire(operation as InquiryName, given, actor)
    else shell.tryPerform(operation as OperationName, given, actor, call)
    if (call.requestId !== undefined) shell.passRequest(call.requestId)
  } catch (error) {
    return ((isUsageError(error) ? error : ((error as Error).cause ?? error)) as Error).message
  }
  return shell.state.journal.get(first)
}

/** How the entry of the replay (`done`) differs from the entry of the journal (`told`); undefined if they do not differ. */
function deviationBetween(told: JournalEntry, done: JournalEntry): string | undefined {
  if (done.at !== told.at) return `happened at ${told.at}, and happens at ${done.at} in the replay`
  if (done.outcome !== told.outcome) return `ended as "${told.outcome}", and ends as "${done.outcome}" in the replay`
  const other = differenceOf(told.happenings, done.happenings)
  return other === undefined ? undefined : `${other} in the replay`
}

/**
 * Describes the first happening that differs from the journal; undefined if none differs, or if the journal has no happenings. If a caller
 * took earlier entries out of the journal, later ids shift, so the difference may be only an id.
 */
function differenceOf(told: unknown, done: readonly Happening[]): string | undefined {
  if (!Array.isArray(told)) return undefined
  const textOf = (happening: unknown) => JSON.stringify(happening) ?? 'nothing'
  for (let place = 0; place < Math.max(told.length, done.length); place++) {
    if (!isSame(told[place], done[place]))
      return `has the happening ${textOf(told[place])}, which is ${textOf(done[place])}`
  }
  return undefined
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'is no record'
  const { operation, actor, call, outcome } = entry as Partial<JournalEntry>
  if (typeof operation !== 'string' || kindOf(operation) === undefined)
    return `has the unknown operation "${operation}"`
  const isActor =
    actor?.kind === 'internal' || actor?.kind === 'clock' || Number.isInteger((actor as { partner?: unknown })?.partner)
  if (!isActor) return 'has no actor'
  if (typeof call !== 'object' || call === null) return 'has no call'
  return typeof outcome === 'string' ? undefined : 'has no outcome'
}

function refused(index: number, fact: string): UsageError {
  return new UsageError(
    `Failed to replay a journal: its entry ${index} ${fact}. Give all of bank.journal, as this version wrote it. (§3)`,
  )
}
