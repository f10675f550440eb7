/** The explanation of a payment, transaction or loan, for programs and for people; and running the clock ahead for it. */

import { transition } from '../../contract/transition.ts'
import type { CriterionVerdict } from '../../core/accounts/restriction.ts'
import type { RestrictionType } from '../../core/accounts/state.ts'
import { formatMoney, type Money } from '../../core/kernel/money.ts'
import type { PostingCode } from '../../core/ledger/posting-codes.ts'
import { isRejection } from '../../core/rejection.ts'
import { CLOCK } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'

/** Whether a restriction on the account blocks a payment, criterion by criterion (§2.8). */
export interface RestrictionVerdict {
  restrictionId: string
  reason: string
  type: RestrictionType
  /** Whether it blocks the payment: all of its criteria are met. */
  blocks: boolean
  criteria: CriterionVerdict[]
}

/** Why a payment, transaction or loan is where it is. */
export interface Explanation {
  id: string
  kind: 'payment' | 'transaction' | 'loan'
  /** Absent for a loan. */
  accountNumber?: string
  /** Minor units; absent for a loan. */
  amount?: Money
  /** The status of a wire or loan; `Posted` or `Rejected` of a transaction. */
  status: string
  postingCode?: PostingCode
  /** The reason for its status, as a sentence. */
  why: string
  /** The restrictions on the account now, each with its verdict; empty for a loan. */
  restrictions: RestrictionVerdict[]
  /** The step that it waits for; absent in a final status. */
  waitsFor?: string
  /** An action that would move it on; absent where none can. */
  counterfactual?: string
  /** All of this for people. */
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
  return { ...facts, text: lines.join('\n') }
}

const longest = (cells: readonly string[]) => cells.reduce((most, { length }) => Math.max(most, length), 0)

/** A restriction as a table: what each criterion asks for, what the transaction has, and the verdict. */
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

/**
 * The first world, from this one on, for which `isReached` holds when only the clock goes on; undefined where there is none.
 * @param most - how many instants are looked at, the present one included
 */
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
