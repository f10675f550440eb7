/**
 * The journal: every operation of a bank, beginning with its opening. An entry is kept as one list, and becomes a record when it is read.
 * The journal can be written as JSON, and `replay.ts` performs it again.
 */
import type { InquiryName, OperationName } from '../../../contract/operations.ts'
import type { CallInfo } from '../../../core/access/idempotency.ts'
import { openingOf } from '../../../core/birth.ts'
import { encodeHappenings, happeningsIn, reviveHappenings } from '../../../core/compact.ts'
import type { Happening } from '../../../core/happening.ts'
import type { Table } from '../../../core/kernel/table.ts'
import { timeOf } from '../../../core/kernel/time/instant.ts'
import type { RejectionCode } from '../../../core/rejection.ts'
import type { Actor } from '../../../core/turn.ts'
import type { Settings, World } from '../../../core/world.ts'
import { viewOf } from './view.ts'

/** One operation, or one inquiry that caused happenings, as the journal shows it. */
export interface JournalEntry {
  /** When, on the virtual clock. */
  readonly at: string
  readonly actor: Actor
  readonly operation: OperationName | InquiryName
  /** The input, without undefined fields, because JSON has none. Null if the operation has no input. */
  readonly input: unknown
  readonly call: CallInfo
  /** `done`; `repeated`, if the answer to an earlier request was given again; or the code of the refusal. */
  readonly outcome: 'done' | 'repeated' | RejectionCode
  /** The happenings that the operation caused, in order. */
  readonly happenings: readonly Happening[]
}

/** The first entry of every journal: the bank is opened with these settings. */
interface OpeningEntry {
  readonly at: string
  readonly operation: 'bank.open'
  readonly input: Settings
  /** The happenings of the opening: a partner, and its account with its money. */
  readonly happenings: readonly Happening[]
  /** How many entries after this one are no longer kept. Only a process forgets entries. */
  readonly forgotten?: number
}

/** What happened to a bank since it was opened. It can be written as JSON; `replay(journal)` performs it again. */
export type Journal = readonly [OpeningEntry, ...JournalEntry[]]

/** A copy, which may be changed. Its first entry has the settings of the bank. */
export function journalOf({ world, journal }: { readonly world: World; readonly journal: Table<KeptEntry> }): Journal {
  const { settings } = world
  const { first } = journal
  const opening = (): OpeningEntry => ({
    at: timeOf(world, settings.now),
    operation: 'bank.open',
    input: structuredClone(settings),
    happenings: openingOf(settings),
    ...(first > 0 ? { forgotten: first } : {}),
  })
  const entries = viewOf<OpeningEntry | JournalEntry>(journal.size - first + 1, (index) =>
    index === 0 ? opening() : entryOf(settings.seed, journal.at(first + index - 1)),
  )
  return entries as unknown as Journal
}

/** Operations that change none of the records that a partner reads. */
const bookkeeping = /^(faults|pushes|tokens)\.|^events\.forget$|^webhooks\.(dis)?connect$/

/**
 * True if an operation changed records that a partner reads. A lagging replica (one that shows an older state) does not show that change
 * yet. A repeat that got an earlier answer changed nothing; neither did an advance in which nothing happened.
 */
export function isChange(
  operation: OperationName,
  { outcome, happenings }: Pick<JournalEntry, 'outcome' | 'happenings'>,
): boolean {
  const isTimeAlone = operation === 'clock.advance' && happenings.length === 0
  return outcome === 'done' && !isTimeAlone && !bookkeeping.test(operation)
}

/** An entry as it is kept: its head, and its happenings. */
export type KeptEntry = readonly unknown[]
type Head = readonly [
  at: string,
  actor: Actor,
  operation: JournalEntry['operation'],
  call: CallInfo,
  outcome: JournalEntry['outcome'],
  input: unknown,
]
/** Where the head of an entry ends, and its happenings begin. */
const HEAD = 6

export function encodeEntry(
  seed: number,
  { at, actor, operation, input, call, outcome, happenings }: JournalEntry,
): KeptEntry {
  const head: Head = [at, actor, operation, call, outcome, input]
  const kept: unknown[] = [...head]
  encodeHappenings(seed, at, happenings, kept)
  // This copy has the exact length. A list that grew has spare memory, which the journal would keep as long as the entry.
  return kept.slice()
}

/** The entry as a test sees it: a copy, which may be changed. `most` is how many of its last happenings to show. */
export function entryOf(seed: number, kept: KeptEntry, most?: number): JournalEntry {
  const entry = entryAsKept(seed, kept, most)
  const { actor, input, call } = entry
  return { ...entry, actor: { ...actor }, input: structuredClone(input), call: { ...call } }
}

/** Returns the entry without a copy: nothing in it may be changed. */
export function entryAsKept(seed: number, kept: KeptEntry, most?: number): JournalEntry {
  const [at, actor, operation, call, outcome, input] = kept as unknown as Head
  return { at, actor, operation, input, call, outcome, happenings: happeningsIn(seed, kept, { from: HEAD, at, most }) }
}

/** @throws {TypeError} if the value that JSON.parse gave is no entry */
export function reviveEntry(plain: unknown): KeptEntry {
  const kept = Array.isArray(plain) ? plain : []
  const [at, actor, operation, call, outcome, input] = kept as unknown as Head
  const isWhole =
    [at, operation, outcome].every((text) => typeof text === 'string') &&
    [actor, call].every((record) => typeof record === 'object' && record !== null) &&
    input !== undefined
  if (!isWhole) throw new TypeError('the journal has an invalid entry')
  reviveHappenings(kept, HEAD)
  return kept
}
