/** Changes the details of a loan. After funding, a change is an adjustment, with its own event. A changed rail always has an event. (§6) */
import { operationOf } from '../finder.ts'
import { isSame } from '../kernel/json.ts'
import { timeOf } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import type { Loan, LoanChanges } from './loan.ts'
import { emitLoanEvent, reportRail } from './loan-event.ts'
import { isAfterFunding } from './loan-status.ts'
import { changeLoan, findLoan, loanAt } from './loans.ts'

export const updateLoan = operationOf(findLoan, 'change', (turn, slot, { changes }: { changes: LoanChanges }) => {
  const before = loanAt(turn.world, slot)
  const loan = changeLoan(turn, slot, changes)
  turn.tell({ what: 'loan.changed', loanId: loan.Id, status: loan.Status })
  reportRails(turn, slot, before, loan)
  const names = Object.keys(loan) as (keyof Loan)[]
  const Fields = names.filter((name) => !isSame(loan[name], before[name]))
  if (Fields.length > 0 && isAfterFunding(loan.Status)) {
    emitLoanEvent(turn, slot, 'AdjustmentActionUpdate', {
      Id: 0,
      LoanId: loan.Id,
      Fields,
      TimeStamp: timeOf(turn.world),
    })
  }
  return structuredClone(loan)
})

/** Reports each rail that was added, changed or removed. A rail that the test now marks as failed is reported as `Failed`. */
function reportRails(turn: Turn, slot: number, { Rails: before = [] }: Loan, { Rails: after = [] }: Loan): void {
  const [previous, present] = [before, after].map((rails) => new Map(rails.map((rail) => [rail.Id, rail])))
  for (const rail of after) {
    const earlier = previous?.get(rail.Id)
    if (isSame(rail, earlier)) continue
    const change = earlier ? 'changed' : 'added'
    reportRail(turn, slot, rail, rail.IsFailed && !earlier?.IsFailed ? 'Failed' : change)
  }
  for (const rail of before) if (!present?.has(rail.Id)) reportRail(turn, slot, rail, 'removed')
}
