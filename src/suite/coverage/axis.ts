/** An axis of coverage: the rows of one of the bank's tables, such as calls or events, and which of them occurred (were met). */

import type { KeptExchange } from '../../bank/shell/state/exchange.ts'
import type { JournalEntry } from '../../bank/shell/state/journal.ts'
import type { State } from '../../bank/shell/state/state.ts'
import type { Push } from '../../core/webhooks/push-record.ts'

/** The past of a bank, as far as it is kept. */
export interface Evidence {
  readonly state: State
  readonly entries: readonly JournalEntry[]
  readonly requests: readonly KeptExchange[]
  readonly pushes: readonly Push[]
}

/** The rows of an axis. The key is the name of a row. The value is a line of test code that meets it, or undefined if no test has to. */
export type Rows = Readonly<Record<string, string | undefined>>

export interface Axis {
  readonly title: string
  readonly section: string
  readonly rows: () => Rows
  /** Returns the names of the rows that were met, each as often as it was met. */
  readonly met: (evidence: Evidence) => Iterable<string>
}

export function* happenings<What extends JournalEntry['happenings'][number]['what']>(
  { entries }: Evidence,
  ...whats: readonly What[]
): Generator<Extract<JournalEntry['happenings'][number], { what: What }>> {
  for (const { happenings } of entries)
    for (const each of happenings)
      if ((whats as readonly string[]).includes(each.what)) yield each as Extract<typeof each, { what: What }>
}
