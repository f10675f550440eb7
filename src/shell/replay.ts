/** Doing a journal again: the whole of it, or as far as a world was before its last change. */

import { type InquiryName, kindOf, type OperationName } from '../contract/operations.ts'
import { bornWorld } from '../core/birth.ts'
import { UsageError } from '../core/errors.ts'
import type { Settings, World } from '../core/world.ts'
import { isChange, type Journal, type JournalEntry } from './journal.ts'
import { isSettings } from './options.ts'
import { newState, Shell, type State } from './shell.ts'

/**
 * The state to which a journal leads.
 *
 * @throws {UsageError} where it does not begin with the opening of a bank, or names an operation that there is not
 */
export function replayed(journal: Journal): State {
  const [opening, ...entries] = Array.isArray(journal) ? (journal as unknown as Journal) : []
  if (opening?.operation !== 'bank.open' || !isSettings(opening.input)) {
    throw new UsageError(
      'Failed to replay a journal: its first entry is not "bank.open" with the settings of a bank. Give all of bank.journal. (§3)',
    )
  }
  return stateAfter(opening.input, entries)
}

/** The world before the last change of the bank's records: what a lagging replica would read. */
export function laggingWorld(shell: Shell): World {
  const { before, journal, world } = shell.state
  if (before !== null) return before
  const entries = [...journal]
  const last = entries.findLastIndex(
    ({ operation, outcome }) => kindOf(operation) === 'operation' && isChange(operation as OperationName, outcome),
  )
  const found = stateAfter(world.settings, entries.slice(0, Math.max(last, 0))).world
  shell.keepBefore(found)
  return found
}

function stateAfter(settings: Settings, entries: readonly JournalEntry[]): State {
  const shell = new Shell(newState(bornWorld(settings)))
  for (const { operation, input, actor, call } of entries) {
    const kind = kindOf(operation)
    if (kind === undefined) {
      throw new UsageError(
        `Failed to replay a journal: there is no operation "${operation}". Give a journal of this version. (§3)`,
      )
    }
    // What takes nothing has null in the journal.
    const given = (input ?? undefined) as never
    if (kind === 'inquiry') shell.tryInquire(operation as InquiryName, given, actor)
    else shell.tryPerform(operation as OperationName, given, actor, call)
  }
  return shell.state
}
