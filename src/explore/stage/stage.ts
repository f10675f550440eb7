/**
 * The stage of a run: its bank, its plan, its clock, and what has happened so far. The partner's timers and dates follow the clock, which
 * stands still while the partner's code runs. When nothing more can happen at an instant, a paused call goes on, or the clock moves to the
 * next event. So waiting takes no time, and the speed of the machine changes nothing.
 */
import type { Bank } from '../../bank/bank.ts'
import type { BooksRule } from '../../bank/books/oracles.ts'
import { contextOf } from '../../bank/shell/state/context.ts'
import { formatInstant, HOUR, type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import { isFinal } from '../../core/wires/wire-status.ts'
import { FollowedClock } from '../../time/followed-clock.ts'
import type { Change } from '../changes/change.ts'
import { Plan } from '../changes/plan.ts'
import type { ExploreOptions, Scene } from '../scenario.ts'
import { asError } from './errors.ts'
import { RunLog } from './run-log.ts'

/** How long an outage of the bank or of the receiver lasts. */
export const OUTAGE = 10 * MINUTE

/** Code that waits for no timer counts as hanging after this many turns without progress. */
const MOST_TURNS = 2_000

/** While the bank heals, only timers of at least this delay fire when due. `atFirst`: on the first day, and while a payment is open. */
const LONG = { atFirst: HOUR, later: 4 * HOUR }

/** Names of store methods. `handles` return a client, so no change affects them; `promising` return promises. */
export interface Known {
  readonly handles: Set<string>
  readonly promising: Set<string>
}

/** The most waits that a message names. */
const MOST_WAITS = 3

/** The statuses that the partner does not expect, as words. */
export const befallings = { Hold: 'held', Rejected: 'rejected', Reversed: 'reversed' } as const
export type Befalling = keyof typeof befallings

/** A check that must hold this many milliseconds after everything is in order. */
export interface Promised {
  readonly within: number
  readonly check: () => unknown
}

/** A process from one start to its end. */
export interface Running {
  readonly isEnded: boolean
  /** Resolves when it ends. */
  readonly ended: Promise<void>
  /** Ends the process, and returns a promise that never settles. */
  end(): Promise<never>
}

/**
 * A look is code that reads the partner's books or makes a check. Its calls are not points of the run, so no change affects them. Calls that
 * the partner's code makes meanwhile, in the background, are points as usual.
 */
const looking = contextOf<true>('looking', { isLong: true })

/** Whether the running code is that of a look. */
export const isLooking = (): boolean => looking.current === true

/** What a look has shown, or the error that it threw; neither of them if the look has not ended. */
interface Look<Shown> {
  readonly hasEnded: boolean
  readonly shown?: Shown
  readonly failed?: Error
}

export abstract class Stage extends FollowedClock {
  readonly plan: Plan
  readonly log = new RunLog(() => this.world.now)
  /** The names of intents, by the ids of their payments. */
  readonly named = new Map<string, string>()
  /** The ids of events, in the order of their first delivery. */
  readonly delivered: string[] = []
  /** The ids of the events that are lost for good. */
  readonly lost = new Set<string>()
  /** The payments that the desk will reverse, each with the delay after its completion. */
  readonly toReverse = new Map<number, number>()
  /** The completed payments whose reversal is due later. */
  readonly reversing = new Set<number>()
  readonly reached = new Set<string>()
  readonly befell = new Set<Befalling>()
  /** The callback addresses whose registrations stay suspended. */
  readonly abandoned = new Set<string>()
  /** Undefined if the scenario shows no books. */
  books: Parameters<Scene['books']>[0] | undefined
  booksRule: BooksRule = {}
  /** Milliseconds after which the books must agree with the bank; undefined without a deadline. */
  booksWithin: number | undefined
  readonly checks: Parameters<Scene['eventually']>[0][] = []
  readonly promised: Promised[] = []
  /** Whether the scenario has ended. */
  isOver = false
  /** The errors of the checks that failed, each with the check: `within 1`. Two checks may fail with the same message. */
  readonly failedChecks = new Map<Error, string>()
  /** The process that makes the call that reaches the bank now; `path` is the call site of this call. */
  caller: Running | undefined
  path: number | undefined
  /** True during a look, so that no other begins. */
  isLooking = false
  /** Whether the partner has a store, in which it can write down what it is about to do. */
  hasStore = false
  hasReceivingProcess = false
  /** The bank's records as its last mending (heal.ts) found them. */
  mended: readonly unknown[] = []
  /** The end of the first day on which the bank heals. */
  firstDayUntil = 0
  /** The callback addresses whose receiver refused the last push although no change struck. */
  readonly refusing = new Set<string>()
  bankDownUntil = 0
  /** Whether the lists of the bank have pages of one record by default. */
  hasSmallPages = false
  /** Calls that wait until the receiver is given a push. */
  readonly atNextPush: (() => void)[] = []
  receiverDownUntil = 0
  /** Calls with a number below `below` fail until the instant `until`. */
  fails = { below: 0, until: 0 }
  /** What the scenario waits for, such as `ask() number 2` or `store.put`, and since when. */
  readonly waits = new Set<{ readonly what: string; readonly since: Instant }>()
  #asks = 0
  /** Thrown by a timer of the partner. */
  uncaught: Error | undefined
  #isLeaping = false
  #struck = 0
  #struckUntil: Instant = 0

  constructor(
    bank: Bank,
    readonly options: ExploreOptions,
    readonly known: Known,
    readonly changes: readonly Change[],
  ) {
    const { maxTurns = MOST_TURNS } = options
    super(bank, { isByItself: true, longest: Number.POSITIVE_INFINITY, maxTurns })
    this.plan = new Plan(changes)
  }

  /** Waits for what `view` shows, while the clock goes on. With `isAtInstant` the clock stands still, so the view may not end. */
  async lookAt<Shown>(view: () => Shown | Promise<Shown>, isAtInstant = false): Promise<Look<Shown>> {
    const looked = Promise.resolve()
      .then(() => looking.run(true, async () => await view()))
      .then(
        (shown) => ({ shown }),
        (reason: unknown) => ({ failed: asError(reason) }),
      )
    this.isLooking = true
    const hasEnded = isAtInstant ? (await this.endsWithin(looked)).isEnded : (await this.until(looked)) === 'ended'
    this.isLooking = false
    return hasEnded ? { hasEnded, ...(await looked) } : { hasEnded }
  }

  /** Returns a function that ends the wait. */
  waitFor(what: string): () => void {
    const wait = { what, since: this.world.now }
    this.waits.add(wait)
    return () => void this.waits.delete(wait)
  }

  readonly askedBy = (from: string | undefined): (() => void) =>
    this.waitFor(`ask() number ${++this.#asks}${from === undefined ? '' : ` (${from})`}`)

  /** A sentence; empty if nothing waits. */
  get waitingText(): string {
    const { timeZone } = this.world.settings
    const all = [...this.waits]
      .slice(0, MOST_WAITS)
      .map(({ what, since }) => `${what} since ${formatInstant(since, timeZone).slice(0, 19).replace('T', ' ')}`)
    return all.length === 0 ? '' : ` It waits for ${all.join(', and for ')}.`
  }

  reach(name: string): void {
    this.reached.add(name)
    this.log.announce(name)
  }

  readonly after = (delay: number, act: () => void): void => void this.timers.later(act, delay)

  readonly pass = (delay: number): Promise<void> => new Promise((resolve) => this.after(delay, resolve))

  /** Goes to an instant. On the way only the partner's timers of hours (`LONG`) fire; while a `within` runs, all of them fire. */
  async leap(instant: Instant): Promise<void> {
    this.noteOrder()
    this.#isLeaping = true
    try {
      await this.goTo(instant)
    } finally {
      this.#isLeaping = false
    }
    await this.resumeAll()
  }

  override nextAt(): Instant | undefined {
    const next = this.timers.nextAt
    if (!this.#isLeaping || next === undefined || this.isTimed) return next
    const isFirst = this.world.now < this.firstDayUntil || this.hasOpenPayment
    return this.timers.nextOfAtLeast(isFirst ? LONG.atFirst : LONG.later)
  }

  /** Whether a `within` is running, so that each timer of the partner fires when it is due. */
  abstract get isTimed(): boolean

  /** The time of a `within` begins at this instant or later, because a change that took effect may last for minutes. */
  get struckUntil(): Instant {
    const { countOfStruck } = this.plan
    if (countOfStruck > this.#struck) this.#struckUntil = this.world.now + OUTAGE
    this.#struck = countOfStruck
    return this.#struckUntil
  }

  /** Whether the run need not heal any longer, because nothing more is to be expected of it. */
  abstract get isAtRest(): boolean

  /** Records whether all is in order now. */
  abstract noteOrder(): void

  /** True if a payment is not final, or will be reversed. */
  get hasOpenPayment(): boolean {
    return this.reversing.size > 0 || [...this.world.wires.payments].some(({ status }) => !isFinal(status))
  }

  protected threw(error: unknown): void {
    this.uncaught ??= asError(error)
  }
}
