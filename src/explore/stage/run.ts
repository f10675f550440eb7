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
import type { RunTime } from '../../time/run-time.ts'
import type { Change } from '../changes/change.ts'
import type { Point } from '../changes/change-kinds.ts'
import { Plan } from '../changes/plan.ts'
import type { ExploreOptions, Scenario } from '../scenario.ts'
import { ProcessEndedError } from '../scenario.ts'
import { asError, ENDED_WITH_PROCESS, mayReject, unended, unhandled } from './errors.ts'
import { heal } from './heal.ts'
import { IntentNames } from './intent-names.ts'
import { createScene, type Wanted } from './scene.ts'
import { Stage } from './stage.ts'
import type { Known } from './store.ts'

/** The facts of the clean run with which the others are compared. */
export interface Clean {
  readonly intents: Intents
  /** Whether the books follow payments of a direction. */
  readonly tracked: ReadonlySet<string>
}

/** The outcome of a run. */
export interface Outcome {
  readonly changes: readonly Change[]
  readonly error: Error | undefined
  readonly bank: Bank
  readonly points: readonly Point[]
  /** The same for runs in which the same happened. */
  readonly fingerprint: string
  readonly intents: Intents
  readonly books: readonly BookEntry[]
  readonly warnings: readonly string[]
  /** The changes that met no point. */
  readonly unmet: number
}

/** The things that all runs of an exploration share. */
export interface Setting<Result> {
  readonly scenario: Scenario<Result>
  readonly options: ExploreOptions<Result>
  readonly time: RunTime
  readonly known: Known
}

/** The facts of a clean run: its intents, and the directions of payments that its books follow. */
export function cleanOf({ bank, books, intents }: Outcome): Clean {
  const inBooks = new Set(books.map(({ paymentId }) => paymentId))
  const tracked = everyWire(bank).filter(({ id }) => inBooks.has(id))
  return { intents, tracked: new Set(tracked.map(({ direction }) => direction)) }
}

/** One run: the scenario is played, the bank heals, and the oracles judge. */
export class Run<Result> {
  readonly #stage: Stage
  readonly #plan: Plan
  readonly #intentNames = new IntentNames()
  readonly #wanted: Wanted = { books: undefined, checks: [] }
  #result: Result | undefined
  #isOver = false
  /** Whether the scenario rejected. */
  #gaveUp = false
  #endedWithProcess = false
  #error: Error | undefined
  /** A credit that the books showed too early. */
  #early: OracleError | undefined
  /** The run as it was when the books were looked at last. */
  #lookedAt: string | undefined

  constructor(
    /** The run's own. */
    private readonly bank: Bank,
    private readonly setting: Setting<Result>,
    private readonly changes: readonly Change[],
    private readonly clean: Clean | undefined,
  ) {
    const { time } = setting
    time.follow(bank)
    this.#plan = new Plan(changes)
    this.#stage = new Stage(bank, this.#plan, time, this.#intentNames)
    time.onStep = this.#lookEarly
    time.progress = () => this.#stage.log.news
  }

