/** Loans, as the world keeps them. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Loan } from './loan.ts'

export interface LoansState {
  readonly records: Table<{ readonly partner: number; readonly loan: Loan }>
  /** Maps a partner and the Id of its loan to the slot of the loan. */
  readonly keys: KeyIndex
}

export const loans = sliceOf<LoansState>({ records: Table.empty, keys: KeyIndex.empty })

/** One stream (see streams.ts) for each kind of id in this folder. Never change a number: every id of its kind would change. */
export const loanStreams = { loan: 11, loanFields: 50, loanRail: 51, railTransaction: 52 } as const
