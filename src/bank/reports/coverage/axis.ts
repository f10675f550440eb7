/** What an axis of coverage is: what there is of one part of the bank, made from the bank's own tables, and what of it a bank met. */
import type { Push } from '../../../core/webhooks/push-record.ts'
import type { KeptExchange } from '../../shell/state/exchange.ts'
import type { JournalEntry } from '../../shell/state/journal.ts'
import type { State } from '../../shell/state/state.ts'

/** What a bank has of its past. */
export interface Evidence {
  readonly state: State
  readonly entries: readonly JournalEntry[]
  readonly requests: readonly KeptExchange[]
  readonly pushes: readonly Push[]
}

/** A thing that can be met. */
export interface Row {
  readonly name: string
  /** A line of a test that meets it; undefined where nothing is to be done about it. */
  readonly line?: string
}

export interface Axis {
  /** What it tells, as the head of a table. */
  readonly title: string
  readonly section: string
  readonly rows: () => readonly Row[]
  /** The names of what was met, each as often as it was. */
  readonly met: (evidence: Evidence) => Iterable<string>
}

/** What happened, of one kind. */
export function* happenings<What extends JournalEntry['happenings'][number]['what']>(
  { entries }: Evidence,
  ...whats: readonly What[]
): Generator<Extract<JournalEntry['happenings'][number], { what: What }>> {
  for (const { happenings } of entries)
    for (const each of happenings)
      if ((whats as readonly string[]).includes(each.what)) yield each as Extract<typeof each, { what: What }>
}
