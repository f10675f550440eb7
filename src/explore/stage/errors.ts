/** Which rejections of a scenario are allowed, and the messages of one that does not end as it should. */
import { type Ending, MOST_STEPS } from '../../time/timer-clock.ts'
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import { ProcessEndedError } from '../types.ts'

/**
 * A scenario must survive a single change. If two things go wrong, or nothing works for a while, it may give up, but then it must reject,
 * and its records of payments must be right. A mistake in the code is always a failure.
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

/** An error in which explore says what the partner's code did. `own` tells it from other errors of its kind. */
export class RunError extends Error {
  constructor(
    message: string,
    readonly own: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function unended(ending: Ending, waitingText: string): Error {
  const fact =
    ending === 'endless'
      ? `The scenario has not ended after the clock moved ${MOST_STEPS} times, though every fault has ended. Does it try again for ever?`
      : 'The scenario has not ended, though every fault has ended and no push is due any more. Does it wait for something that never comes?'
  return new RunError(fact + waitingText, `The scenario has not ended.${waitingText}`)
}

export function noneHandles(reason: unknown): Error {
  const { message } = asError(reason)
  return new RunError(
    `A promise was rejected, and no code handles the rejection: ${message}. In Node, that would be the end of your program. Await the promise, or catch its error.`,
    `no code handles: ${message}`,
    { cause: reason },
  )
}

export const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

export const ENDED_WITH_PROCESS =
  'The process ended while the scenario waited for ask(), and the scenario ended with it, so the checks of eventually() were not made. Catch the error of ask(), and go on as a user would.'
