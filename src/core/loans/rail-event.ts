/**
 * `RailUpdated`: a rail was tried, or it was added, changed or removed. The event has an outcome only for a rail that was tried, or that
 * the test marked as failed. (§6)
 */
import { uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import type { LoanRail } from './loan.ts'
import { emitLoanEvent } from './loan-event.ts'
import type { FundResult, RailUpdated } from './loan-payload.ts'
import { loanAt } from './loans.ts'

/** How a rail changed outside of a funding attempt. */
export type RailChange = 'added' | 'changed' | 'removed'

/** Records how a rail ended in a funding attempt, and emits the event. */
export function reportOutcome(turn: Turn, slot: number, rail: LoanRail, fundResult: FundResult): void {
  const { Id: railId = '' } = rail
  turn.tell({ what: 'loan.railUpdated', loanId: loanAt(turn.world, slot).Id, railId, fundResult })
  emitRailUpdated(turn, slot, rail, fundResult)
}

/** Records that a rail changed, and emits the event. */
export function reportChange(turn: Turn, slot: number, rail: LoanRail, change: RailChange): void {
  const { Id: railId = '' } = rail
  turn.tell({ what: 'loan.railChanged', loanId: loanAt(turn.world, slot).Id, railId, change })
  emitRailUpdated(turn, slot, rail)
}

function emitRailUpdated(turn: Turn, slot: number, rail: LoanRail, fundResult?: FundResult): void {
  const { world } = turn
  const content: RailUpdated = {
    Id: 0,
    RailId: rail.Id ?? '',
    LoanId: loanAt(world, slot).Id,
    RailType: rail.RailType ?? turn.assume('loans.railType'),
  }
  if (fundResult !== undefined) {
    content.RailTransactionId = uuidOf(world.settings.seed, streams.railTransaction, world.webhooks.events.size)
    content.FundResult = fundResult
  }
  emitLoanEvent(turn, slot, 'RailUpdated', content)
}
