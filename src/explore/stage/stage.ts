/**
 * The stage of a run: a bank, a clock, a plan, a log, and the parts, each of which owns its state. The partner's timers and dates follow the
 * clock, which stands still while the partner's code runs. When nothing more can happen at an instant, a paused call goes on, or the clock
 * moves to the next event. So waiting takes no time, and the speed of the machine changes nothing.
 */
import type { Bank } from '../../bank/bank.ts'
import type { Intents } from '../../bank/invariants/intents.ts'
import { TimerClock } from '../../time/timer-clock.ts'
import type { Change } from '../changes/change.ts'
import { Plan } from '../changes/plan.ts'
import type { ExploreOptions } from '../types.ts'
import { Books } from './books.ts'
import { Checks } from './checks.ts'
import { Course } from './course.ts'
import { Desk } from './desk.ts'
import type { GivenToParts } from './given-to-parts.ts'
import { GoodOrder } from './good-order.ts'
import { Healing } from './heal.ts'
import { Looks } from './looks.ts'
import { Outages } from './outages.ts'
import { Pushes } from './pushes.ts'
import { Requests } from './requests.ts'
import { RunLog } from './run-log.ts'
import type { Known } from './store.ts'
import { Waits } from './waits.ts'

/** Code that waits for no timer counts as hanging after this many turns without progress. */
const MOST_TURNS = 2_000

/** What the clean run was: with this, every other run is compared. */
export interface Standard {
  readonly intents: Intents
  /** The directions of the payments in the books. */
  readonly followed: ReadonlySet<string>
}

interface StageInput extends EarlyEnds {
  readonly bank: Bank
  readonly options: ExploreOptions
  readonly changes: readonly Change[]
  readonly known: Known
  /** Undefined in a clean run. */
  readonly standard?: Standard | undefined
}

/** What ends a run before it is over. */
export interface EarlyEnds {
  /** Returns true if the run must end now; undefined if nothing can end it early. */
  readonly isCut: (() => boolean) | undefined
  /** Milliseconds without anything new after which the run may stop healing; absent if it must heal for the whole time. */
  readonly restsAfter?: number | undefined
}

export type Stage = ReturnType<typeof createStage>

export function createStage({ bank, options, changes, known, standard, restsAfter, isCut: isTimeUp }: StageInput) {
  const course = new Course()
  const isCut = isTimeUp && (() => !course.isCutForbidden && isTimeUp())
  // Parts attach themselves to the bank: the clock as what moves its time, Requests and Pushes as layers, by `portOf(bank)`.
  const clock: TimerClock = new TimerClock(bank, {
    isByItself: true,
    longest: Number.POSITIVE_INFINITY,
    maxTurns: options.maxTurns ?? MOST_TURNS,
    isCut,
    least: () => healing.leastDelay,
    choose: (pending) => pushes.choose(pending),
    threw: (error) => course.threw(error),
    look: async () => {
      await books.look()
      await checks.look()
    },
  })
  const now = () => clock.now()
  const plan = new Plan(changes, now)
  const log = new RunLog(now)
  const given: GivenToParts = { bank, options, changes, clock, plan, log }
  const waits = new Waits(given)
  const looks = new Looks(given)
  const outages = new Outages(given)
  const desk = new Desk(given)
  const pushes = new Pushes(given, outages)
  const requests = new Requests(given, { desk, outages, pushes })
  const goodOrder = new GoodOrder(given, { desk, outages, pushes })
  const checks = new Checks(given, { course, looks, goodOrder })
  const books = new Books({ ...given, followed: standard?.followed }, { course, looks, checks })
  const healing = new Healing({ ...given, isCut, restsAfter }, { course, desk, goodOrder, outages, checks })
  return { ...given, known, standard, isCut, course, waits, desk, pushes, requests, checks, books, healing }
}
