/** The journal as a page has it, which can copy it as a test. */
import type { Journal } from '../../shell/state/journal.ts'
import type { BankTrace } from './trace-data.ts'

/** What was asked, without what came of it: the steps tell that, and a replay finds it by itself. */
export function askedIn(journal: Journal): BankTrace['journal'] {
  return journal.map(({ happenings: _, ...asked }) => asked)
}
