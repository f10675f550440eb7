/** Moves loans from status to status: when the test asks, or step by step on the clock. (§3) */
import { operationOf } from '../finder.ts'
import { type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { attemptFunding, completeAttempt } from './funding.ts'
import type { Loan } from './loan.ts'
import { type FailedRuleRequest, moveLoan } from './loan-event.ts'
import { isFundable, isLoanStatus, isOnTheWay, type LoanStatus, loanStatuses, movesFrom } from './loan-status.ts'
import { copyOfLoan, findLoan, loanAt, planStep } from './loans.ts'

/** Moves a loan to the next status of its happy path. From InFunding, a successful funding attempt moves it. */
export const advanceLoan = operationOf(findLoan, 'advance', (turn, slot, { id }): Loan | Rejection => {
  // Refusals.
  const { Status } = loanAt(turn.world, slot)
  if (movesFrom(Status).length === 0) {
    return reject(
      'loan_has_another_status',
      `Failed to advance the loan "${id}": it is ${Status}, ${isLoanStatus(Status) ? 'a final status' : `which is none of ${Object.keys(loanStatuses).join(', ')}`}. Add another loan with bank.loans.add(). (§3)`,
    )
  }

  // Nothing is refused from here on.
  step(turn, slot)
  return copyOfLoan(turn.world, slot)
})

/** Moves a loan to a status that it can reach from its present one. A move to Funded makes a funding attempt, which succeeds. */
export const setLoanStatus = operationOf(findLoan, 'move', (turn, slot, { status }: { status: LoanStatus }) =>
  changeStatus(turn, slot, status),
)

export const failCompliance = operationOf(
  findLoan,
  'fail the compliance of',
  (turn, slot, { rules }: { rules?: FailedRuleRequest[] | undefined }) =>
    changeStatus(turn, slot, 'ComplianceFailed', rules),
)

function changeStatus(turn: Turn, slot: number, status: LoanStatus, rules?: FailedRuleRequest[]): Loan | Rejection {
  // Refusals.
  const { Id, Status } = loanAt(turn.world, slot)
  const allowed = movesFrom(Status)
  if (!allowed.includes(status) && turn.assume('loans.moves') !== 'any') {
    return reject(
      'loan_has_another_status',
      `Failed to move the loan "${Id}" to ${status}: it is ${Status}, and can go from there to ${allowed.join(', ') || 'no other status'}. Go step by step with bank.loans.advance(), or create the bank with { assume: { 'loans.moves': 'any' } }. (§3)`,
    )
  }

  // Nothing is refused from here on.
  if (status === 'Funded') attemptFunding(turn, slot)
  else {
    // The move ends a funding attempt without success. It is unknown which rail failed, so no rail is reported.
    const isFailure = status === 'NotFullyFunded' || (Status === 'InFunding' && status !== 'InFunding')
    if (isFailure) completeAttempt(turn, slot, 'Failed')
    moveLoan(turn, slot, status, rules)
  }
  return copyOfLoan(turn.world, slot)
}

/** Takes the planned step of a loan. A loan that has left the happy path stays as it is. */
export function stepLoan(turn: Turn, slot: number): void {
  if (!isOnTheWay(loanAt(turn.world, slot).Status)) return
  step(turn, slot)
  planStep(turn, slot)
}

function step(turn: Turn, slot: number): void {
  const { Status } = loanAt(turn.world, slot)
  const [next] = movesFrom(Status)
  if (isFundable(Status)) attemptFunding(turn, slot)
  else if (next !== undefined) moveLoan(turn, slot, next)
}
