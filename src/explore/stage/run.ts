/** One run: plays a scenario with changes on a stage of its own, lets the bank heal (heal.ts), and judges what has come of it (judge.ts). */
import type { Bank } from '../../bank/bank.ts'
import { beginRun, end, messagesOf } from '../../bank/current/current-bank.ts'
import { intentsOf } from '../../bank/invariants/intents.ts'
import { portOf } from '../../bank/port.ts'
import type { Instant } from '../../core/kernel/time/instant.ts'
import type { Change } from '../changes/change.ts'
import type { Scenario } from '../types.ts'
import type { Books } from './books.ts'
import type { Setback } from './desk.ts'
import { asError } from './errors.ts'
import { type Judgement, judge } from './judge.ts'
import type { RunLog } from './run-log.ts'
import { createScene } from './scene.ts'
import type { Stage, Standard } from './stage.ts'

/** A run that was made, and how it was judged. The clean run is the one without a change. */
export interface Run extends Judgement {
  readonly bank: Bank
  readonly changes: readonly Change[]
  readonly log: Pick<RunLog, 'points' | 'fingerprint' | 'longestPause' | 'reached'>
  readonly endedAt: Instant
  /** How many of the changes have not struck. */
  readonly unstruck: number
  /** True if the time of the exploration was up before the run was over. */
  readonly wasCut: boolean
  /** True if the run failed, but might still succeed with more time to heal. */
  readonly isUnclear: boolean
  readonly setbacks: ReadonlySet<Setback>
  /** Whether a check has a deadline. */
  readonly isTimed: boolean
  readonly books: Pick<Books, 'isShown' | 'rule' | 'entries'>
  /** With what other runs are compared; undefined unless this is a clean run. */
  readonly standard: Standard | undefined
}

type Played = Judgement & { readonly wasCut?: boolean }

export async function playRun(stage: Stage, scenario: Scenario): Promise<Run> {
  const { bank, changes, clock, log, plan, desk, requests, checks, books, healing } = stage
  let played: Played
  try {
    played = await play(stage, scenario)
  } catch (error) {
    if (!portOf(bank).isEndless) throw error
    // The receiver never came to an end, so there is nothing for the oracles to judge.
    played = { error: asError(error), besides: [], warnings: [] }
  } finally {
    clock.timers.retire()
    end(bank)
  }
  return {
    ...played,
    warnings: [...played.warnings, ...messagesOf(bank)],
    wasCut: played.wasCut === true,
    isUnclear: healing.isAtRest && (played.error ?? played.unjudged) !== undefined,
    unstruck: plan.countOfUnstruck,
    endedAt: clock.now(),
    setbacks: desk.setbacks,
    isTimed: checks.areTimed,
    bank,
    changes,
    log,
    books,
    standard: stage.standard ? undefined : { intents: intentsOf(bank, requests.named), followed: books.followed },
  }
}

async function play(stage: Stage, scenario: Scenario): Promise<Played> {
  const { bank, clock, course, pushes, healing, waits } = stage
  const begun = begin(stage, scenario)
  let ending = await clock.until(begun)
  for (const eventId of pushes.takeRepeated()) await clock.until(bank.outbox.deliver(eventId))
  await healing.heal()
  if (ending !== 'ended') ending = await clock.until(begun)
  if (!stage.isCut?.()) {
    course.forbidCut()
    return await judge(stage, ending)
  }
  const isHung = !course.isOver && waits.areLong
  const warning = `The scenario had not ended when the time of the exploration was up.${waits.text}`
  return { wasCut: true, besides: [], warnings: isHung ? [warning] : [] }
}

async function begin(stage: Stage, scenario: Scenario): Promise<void> {
  const { bank, course, desk, books } = stage
  await course.play(() => {
    desk.askForOutcomes()
    return beginRun(bank, () => scenario(createScene(stage)))
  })
  books.addCheck()
}
