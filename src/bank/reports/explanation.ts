/** The shape of an explanation, its text for people, and the function that runs the clock ahead. */

import { transition } from '../../contract/transition.ts'
import type { CriterionVerdict } from '../../core/accounts/restriction.ts'
import type { RestrictionType } from '../../core/accounts/state.ts'
import { formatMoney, type Money } from '../../core/kernel/money.ts'
import { visible } from '../../core/kernel/visible.ts'
import type { PostingCode } from '../../core/ledger/posting-codes.ts'
import { isRejection } from '../../core/rejection.ts'
import { CLOCK } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'

/** A restriction on the account, and whether it blocks a payment, criterion by criterion (§2.8). */
export interface RestrictionVerdict {
  restrictionId: string
  reason: string
  type: RestrictionType
  /** True if the payment meets all criteria. */
  blocks: boolean
  criteria: CriterionVerdict[]
}

/** Why a payment, transaction or loan has its present status. */
export interface Explanation {
  id: string
  kind: 'payment' | 'transaction' | 'loan'
  /** Absent for a loan. */
  accountNumber?: string
  /** Minor units; absent for a loan. */
  amount?: Money
  /** The status of a wire or loan; for a transaction `Posted` or `Rejected`. */
  status: string
  postingCode?: PostingCode
  /** The reason for the status, as a sentence. */
  why: string
  /** The present restrictions on the account, each with its verdict. Empty for a loan. */
  restrictions: RestrictionVerdict[]
  /** The next step, and its time. Absent in a final status. */
  waitsFor?: string
  /** What would change the status, or how the record will end. Absent if nothing can change the status. */
  counterfactual?: string
  /** The whole explanation as text, for people. */
  text: string
}

export function withText(facts: Omit<Explanation, 'text'>): Explanation {
  const { id, kind, accountNumber, amount, status, why, restrictions, waitsFor, counterfactual } = facts
  const lines = [
    `${kind} ${id}: ${status}${amount === undefined ? '' : `, ${formatMoney(amount)} on ${accountNumber}`}`,
    `  ${why}`,
    ...restrictions.flatMap(linesOf),
    ...(waitsFor === undefined ? [] : [`  It waits for ${waitsFor}.`]),
    ...(counterfactual === undefined ? [] : [`  ${counterfactual}`]),
  ]
  return { ...facts, text: lines.map(visible).join('\n') }
}

const longest = (cells: readonly string[]) => cells.reduce((most, { length }) => Math.max(most, length), 0)

function linesOf({ restrictionId, reason, type, blocks, criteria }: RestrictionVerdict): string[] {
  const columns = [
    criteria.map(({ criterion }) => criterion),
    criteria.map(({ required }) => required ?? '*'),
    criteria.map(({ actual }) => actual ?? '-'),
  ].map((cells) => cells.map((cell) => cell.padEnd(longest(cells))))
  return [
    `  ${type} restriction ${restrictionId} "${reason}" ${blocks ? 'blocks it' : 'does not apply'}:`,
    ...criteria.map(({ verdict }, row) => `    ${[...columns.map((cells) => cells[row]), verdict].join('  ')}`),
  ]
}

/** Returns the first world that `isReached` accepts, now or at an instant at which something is due. Tries at most `most` instants. */
export function lookAhead(world: World, most: number, isReached: (at: World) => boolean): World | undefined {
  let at = world
  for (let instants = 0; instants < most; instants++) {
    if (isReached(at)) return at
    const due = at.schedule.first()
    const result = due && transition(at, 'clock.advance', { to: due.at }, CLOCK)
    if (result === undefined || isRejection(result)) return undefined
    at = result.world
  }
  return undefined
}
