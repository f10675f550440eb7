/** The happenings of loans, each with its facts and its sentence in the timeline. */
import { short, telling } from '../telling.ts'

interface LoanFacts {
  loanId: string
  status: string
}

const loan = (became: string) =>
  telling<LoanFacts>('bank', ({ loanId, status }) => `loan ${short(loanId)} ${became}${status}`)

export const loanHappenings = {
  'loan.added': loan('added, '),
  'loan.changed': loan('changed, '),
  'loan.moved': loan(''),
  'loan.parametersIgnored': telling<{ parameters: readonly string[] }>(
    'bank',
    ({ parameters }) => `loan summary ignores these parameters: ${parameters.join(', ')}`,
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
    ['loans.funding'],
  ),
}
