/** One run: a scenario on a bank of its own, with the changes of its plan; then the bank heals, and the oracles are asked. */
import type { Bank } from '../../bank/bank.ts'
import { everyWire } from '../../bank/books/every-page.ts'
import { type Intents, intentsOf, unknownIntents } from '../../bank/books/intents.ts'
import {
  type BookEntry,
  booksReconcile,
  entriesOf,
  moneyConserved,
  noCreditBeforePosting,
  type OracleError,
  type OracleName,
  oneIntentOneWire,
} from '../../bank/books/oracles.ts'
import { isUsageError } from '../../core/errors.ts'
import { type Ending, MOST_STEPS, type PartnerTime } from '../../time/partner-time.ts'
import { type Change, isAtPoint } from '../changes/change.ts'
import { changeKinds, type Point } from '../changes/change-kinds.ts'
import { Plan } from '../changes/plan.ts'
import type { ExploreOptions, Scenario } from '../scenario.ts'
import { ProcessEndedError } from '../scenario.ts'
import { heal } from './heal.ts'
import { IntentNames } from './intent-names.ts'
import { createScene, type Wanted } from './scene.ts'
import { Stage } from './stage.ts'
import type { Known } from './store.ts'

/** What the clean run shows, for the others to be compared with. */
export interface Clean {
  readonly intents: Intents
  /** Whether the books follow payments of a direction. */
  readonly tracked: ReadonlySet<string>
}

export interface Run {
  readonly changes: readonly Change[]
  readonly error: Error | undefined
  readonly bank: Bank
  readonly points: readonly Point[]
  /** What tells the run from others. */
  readonly print: string
  readonly intents: Intents
  readonly books: readonly BookEntry[]
  readonly warnings: readonly string[]
  /** The changes that met no point. */
  readonly unmet: number
}

/** What all runs of an exploration share. */
export interface Setting<Result> {
  readonly scenario: Scenario<Result>
  readonly options: ExploreOptions<Result>
  readonly time: PartnerTime
  readonly known: Known
}

/** What a clean run shows: of the payments, those directions that its books follow. */
export function cleanOf({ bank, books, intents }: Run): Clean {
  const inBooks = new Set(books.map(({ paymentId }) => paymentId))
  const tracked = everyWire(bank).filter(({ id }) => inBooks.has(id))
  return { intents, tracked: new Set(tracked.map(({ direction }) => direction)) }
}

