/** The room of loans: what the world keeps of them; what happens there, and what is refused. */

import { KeyIndex } from '../kernel/key-index.ts'
import { sliceOf } from '../kernel/slice.ts'
import { Table } from '../kernel/table.ts'
import { short, telling } from '../telling.ts'
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

/** The kinds of identity here. The numbers are frozen: changing one changes every id of its kind. */
export const loanStreams = { loan: 11, loanFields: 50, loanRail: 51, railTransaction: 52 } as const

/** What is refused here, each with its HTTP status and the number in the error body. (§7) */
export const loanRejections = {
  query_is_not_a_number: { status: 400, number: 1006, from: 'loans.errors' },
  order_field_is_unknown: { status: 400, number: 1007, from: 'loans.errors' },
  loan_not_found: { status: 404, number: 2005, from: 'http.foreignRecords' },
  loan_exists: { status: 409, number: 2017, from: 'loans.id' },
  loan_has_another_status: { status: 409, number: 2050, from: 'loans.moves' },
  loan_rail_not_found: { status: 404, number: 2051, from: 'loans.funding' },
} as const

interface LoanFacts {
  loanId: string
  status: string
}

const loan = (became: string) =>
  telling<LoanFacts>('bank', ({ loanId, status }) => `loan ${short(loanId)} ${became}${status}`)

/** What happens here, each with the sentence that the timeline tells of it. */
export const loanHappenings = {
  'loan.added': loan('added, '),
  'loan.changed': loan('changed, '),
  'loan.moved': loan(''),
  'loan.parametersIgnored': telling<{ parameters: readonly string[] }>(
    'bank',
    ({ parameters }) => `loan summary ignores what is no filter: ${parameters.join(', ')}`,
  ),
  'loan.railUpdated': telling<{ loanId: string; railId: string; fundResult: string }>(
    'bank',
    ({ railId, loanId, fundResult }) => `rail ${short(railId)} of loan ${short(loanId)} updated, ${fundResult}`,
  ),
  'loan.railChanged': telling<{ loanId: string; railId: string; change: string }>(
    'bank',
    ({ railId, loanId, change }) => `rail ${short(railId)} of loan ${short(loanId)} ${change}`,
  ),
  'loan.fundingAttempted': telling<{ loanId: string; fundResult: string }>(
    'bank',
    ({ loanId, fundResult }) => `loan ${short(loanId)} funding attempt complete, ${fundResult}`,
  ),
}
