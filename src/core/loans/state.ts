/** Loans, as the world keeps them. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Loan } from './loan.ts'

export interface LoansState {
  readonly records: Table<LoanState>
  /** Maps a partner and the Id of its loan to the slot of the loan. */
  readonly keys: KeyIndex
}

interface LoanState {
  readonly partner: number
  readonly loan: Loan
}

export const loans = sliceOf<LoansState>({ records: Table.empty, keys: KeyIndex.empty })

/** The streams for the ids that this folder makes, one for each kind of id. They are frozen: a new number changes all ids of its kind. */
export const loanStreams = { loan: 11, loanFields: 50, loanRail: 51, railTransaction: 52 } as const
