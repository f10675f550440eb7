/** What the world keeps of loans. */
import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import type { Loan } from './loan.ts'

export interface LoansState {
  readonly records: Table<LoanState>
  /** From a partner and the Id of its loan to the slot. */
  readonly keys: KeyIndex
}

interface LoanState {
  readonly partner: number
  readonly loan: Loan
}

export const loans = sliceOf<LoansState>({ records: Table.empty, keys: KeyIndex.empty })
