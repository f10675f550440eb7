/** Judges a run when the bank has healed: by the errors of its scenario, by the oracles (bank/invariants/oracles.ts), and by its checks. */
import { intentsOf, unknownIntents } from '../../bank/invariants/intents.ts'
import { forgedPushRefused, moneyConserved, OracleError, oneIntentOneWire } from '../../bank/invariants/oracles.ts'
import { isRejectionError, isUsageError } from '../../core/errors.ts'
import type { Ending } from '../../time/timer-clock.ts'
import { isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import { ProcessEndedError } from '../types.ts'
import { asError, ENDED_WITH_PROCESS, mayReject, noneHandles, unended } from './errors.ts'
import type { Stage } from './stage.ts'

export interface Judgement {
  readonly error?: Error | undefined
  /** What else was wrong at the end of the run. */
  readonly besides: readonly Error[]
  /** The check that threw `error`; undefined if no check did. */
  readonly failedCheck?: string | undefined
  /** The error, if the changes may make the scenario fail whatever the partner does. The run is then not judged. */
  readonly unjudged?: Error | undefined
  /** What kept the oracles from judging. */
  readonly warnings: readonly string[]
}

/** `ending`: how the wait for the scenario ended. */
export async function judge(stage: Stage, ending: Ending): Promise<Judgement> {
  const { bank, changes, options, course, checks, books } = stage
  const { rejection } = course
  const clean = stage.standard?.intents
  const refused = rejection && refusalUnderOtherBank(stage, rejection.reason)
  const error = errorOf(stage, ending, refused)
  const hasSucceeded = course.isOver && !error
  // The checks need to hold only at the end of the scenario, which a scenario that rejected has not reached.
  if (hasSucceeded && !rejection) await checks.askAtEnd()
  const ofBooks = await books.judge(hasSucceeded)
  const intents = intentsOf(bank, stage.requests.named)
  const ofOracles = [
    books.early,
    moneyConserved(bank),
    forgedPushRefused(bank),
    clean && oneIntentOneWire(intents, clean),
    ...ofBooks,
  ].flatMap((each) => (each && (options.oracles?.includes(each.oracle) ?? true) ? each : []))
  // `books.judge` may have failed only now.
  const own = error ?? books.failed
  // The worst comes first: a payment that was made twice is worse than code that gives up, and nearer to the cause of a failed check.
  const [first, ...besides] = [...ofOracles, ...(own ? [own] : []), ...checks.failed.keys()]
  const unknown = clean ? unknownIntents(intents, clean) : []
  const warnings = unknown.map(
    (intent) =>
      `The wire of ${intent} matches no intent of the clean run. Name what your code means to pay, whatever its amount: await scene.intend('what it pays', () => pay()).`,
  )
  // If two changes strike, the scenario may give up.
  if (rejection?.reason instanceof ProcessEndedError && changes.length === 1 && checks.hasChecksAtEnd)
    warnings.unshift(ENDED_WITH_PROCESS)
  if (first && isExcused(stage, first)) return { unjudged: first, besides, warnings }
  return { error: first, besides, failedCheck: first && checks.failed.get(first), unjudged: refused, warnings }
}

/** What was wrong before any oracle or check was asked. `refused`: see `unjudged`. */
function errorOf(stage: Stage, ending: Ending, refused: Error | undefined): Error | undefined {
  const { changes, options, standard, course, books, waits } = stage
  if (!course.isOver) return unended(ending, waits.text)
  const isAllowed = ({ reason }: { readonly reason: unknown }) =>
    mayReject(reason, changes) || (standard !== undefined && options.mayReject?.(reason) === true)
  const { rejection, uncaught, unhandled } = course
  if (rejection && !refused && !isAllowed(rejection)) return asError(rejection.reason)
  const isLeft = unhandled && !isAllowed(unhandled)
  return books.failed ?? uncaught ?? (isLeft ? noneHandles(unhandled.reason) : undefined)
}

/** Returns `reason` if it is the bank's refusal of a call in a run with another assumption or another start; otherwise undefined. */
function refusalUnderOtherBank({ changes }: Stage, reason: unknown): Error | undefined {
  const isOther = changes.some(({ kind }) => kind === 'assume' || kind === 'when')
  return isOther && (isRejectionError(reason) || isUsageError(reason)) ? (reason as Error) : undefined
}

/**
 * True if no oracle failed, and the scenario may just expect too much: that payments complete, though the operations team decided on one
 * and neither `deskDecisions` nor `only` asks for this; or that its code has not given up, though an outage outlasts all tries.
 */
function isExcused({ changes, options: { deskDecisions, only } }: Stage, error: Error): boolean {
  const kinds = changes.filter(isAtPoint).map(({ kind }) => changeKinds[kind])
  const isDecided = kinds.some(({ option }) => option === 'deskDecisions')
  const expectsCompletion = isDecided && deskDecisions === undefined && only === undefined
  return (expectsCompletion || kinds.some(({ outlasts }) => outlasts)) && !(error instanceof OracleError)
}
