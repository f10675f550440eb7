/** How a loan gets another status: the one place that changes it, and tells of it. (§3, §6) */
import type { Turn } from '../turn.ts'
import { emitLoanEvent, mplIdOf, timeStampOf } from './loan-event.ts'
import type { FailedRule } from './loan-payload.ts'
import { type LoanStatus, loanStatuses } from './loan-status.ts'
import { changeLoan } from './loans.ts'

/** A rule that a loan failed, as a test gives it. */
export type FailedRuleRequest = Omit<FailedRule, 'FailedComplianceID'>

/** Gives the loan at `slot` another status. A loan that fails compliance has two events: that it moved, and why. */
export function moveLoan(turn: Turn, slot: number, status: LoanStatus, rules = [defaultRule]): void {
  const TimeStamp = timeStampOf(turn)
  const { Id: LoanId } = changeLoan(turn, slot, { Status: status, TimeStamp })
  turn.tell({ what: 'loan.moved', loanId: LoanId, status })
  emitLoanEvent(turn, slot, 'LoanStatusUpdated', {
    Id: 0,
    LoanId,
    Status: loanStatuses[status],
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
