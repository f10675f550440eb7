/** The journal: every operation that was done to a bank, beginning with its opening. JSON keeps it, and replay.ts does it again. */

import type { InquiryName, OperationName } from '../contract/operations.ts'
import type { CallInfo } from '../core/access/idempotency.ts'
import { openingOf } from '../core/birth.ts'
import type { Happening } from '../core/happening.ts'
import type { Table } from '../core/kernel/table.ts'
import { formatInstant, type Instant } from '../core/kernel/time/instant.ts'
import type { RejectionCode } from '../core/rejection.ts'
import type { Actor } from '../core/turn.ts'
import type { Settings, World } from '../core/world.ts'

/** One operation, as the journal keeps it; or an inquiry of which there was something to tell. */
export interface JournalEntry {
  /** When, on the virtual clock. */
  readonly at: string
  readonly actor: Actor
  readonly operation: OperationName | InquiryName
  /** What it was given, without undefined fields, as JSON has none; null where it takes nothing. */
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
  /** What the opening brought about: a partner, and its account with its money. */
  readonly happenings: readonly Happening[]
}

/** What happened to a bank since it was opened. JSON keeps it; `replay(journal)` does it again. */
export type Journal = readonly [OpeningEntry, ...JournalEntry[]]

/** The journal of a state, beginning with the settings that it was opened with: a copy, which may be changed. */
export function journalOf({ world, journal }: { world: World; journal: Table<JournalEntry> }): Journal {
  const { settings } = world
  const at = (instant: Instant) => formatInstant(instant, settings.timeZone)
  return [
    { at: at(settings.now), operation: 'bank.open', input: structuredClone(settings), happenings: openingOf(settings) },
    ...structuredClone([...journal]),
  ]
}

/** Operations that change none of the records that a partner reads. */
const bookkeeping = /^(faults|pushes|tokens)\./

/** Whether an operation with this outcome changes the records that a partner reads: a lagging replica does not see it yet. */
export function isChange(operation: OperationName, outcome: JournalEntry['outcome']): boolean {
  return (outcome === 'done' || outcome === 'repeated') && !bookkeeping.test(operation)
}
