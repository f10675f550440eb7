/**
 * Funding: a loan's money goes out over its rails, in the order of their priority. The first attempt tries every rail, a further
 * one those that failed. Each rail is told of, then the attempt, then the status that follows. (§6)
 */
import { uuidOf } from '../kernel/identity.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import type { Loan, LoanRail } from './loan.ts'
import { emitLoanEvent, timeStampOf } from './loan-event.ts'
import type { FundResult } from './loan-payload.ts'
import { isFundable } from './loan-status.ts'
import { findLoan, markRail } from './loans.ts'
import { moveLoan } from './move-loan.ts'

/** How a funding attempt ends. */
export interface FundingAttempt {
  /** The Ids of the rails that fail; by default none. */
  failedRails?: string[] | undefined
}

/** Makes a funding attempt: the loan is `Funded`, or `NotFullyFunded` where a rail failed. */
export function fundLoan(turn: Turn, { id, failedRails = [] }: FundingAttempt & { id: string }): Loan | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findLoan(turn, id, 'fund')
  if (isRejection(slot)) return slot
  const { loan } = world.loans.records.at(slot)
  if (!isFundable(loan.Status)) {
    return reject(
      'loan_has_another_status',
      `Failed to fund the loan "${id}": it is ${loan.Status}, and a funding attempt is made in InFunding or NotFullyFunded. Move it there with bank.loans.advance(). (§3)`,
    )
  }
  const tried = railsToTry(loan)
  const unknown = failedRails.find((railId) => !tried.some((rail) => rail.Id === railId))
  if (unknown !== undefined) {
    const known = tried.map((rail) => rail.Id).join(', ') || 'none'
    return reject(
      'loan_rail_not_found',
      `Failed to fund the loan "${id}": rail "${unknown}" is to fail, and the rails of this attempt are ${known}. Take the Ids from bank.loans.get(id).Rails. (§2.10)`,
    )
  }

  // From here the attempt must end.
  attemptFunding(turn, slot, failedRails)
  return structuredClone(world.loans.records.at(slot).loan)
}

/** Tries the loan's rails, of which these fail. */
export function attemptFunding(turn: Turn, slot: number, failedRails: readonly string[] = []): void {
  const { world } = turn
  turn.assume('loans.funding')
  for (const { Id } of railsToTry(world.loans.records.at(slot).loan)) {
    const isFailed = Id !== undefined && failedRails.includes(Id)
    tellOfRail(turn, slot, markRail(turn, slot, Id, isFailed))
  }
  const fundResult = resultOf(failedRails.length > 0)
  const LoanId = world.loans.records.at(slot).loan.Id
  turn.tell({ what: 'loan.fundingAttempted', loanId: LoanId, fundResult })
  emitLoanEvent(turn, slot, 'FundingAttemptComplete', {
    Id: 0,
    LoanId,
    FundResult: fundResult,
    TimeStamp: timeStampOf(turn),
  })
  moveLoan(turn, slot, fundResult === 'Success' ? 'Funded' : 'NotFullyFunded')
}

/** Says that a rail was tried or changed. */
export function tellOfRail(turn: Turn, slot: number, rail: LoanRail): void {
  const { world } = turn
  const [loanId, railId, fundResult] = [
    world.loans.records.at(slot).loan.Id,
    rail.Id ?? '',
    resultOf(rail.IsFailed === true),
  ]
  turn.tell({ what: 'loan.railUpdated', loanId, railId, fundResult })
  emitLoanEvent(turn, slot, 'RailUpdated', {
    Id: 0,
    RailId: railId,
    LoanId: loanId,
    RailType: rail.RailType ?? 'ACH',
    RailTransactionId: uuidOf(world.settings.seed, streams.railTransaction, world.webhooks.events.size),
    FundResult: fundResult,
  })
}

function railsToTry({ Rails = [] }: Loan): LoanRail[] {
  const failed = Rails.filter((rail) => rail.IsFailed)
  return (failed.length > 0 ? failed : Rails).toSorted(
    (first, second) => (first.Priority ?? 0) - (second.Priority ?? 0),
  )
}

function resultOf(isFailed: boolean): FundResult {
  return isFailed ? 'Failed' : 'Success'
}
