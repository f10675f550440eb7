/**
 * The journal: every operation of a bank with what it brought about, as a test sees it and as it is kept. An entry is kept as one
 * list; it is made into a record when it is read.
 */
import type { InquiryName, OperationName } from '../contract/operations.ts'
import type { CallInfo } from '../core/access/idempotency.ts'
import { happeningsIn, keepHappenings, reviveHappenings } from '../core/compact.ts'
import type { Happening } from '../core/happening.ts'
import { type Instant, parseInstant } from '../core/kernel/time/instant.ts'
import type { RejectionCode } from '../core/rejection.ts'
import type { Actor } from '../core/turn.ts'
import type { Settings } from '../core/world.ts'

/** One operation, as the journal keeps it; or an inquiry of which there was something to tell. */
export interface JournalEntry {
  /** When, on the virtual clock. */
  readonly at: string
  readonly actor: Actor
  readonly operation: OperationName | InquiryName
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
  /** How many entries that came after this one are gone, where the bank keeps only so many (`keep.journal`). */
  readonly forgotten?: number
}

/** What happened to a bank since it was opened. JSON keeps it; `replay(journal)` does it again. */
export type Journal = readonly [OpeningEntry, ...JournalEntry[]]

/** An entry as it is kept: its head, how many inputs there are (one or none), the input, and what happened. */
export type KeptEntry = readonly unknown[]
type Head = readonly [
  at: string,
  actor: Actor,
  operation: JournalEntry['operation'],
  call: CallInfo,
  outcome: JournalEntry['outcome'],
  inputs: 0 | 1,
  input?: unknown,
]
const INPUT = 6

export function keepEntry(
  seed: number,
  { at, actor, operation, input, call, outcome, happenings }: JournalEntry,
): KeptEntry {
  const kept: unknown[] = [at, actor, operation, call, outcome, input === undefined ? 0 : 1]
  if (input !== undefined) kept.push(input)
  keepHappenings(seed, at, happenings, kept)
  // As long as it is: a list that grew keeps room for more, and the journal keeps it for good.
  return kept.slice()
}

/** The entry as a test sees it: a copy, which may be changed; `most`: only the last so many of its happenings. */
export function entryOf(seed: number, kept: KeptEntry, most?: number): JournalEntry {
  const [at, actor, operation, call, outcome, inputs, input] = kept as unknown as Head
  return {
    at,
    actor: { ...actor },
    operation,
    input: inputs === 1 ? structuredClone(input) : undefined,
    call: { ...call },
    outcome,
    happenings: happeningsIn(seed, kept, { from: INPUT + inputs, at, most }),
  }
}

/**
 * An entry that JSON.parse read.
 *
 * @throws {TypeError} where it is none
 */
export function reviveEntry(plain: unknown): KeptEntry {
  const kept = Array.isArray(plain) ? plain : []
  const [at, actor, operation, call, outcome, inputs] = kept as unknown as Head
  const isWhole =
    [at, operation, outcome].every((text) => typeof text === 'string') &&
    [actor, call].every((record) => typeof record === 'object' && record !== null) &&
    (inputs === 0 || inputs === 1)
  if (!isWhole) throw new TypeError('the journal has an entry that is none')
  reviveHappenings(kept, INPUT + inputs)
  return kept
}

/** When an entry was. */
export function instantOfEntry([at]: KeptEntry): Instant {
  return parseInstant(at as string) as Instant
}
