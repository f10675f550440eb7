/** The errors of a run: what a scenario may reject with, and what is wrong where it does not end. */
import { type Ending, MOST_STEPS } from '../../time/followed-clock.ts'
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import { ProcessEndedError } from '../scenario.ts'

/**
 * Whether a scenario may reject with an error. Under one change it goes on; where two things go wrong, or nothing works for a while, it
 * may give up, as long as it says so and its books stay right. A mistake in the code is always a failure.
 */
export function mayReject(reason: unknown, changes: readonly Change[]): boolean {
  if (reason instanceof ProcessEndedError) return true
  const isMistake =
    [ReferenceError, RangeError, SyntaxError].some((kind) => reason instanceof kind) ||
    (reason instanceof TypeError && !/fetch failed|ECONN|network/i.test(reason.message))
  return (
    !isMistake &&
    (changes.length > 1 || changes.some((change) => isAtPoint(change) && changeKinds[change.kind].lastsAWhile))
  )
}

export function unended(ending: Ending, waitingText: string): Error {
  const fact =
    ending === 'endless'
      ? `The scenario has not ended after ${MOST_STEPS} steps of the clock, though the bank has healed. Does it try again for ever?`
      : 'The scenario has not ended, though every push was delivered and the bank has healed. Does it wait for something that never comes?'
  return new Error(fact + waitingText)
}

export function unhandled(reason: unknown): Error {
  const { message } = asError(reason)
  return new Error(
    `A promise was rejected, and nobody handles it, which ends a process of Node: ${message}. Await it, or catch what it rejects with.`,
    { cause: reason },
  )
}

export const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/** The warning of a run in which the checks of `eventually` were not made. */
export const ENDED_WITH_PROCESS =
  'The process ended while the scenario waited for ask(), and the scenario ended with it, so eventually() was not asked. Catch what ask() rejects with, and go on as its user would.'
