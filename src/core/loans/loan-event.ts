/** Emits the five loan events, each with its own payload, and changes the status of loans. (§3, §6) */
import { uuidOf } from '../kernel/identity.ts'
import { timeOf } from '../kernel/time/instant.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import { emit } from '../webhooks/event.ts'
import type { LoanEventName } from '../webhooks/event-name.ts'
import type { LoanRail } from './loan.ts'
import type { FailedRule, FundResult, LoanPayload, RailUpdated } from './loan-payload.ts'
import { type LoanStatus, loanStatuses } from './loan-status.ts'
import { changeLoan, loanAt } from './loans.ts'

/** The resource of a loan event: the query that finds the loan. */
export const loanResource = (id: string): string => `LoanSummary?id=${encodeURIComponent(id)}`

export function emitLoanEvent(turn: Turn, slot: number, name: LoanEventName, content: LoanPayload['content']): void {
  const { world } = turn
  const { partner, loan } = world.loans.records.at(slot)
  emit(turn, name, partner, [loanResource(loan.Id)], {
    payload: { MPLId: loan.MPLId ?? turn.assume('loans.mplId'), Ignore: false, content },
  })
}

export function reportRail(
  turn: Turn,
  slot: number,
  rail: LoanRail,
  became: FundResult | 'added' | 'changed' | 'removed',
): void {
  const { world } = turn
  const { Id: railId = '', RailType = turn.assume('loans.railType') } = rail
  const loanId = loanAt(world, slot).Id
  const content: RailUpdated = { Id: 0, RailId: railId, LoanId: loanId, RailType }
  if (became === 'Success' || became === 'Failed') {
    turn.tell({ what: 'loan.railUpdated', loanId, railId, fundResult: became })
    content.RailTransactionId = uuidOf(world.settings.seed, streams.railTransaction, world.webhooks.events.size)
    content.FundResult = became
  } else turn.tell({ what: 'loan.railChanged', loanId, railId, change: became })
  emitLoanEvent(turn, slot, 'RailUpdated', content)
}

export type FailedRuleRequest = Omit<FailedRule, 'FailedComplianceID'>

/** Changes the status, and emits the event. For ComplianceFailed, a second event has the failed rules. */
export function moveLoan(turn: Turn, slot: number, status: LoanStatus, rules = [defaultRule]): void {
  const TimeStamp = timeOf(turn.world)
  const { Id: LoanId, MPLId } = changeLoan(turn, slot, { Status: status, TimeStamp })
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
    MPLId: MPLId ?? turn.assume('loans.mplId'),
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
