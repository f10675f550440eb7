/** What happens to loans, and how it is told. */
import { short, told } from '../telling.ts'

interface LoanFacts {
  loanId: string
  status: string
}

const loan = (became: string) =>
  told<LoanFacts>('bank', ({ loanId, status }) => `loan ${short(loanId)} ${became}${status}`)

export const loanHappenings = {
  'loan.added': loan('added, '),
  'loan.changed': loan('changed, '),
  'loan.moved': loan(''),
  'loan.railUpdated': told<{ loanId: string; railId: string; fundResult: string }>(
    'bank',
    ({ railId, loanId, fundResult }) => `rail ${short(railId)} of loan ${short(loanId)} updated, ${fundResult}`,
  ),
  'loan.fundingAttempted': told<{ loanId: string; fundResult: string }>(
    'bank',
    ({ loanId, fundResult }) => `loan ${short(loanId)} funding attempt complete, ${fundResult}`,
  ),
}
