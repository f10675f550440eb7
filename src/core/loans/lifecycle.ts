/** A loan's life along its status values: moved by the test, or step by step by the clock. (§3) */
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Turn } from '../turn.ts'
import { attemptFunding } from './funding.ts'
import type { Loan } from './loan.ts'
import { isFundable, isLoanStatus, isOnTheWay, type LoanStatus, loanStatuses, movesFrom } from './loan-status.ts'
import { planStep } from './loan-timer.ts'
import { findLoan } from './loans.ts'
import { type FailedRuleRequest, moveLoan } from './move-loan.ts'

/** Takes a loan to the next status of its way; out of InFunding it goes by a funding attempt that succeeds. */
export function advanceLoan(turn: Turn, { id }: { id: string }): Loan | Rejection {
  // Refusals.
  const slot = findLoan(turn, id, 'advance')
  if (isRejection(slot)) return slot
  const { Status } = turn.world.loans.records.at(slot).loan
  if (movesFrom(Status).length === 0) {
    return reject(
      'loan_has_another_status',
      `Failed to advance the loan "${id}": it is ${Status}, ${isLoanStatus(Status) ? 'which is where it ends' : `which is none of ${Object.keys(loanStatuses).join(', ')}`}. Add another with bank.loans.add(). (§3)`,
    )
  }

  // From here the loan must advance.
  turn.assume('loans.moves')
  step(turn, slot)
  return structuredClone(turn.world.loans.records.at(slot).loan)
}

/** Gives a loan another status, which must be one that it can go to. */
export function setLoanStatus(turn: Turn, { id, status }: { id: string; status: LoanStatus }): Loan | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findLoan(turn, id, 'move')
  if (isRejection(slot)) return slot
  const refusal = refusalOf(turn, slot, status)
  if (refusal) return refusal

  // From here the loan must move.
  moveLoan(turn, slot, status)
  return structuredClone(world.loans.records.at(slot).loan)
}

/** Lets a loan fail compliance, for these reasons. */
export function failCompliance(
  turn: Turn,
  { id, rules }: { id: string; rules?: FailedRuleRequest[] | undefined },
): Loan | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findLoan(turn, id, 'fail the compliance of')
  if (isRejection(slot)) return slot
  const refusal = refusalOf(turn, slot, 'ComplianceFailed')
  if (refusal) return refusal

  // From here the loan must fail.
  moveLoan(turn, slot, 'ComplianceFailed', rules)
  return structuredClone(world.loans.records.at(slot).loan)
}

/** A step of the clock. A loan that was taken off its way stays where it is. */
export function stepLoan(turn: Turn, slot: number): void {
  if (!isOnTheWay(turn.world.loans.records.at(slot).loan.Status)) return
  step(turn, slot)
  planStep(turn, slot)
}

function step(turn: Turn, slot: number): void {
  const { Status } = turn.world.loans.records.at(slot).loan
  const [next] = movesFrom(Status)
  if (isFundable(Status)) attemptFunding(turn, slot)
  else if (next !== undefined) moveLoan(turn, slot, next)
}

function refusalOf(turn: Turn, slot: number, status: LoanStatus): Rejection | undefined {
  const { Id, Status } = turn.world.loans.records.at(slot).loan
  const there = movesFrom(Status)
  if (turn.assume('loans.moves') === 'any' || there.includes(status)) return undefined
  return reject(
    'loan_has_another_status',
    `Failed to move the loan "${Id}" to ${status}: it is ${Status}, from where it can go to ${there.join(', ') || 'no other'}. Take another way with bank.loans.advance(), or create the bank with { assume: { 'loans.moves': 'any' } }. (§3)`,
  )
}
