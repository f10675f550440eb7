/** A journal done again, entry by entry, and held against what it tells. */
import { type InquiryName, kindOf, type OperationName } from '../contract/operations.ts'
import { bornWorld } from '../core/birth.ts'
import { isUsageError, UsageError } from '../core/errors.ts'
import { entryOf, type Journal, type JournalEntry } from './journal.ts'
import { itemOf, sizeOf } from './log.ts'
import { isSettings } from './options.ts'
import { newState, Shell, type State } from './shell.ts'

/** The state to which a journal leads. */
export function replayed(journal: Journal): State {
  const [opening] = Array.isArray(journal) ? (journal as unknown as Journal) : []
  if (opening?.operation !== 'bank.open' || !isSettings(opening.input)) {
    throw new UsageError(
      'Failed to replay a journal: its first entry is not "bank.open" with the settings of a bank. Give all of bank.journal. (§3)',
    )
  }
  if (opening.forgotten !== undefined) {
    throw new UsageError(
      `Failed to replay a journal: ${opening.forgotten} of its entries are gone, as the bank keeps only the later ones (keep.journal). Create the bank without keep.journal, or restore a snapshot. (§3)`,
    )
  }
  const shell = new Shell(newState(bornWorld(opening.input)))
  for (let index = 1; index < journal.length; index++) doAgain(shell, journal[index] as JournalEntry, index)
  return shell.state
}

function doAgain(shell: Shell, entry: JournalEntry, index: number): void {
  const problem = problemOf(entry)
  if (problem !== undefined) throw refused(index, problem)
  const { operation, input, actor, call, at, outcome } = entry
  const first = sizeOf(shell.state.journal)
  try {
    if (kindOf(operation) === 'inquiry') shell.tryInquire(operation as InquiryName, input as never, actor)
    else shell.tryPerform(operation as OperationName, input as never, actor, call)
  } catch (error) {
    throw refused(index, `cannot be done again: ${messageOf(error)}`)
  }
  const kept = itemOf(shell.state.journal, first)
  // An inquiry has an entry only where there was something to tell.
  if (kept === undefined) return
  const done = entryOf(shell.state.world.settings.seed, kept, 0)
  if (done.at !== at) throw refused(index, `is of ${at}, and it is ${done.at} when it is done again`)
  if (done.outcome !== outcome)
    throw refused(index, `ended as "${outcome}", and as "${done.outcome}" when it is done again`)
}

/** What an entry lacks; undefined where it can be done. */
function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'is no record'
  const { operation, actor, call, outcome } = entry as Partial<JournalEntry>
  if (typeof operation !== 'string' || kindOf(operation) === undefined) return `is of no operation: "${operation}"`
  const isActor =
    actor?.kind === 'internal' || actor?.kind === 'clock' || Number.isInteger((actor as { partner?: unknown })?.partner)
  if (!isActor) return 'has no actor'
  if (typeof call !== 'object' || call === null) return 'has no call'
  return typeof outcome === 'string' ? undefined : 'has no outcome'
}

function messageOf(error: unknown): string {
  const { message } = (isUsageError(error) ? error : ((error as Error).cause ?? error)) as Error
  return message
}

function refused(index: number, fact: string): UsageError {
  return new UsageError(
    `Failed to replay a journal: its entry ${index} ${fact}. Give all of bank.journal, as this version wrote it. (§3)`,
  )
}
