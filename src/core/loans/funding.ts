/**
 * A funding attempt sends a loan's money over its rails, in the order of their priority. The first attempt tries every rail, a later
 * attempt only the rails that failed. Events report each rail, then the attempt, then the new status. Every attempt ends with its event,
 * because the partner's next disbursement waits for it. (§6)
 */
import { operationOf } from '../finder.ts'
import { timeOf } from '../kernel/time/instant.ts'
import { reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import type { Loan, LoanRail } from './loan.ts'
import { emitLoanEvent, moveLoan, reportRail } from './loan-event.ts'
import type { FundResult } from './loan-payload.ts'
import { isFundable } from './loan-status.ts'
import { copyOfLoan, findLoan, loanAt, markRail } from './loans.ts'

/** How a funding attempt ends. */
export interface FundingAttempt {
  /** The Ids of the rails that fail, in upper or lower case; by default none. */
  failedRails?: string[] | undefined
}

/** Makes a funding attempt: the loan is then `Funded`, or `NotFullyFunded` if a rail failed. */
export const fundLoan = operationOf(findLoan, 'fund', (turn, slot, given: FundingAttempt & { id: string }) => {
  const { id, failedRails = [] } = given
  // Refusals.
  const loan = loanAt(turn.world, slot)
  if (!isFundable(loan.Status)) {
    return reject(
      'loan_has_another_status',
      `Failed to fund the loan "${id}": it is ${loan.Status}, and a funding attempt needs InFunding or NotFullyFunded. Move it there with bank.loans.advance(). (§3)`,
    )
  }
  const tried = railsToTry(loan)
  const triedIds = new Set(tried.map(({ Id }) => Id))
  const unknown = failedRails.find((railId) => !triedIds.has(railId.toLowerCase()))
  if (unknown !== undefined) {
    const ids = tried.map((rail) => rail.Id).join(', ') || 'none'
    return reject(
      'loan_rail_not_found',
      `Failed to fund the loan "${id}": rail "${unknown}" is to fail, but the rails of this attempt are ${ids}. Take the Ids from bank.loans.get(id).Rails. (§2.10)`,
    )
  }

  // Nothing is refused from here on.
  const failing = failedRails.map((railId) => railId.toLowerCase())
  attemptFunding(turn, slot, failing)
  return copyOfLoan(turn.world, slot)
})

export function attemptFunding(turn: Turn, slot: number, failedRails: readonly string[] = []): void {
  for (const { Id } of railsToTry(loanAt(turn.world, slot))) {
    const isFailed = Id !== undefined && failedRails.includes(Id)
    reportRail(turn, slot, markRail(turn, slot, Id, isFailed), isFailed ? 'Failed' : 'Success')
  }
  const isFailed = failedRails.length > 0
  completeAttempt(turn, slot, isFailed ? 'Failed' : 'Success')
  moveLoan(turn, slot, isFailed ? 'NotFullyFunded' : 'Funded')
}

export function completeAttempt(turn: Turn, slot: number, fundResult: FundResult): void {
  const { Id } = loanAt(turn.world, slot)
  turn.tell({ what: 'loan.fundingAttempted', loanId: Id, fundResult })
  emitLoanEvent(turn, slot, 'FundingAttemptComplete', {
    Id: 0,
    LoanId: Id,
    FundResult: fundResult,
    TimeStamp: timeOf(turn.world),
  })
}

function railsToTry({ Rails = [] }: Loan): LoanRail[] {
  const failed = Rails.filter((rail) => rail.IsFailed)
  return (failed.length > 0 ? failed : Rails).toSorted(
    (first, second) => (first.Priority ?? 0) - (second.Priority ?? 0),
  )
}
