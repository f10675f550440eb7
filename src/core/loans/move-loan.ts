/** Status changes of a loan: the one place that makes them and emits their events. (§3, §6) */
import type { Turn } from '../turn.ts'
import { emitLoanEvent, mplIdOf, timeStampOf } from './loan-event.ts'
import type { FailedRule } from './loan-payload.ts'
import { type LoanStatus, loanStatuses } from './loan-status.ts'
import { changeLoan } from './loans.ts'

/** A rule that a loan fails, as the test names it. */
export type FailedRuleRequest = Omit<FailedRule, 'FailedComplianceID'>

/** Changes the status of the loan at `slot`. Failed compliance has a second event, with the rules. */
export function moveLoan(turn: Turn, slot: number, status: LoanStatus, rules = [defaultRule]): void {
  const TimeStamp = timeStampOf(turn)
  const { Id: LoanId } = changeLoan(turn, slot, { Status: status, TimeStamp })
  turn.tell({ what: 'loan.moved', loanId: LoanId, status })
  emitLoanEvent(turn, slot, 'LoanStatusUpdated', {
    Id: 0,
    LoanId,
    Status: loanStatuses[status].number,
    TimeStamp,
    DateInserted: TimeStamp,
  })
  if (status !== 'ComplianceFailed') return
  emitLoanEvent(turn, slot, 'ComplianceLoanFailed', {
    MPLId: mplIdOf(turn, slot),
    LoanId,
    CreateDate: TimeStamp,
    FailedRulesReasons: rules.map((rule, index) => ({ ...rule, FailedComplianceID: index + 1 })),
  })
}

const defaultRule: FailedRuleRequest = {
  RuleName: 'MaximumAPR',
  Rule: 'APR <= 36',
  Data: 'APR = 41.5',
  Result: 'Failed',
}