/** Runs the scenario on `bank`, which is the run's own. */
export async function run<Result>(
  bank: Bank,
  { scenario, options, time, known }: Setting<Result>,
  changes: readonly Change[],
  clean: Clean | undefined,
): Promise<Run> {
  time.follow(bank)
  const plan = new Plan(changes)
  const intentNames = new IntentNames()
  const stage = new Stage(bank, plan, time, intentNames)
  const wanted: Wanted = { books: undefined, checks: [] }
  const isAsked = (oracle: OracleName) => options.oracles === undefined || options.oracles.includes(oracle)
  let early: OracleError | undefined
  let error: Error | undefined
  /** What the books show now; undefined where they do not show it before time passes. */
  const look = async (view: () => Iterable<BookEntry> | Promise<Iterable<BookEntry>>, mayWait: boolean) => {
    stage.isLooking = true
    try {
      const viewed = Promise.resolve().then(view)
      const isShown = mayWait ? (await time.until(viewed)) === 'ended' : (await time.endsWithin(viewed, 0)).isEnded
      return isShown ? entriesOf(await viewed) : undefined
    } catch (reason) {
      // Wrong use is told to whoever explores; what else the view throws is the partner's.
      if (isUsageError(reason)) throw reason
      error ??= asError(reason)
      return undefined
    } finally {
      stage.isLooking = false
    }
  }
  let lookedAt: string | undefined
  const lookEarly = async () => {
    if (!wanted.books || early || stage.isLooking || !isAsked('noCreditBeforePosting')) return
    // Where the partner has learnt nothing since, its books show the same.
    if (stage.trace.print === lookedAt) return
    lookedAt = stage.trace.print
    const shown = await look(wanted.books, false)
    if (shown) early ??= noCreditBeforePosting(bank, shown)
  }
  time.onStep = lookEarly
  time.progress = () => stage.trace.news
  const scene = createScene({ stage, known, pushed: lookEarly }, wanted)

  let result: Result | undefined
  let isOver = false
  let gaveUp = false
  let endedWithProcess = false
  const isAllowed = (reason: unknown) => mayReject(reason, changes) || (clean && options.mayReject?.(reason)) === true
  const played = Promise.resolve()
    .then(() => scenario(scene))
    .then(
      (value) => {
        result = value
        isOver = true
      },
      (reason: unknown) => {
        isOver = true
        gaveUp = true
        if (!isAllowed(reason)) error = asError(reason)
        endedWithProcess = reason instanceof ProcessEndedError && wanted.checks.length > 0
        // It has not come to where the checks would hold.
        wanted.checks.length = 0
      },
    )
  let ending: Ending = await time.until(played)
  for (const eventId of stage.repeated) await time.until(bank.outbox.deliver(eventId))
  await heal(stage, options)
  if (ending !== 'ended') ending = await time.until(played)
  if (!isOver) error = unended(ending)
  if (time.uncaught && !error) error = asError(time.uncaught.error)
  if (time.unhandled && !error && !isAllowed(time.unhandled.error)) error = unhandled(time.unhandled.error)
  const failed = isOver && !error ? await firstFailed(wanted.checks, stage) : undefined
  const { books } = options
  const view = books && isOver && !error ? () => books(result as Result) : wanted.books
  const entries = (view && (await look(view, true))) ?? []
  const intents = intentsOf(bank, intentNames.names)
  const found = [
    early,
    moneyConserved(bank),
    clean && oneIntentOneWire(intents, clean.intents),
    view && noCreditBeforePosting(bank, entries),
    // Whoever gave up, and said so, need not know of a payment whose answer never came, unless it could have written it down before.
    view &&
      booksReconcile(
        bank,
        entries,
        ({ direction }) => (!gaveUp || stage.hasStore) && (clean?.tracked.has(direction) ?? false),
      ),
  ].find((each) => each && isAsked(each.oracle))
  const unknown = clean ? unknownIntents(intents, clean.intents) : []
  return {
    changes,
    // What an oracle says is nearer to the cause than what a check of the scenario finds in the end.
    error: error ?? found ?? failed,
    bank,
    points: stage.trace.points,
    print: stage.trace.print,
    intents,
    books: entries,
    warnings: [
      ...unknown.map(
        (intent) =>
          `The wire of ${intent} is of no intent of the clean run. Name what your code means to do: scene.intend(name, act).`,
      ),
      ...(endedWithProcess ? [ENDED_WITH_PROCESS] : []),
    ],
    unmet: plan.unmet.length,
  }
}

/**
 * Whether a scenario may reject with an error. Under one change it goes on; where two things go wrong, or nothing works for a while, it
 * may give up, as long as it says so and its books stay right. A mistake in the code is none of that.
 */
function mayReject(reason: unknown, changes: readonly Change[]): boolean {
  if (reason instanceof ProcessEndedError) return true
  const isMistake =
    [ReferenceError, RangeError, SyntaxError].some((kind) => reason instanceof kind) ||
    (reason instanceof TypeError && !/fetch failed|ECONN|network/i.test(reason.message))
  return (
    !isMistake &&
    (changes.length > 1 || changes.some((change) => isAtPoint(change) && changeKinds[change.kind].lastsAWhile))
  )
}

function unended(ending: Ending): Error {
  return new Error(
    ending === 'endless'
      ? `The scenario has not ended after ${MOST_STEPS} steps of the clock, though the bank has healed. Does it try again for ever?`
      : 'The scenario has not ended, though every push was delivered and the bank has healed. Does it wait for something that never comes?',
  )
}

function unhandled(reason: unknown): Error {
  const { message } = asError(reason)
  return new Error(
    `A promise was rejected, and nobody handles it, which ends a process of Node: ${message}. Await it, or catch what it rejects with.`,
    { cause: reason },
  )
}

/** What the first check that does not hold throws. The bank has healed, so nothing is struck, and time goes on. */
async function firstFailed(checks: readonly (() => void | Promise<void>)[], stage: Stage): Promise<Error | undefined> {
  stage.isLooking = true
  let failed: Error | undefined
  const checked = (async () => {
    for (const check of checks) await check()
  })().catch((reason: unknown) => {
    failed = asError(reason)
  })
  const ending = await stage.time.until(checked)
  stage.isLooking = false
  return ending === 'ended'
    ? failed
    : new Error('A check of eventually() has not ended. Does it wait for something that never comes?')
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/** Of a run in which nothing was checked that the scenario wants checked. */
const ENDED_WITH_PROCESS =
  'The process ended while the scenario waited for ask(), and the scenario ended with it, so eventually() was not asked. Catch what ask() rejects with, and go on as its user would.'
