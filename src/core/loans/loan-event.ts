/** The five loan events: emitted to whoever is registered for them, with the payload of the loan service. (§6) */
import { formatInstant } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import { emit } from '../webhooks/event.ts'
import type { LoanEventName } from '../webhooks/event-name.ts'
import { loanEventNames } from './loan.ts'
import type { LoanPayload } from './loan-payload.ts'
import { loanAt } from './loans.ts'

/** What an event about a loan names: the query that finds it. */
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

/** The MPLId under which the loan's events go out: its own, or the bank's usual one. */
export function mplIdOf(turn: Turn, slot: number): string {
  return loanAt(turn.world, slot).MPLId ?? turn.assume('loans.mplId')
}

/** The present instant, as loan events have it. */
export function timeStampOf({ world }: Turn): string {
  return formatInstant(world.now, world.settings.timeZone)
}

export function listLoanEvents(): string[] {
  return [...loanEventNames]
}
