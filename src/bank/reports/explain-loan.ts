/** Explains a loan: its status, its next step by the clock, and the other statuses that it can reach. (§3) */
import { timeOf } from '../../core/kernel/time/instant.ts'
import type { Loan } from '../../core/loans/loan.ts'
import { isFundable, isLoanStatus, movesFrom } from '../../core/loans/loan-status.ts'
import { loanAt, slotOfLoan } from '../../core/loans/loans.ts'
import type { Reading } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'
import { type Explanation, lookAhead, withText } from './explanation.ts'

/** The present instant, and the next hundred instants at which something is due. */
const MOST_INSTANTS = 101

/** Finds a loan of any partner by its id. */
export function findLoanOfAny(reading: Reading, id: string): number | undefined {
  const { size } = reading.world.access.partners
  for (let partner = 0; partner < size; partner++) {
    const slot = slotOfLoan({ ...reading, actor: { kind: 'partner', partner } }, id)
    if (slot !== undefined) return slot
  }
  return undefined
}

export function explainLoan(world: World, slot: number): Explanation {
  const loan = loanAt(world, slot)
  const { Id: id, Status: status } = loan
  return withText({ id, kind: 'loan', status, why: whyOf(loan), restrictions: [], ...futureOf(world, slot) })
}

function whyOf({ Status, Rails = [] }: Loan): string {
  if (!isLoanStatus(Status)) return `Its status "${Status}" is not known, so no status follows it.`
  const failed = Rails.filter(({ IsFailed }) => IsFailed).map(({ Id }) => Id)
  if (Status === 'NotFullyFunded' && failed.length > 0) {
    return `A funding attempt was made, and ${failed.length === 1 ? 'a rail' : 'rails'} failed: ${failed.join(', ')}.`
  }
  return movesFrom(Status).length === 0 ? `${Status} is its last status.` : `It has reached the status ${Status}.`
}

function futureOf(world: World, slot: number): Pick<Explanation, 'waitsFor' | 'counterfactual'> {
  const { Status, Id } = loanAt(world, slot)
  const [next, ...others] = movesFrom(Status)
  if (next === undefined) return {}
  const ahead = nextStep(world, slot)
  const attempt = isFundable(Status) ? ' by a funding attempt' : ''
  const waitsFor = ahead
    ? `its step to ${loanAt(ahead, slot).Status}${attempt} at ${timeOf(ahead)}`
    : `the test: bank.loans.advance("${Id}") takes it to ${next}${attempt}`
  if (others.length === 0) return { waitsFor }
  return { waitsFor, counterfactual: `Otherwise it can go to ${others.join(', ')}: bank.loans.setStatus(id, status).` }
}

/** Returns the world in which the clock has moved the loan on, or undefined if no step of the loan is planned. */
function nextStep(world: World, slot: number): World | undefined {
  const { Status } = loanAt(world, slot)
  return lookAhead(world, MOST_INSTANTS, (at) => loanAt(at, slot).Status !== Status)
}