  async play(): Promise<Outcome> {
    const { time, options } = this.setting
    const played = this.#begin()
    let ending = await time.until(played)
    for (const eventId of this.#stage.repeated) await time.until(this.bank.outbox.deliver(eventId))
    await heal(this.#stage, options)
    if (ending !== 'ended') ending = await time.until(played)
    if (!this.#isOver) this.#error = unended(ending)
    if (time.uncaught) this.#error ??= asError(time.uncaught.error)
    if (time.unhandled && !this.#isAllowed(time.unhandled.error)) this.#error ??= unhandled(time.unhandled.error)
    return await this.#judge()
  }

  async #begin(): Promise<void> {
    const { scenario, known } = this.setting
    try {
      this.#result = await scenario(createScene({ stage: this.#stage, known, pushed: this.#lookEarly }, this.#wanted))
    } catch (reason) {
      this.#gaveUp = true
      if (!this.#isAllowed(reason)) this.#error = asError(reason)
      this.#endedWithProcess = reason instanceof ProcessEndedError && this.#wanted.checks.length > 0
      // The scenario has not come to where the checks would hold.
      this.#wanted.checks.length = 0
    }
    this.#isOver = true
  }

  /** Asks the oracles, each of which is nearer to the cause than a check of the scenario that fails in the end. */
  async #judge(): Promise<Outcome> {
    const { bank, clean } = this
    const failed = this.#hasSucceeded ? await this.#firstFailedCheck() : undefined
    const { books } = this.setting.options
    const view = books && this.#hasSucceeded ? () => books(this.#result as Result) : this.#wanted.books
    const entries = (view && (await this.#look(view, true))) ?? []
    const intents = intentsOf(bank, this.#intentNames.names)
    const found = [
      this.#early,
      moneyConserved(bank),
      clean && oneIntentOneWire(intents, clean.intents),
      view && noCreditBeforePosting(bank, entries),
      view && booksReconcile(bank, entries, ({ direction }) => this.#mustBeInBooks(direction)),
    ].find((each) => each && this.#isAsked(each.oracle))
    return {
      changes: this.changes,
      error: this.#error ?? found ?? failed,
      bank,
      points: this.#stage.log.points,
      fingerprint: this.#stage.log.fingerprint,
      intents,
      books: entries,
      warnings: this.#warnings(intents),
      unmet: this.#plan.unmet.length,
    }
  }

  get #hasSucceeded(): boolean {
    return this.#isOver && !this.#error
  }

  /** A scenario that rejected need not know of a payment whose answer never came, unless its store could have kept it before. */
  #mustBeInBooks(direction: string): boolean {
    return (!this.#gaveUp || this.#stage.hasStore) && (this.clean?.tracked.has(direction) ?? false)
  }

  #isAsked(oracle: OracleName): boolean {
    const { oracles } = this.setting.options
    return oracles === undefined || oracles.includes(oracle)
  }

  #isAllowed(reason: unknown): boolean {
    return (
      mayReject(reason, this.changes) || (this.clean !== undefined && this.setting.options.mayReject?.(reason) === true)
    )
  }

  /** Holds the books against the bank's, at each step of the clock and after each push. */
  readonly #lookEarly = async (): Promise<void> => {
    const { books } = this.#wanted
    if (!books || this.#early || this.#stage.isLooking || !this.#isAsked('noCreditBeforePosting')) return
    // Where the partner has learnt nothing since, its books show the same.
    if (this.#stage.log.fingerprint === this.#lookedAt) return
    this.#lookedAt = this.#stage.log.fingerprint
    const shown = await this.#look(books, false)
    if (shown) this.#early ??= noCreditBeforePosting(this.bank, shown)
  }

  /** The entries of the books now; undefined where they do not come before time passes. */
  async #look(view: NonNullable<Wanted['books']>, mayWait: boolean): Promise<BookEntry[] | undefined> {
    const { time } = this.setting
    this.#stage.isLooking = true
    try {
      const viewed = Promise.resolve().then(view)
      const isShown = mayWait ? (await time.until(viewed)) === 'ended' : (await time.endsWithin(viewed)).isEnded
      return isShown ? entriesOf(await viewed) : undefined
    } catch (reason) {
      // Wrong use of the library is thrown to the caller of explore; other errors of the view are the partner's.
      if (isUsageError(reason)) throw reason
      this.#error ??= asError(reason)
      return undefined
    } finally {
      this.#stage.isLooking = false
    }
  }

  /** The error of the first check that does not hold. The bank has healed, so no change strikes, and time goes on. */
  async #firstFailedCheck(): Promise<Error | undefined> {
    this.#stage.isLooking = true
    let failed: Error | undefined
    const checkAll = async () => {
      for (const check of this.#wanted.checks) await check()
    }
    const checked = checkAll().catch((reason: unknown) => {
      failed = asError(reason)
    })
    const ending = await this.setting.time.until(checked)
    this.#stage.isLooking = false
    return ending === 'ended'
      ? failed
      : new Error('A check of eventually() has not ended. Does it wait for something that never comes?')
  }

  #warnings(intents: Intents): string[] {
    const unknown = this.clean ? unknownIntents(intents, this.clean.intents) : []
    return [
      ...unknown.map(
        (intent) =>
          `The wire of ${intent} is of no intent of the clean run. Name what your code means to do: scene.intend(name, act).`,
      ),
      ...(this.#endedWithProcess ? [ENDED_WITH_PROCESS] : []),
    ]
  }
}
