/** The five loan events, each with a payload of the loan service. (§6) */
import { formatInstant } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import { emit } from '../webhooks/event.ts'
import type { LoanEventName } from '../webhooks/event-name.ts'
import { loanEventNames } from './loan.ts'
import type { LoanPayload } from './loan-payload.ts'
import { loanAt } from './loans.ts'

/** The resource of a loan event: the query that finds the loan. */
export const loanResource = (id: string): string => `LoanSummary?id=${encodeURIComponent(id)}`

/** Emits an event about the loan at `slot`. */
export function emitLoanEvent(turn: Turn, slot: number, name: LoanEventName, content: LoanPayload['content']): void {
  const { world } = turn
  const { partner, loan } = world.loans.records.at(slot)
  turn.assume('loans.registration')
  const isPublished = name !== 'AdjustmentActionUpdate' && name !== 'FundingAttemptComplete'
  turn.assume(isPublished ? 'loans.eventPayloads' : 'loans.otherPayloads')
  emit(turn, name, partner, [loanResource(loan.Id)], {
    payload: { MPLId: mplIdOf(turn, slot), Ignore: false, content },
  })
}

/** The MPLId of the loan's events: its own, or the bank's default. */
export function mplIdOf(turn: Turn, slot: number): string {
  return loanAt(turn.world, slot).MPLId ?? turn.assume('loans.mplId')
}

/** The present instant, as loan events write it. */
export function timeStampOf({ world }: Turn): string {
  return formatInstant(world.now, world.settings.timeZone)
}

export function listLoanEvents(): string[] {
  return [...loanEventNames]
}
