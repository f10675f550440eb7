/**
 * One run: a scenario on a bank of its own, with the changes of its plan; then the bank heals, and the oracles are asked. The run is what
 * observes its bank and drives its time.
 */
import { everyWire } from '../../bank/books/every-page.ts'
import { type Intents, intentsOf, unknownIntents } from '../../bank/books/intents.ts'
import {
  type BookEntry,
  booksReconcile,
  entriesOf,
  forgedPushRefused,
  moneyConserved,
  noCreditBeforePosting,
  OracleError,
  type OracleName,
  oneIntentOneWire,
} from '../../bank/books/oracles.ts'
import type { Asked } from '../../bank/shell/state/observer.ts'
import { isRejectionError, isUsageError } from '../../core/errors.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import { isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import { ProcessEndedError, type Scenario } from '../scenario.ts'
import { askForOutcomes, meetPayment, noteBefallen, reversePayments } from './desk.ts'
import { asError, ENDED_WITH_PROCESS, mayReject, unended, unhandled } from './errors.ts'
import { heal, isAtRest } from './heal.ts'
import { lookAt } from './looking.ts'
import { Promises } from './promises.ts'
import { nextPush } from './pushes.ts'
import { requestOf } from './requests.ts'
import { createScene } from './scene.ts'
import { Stage } from './stage.ts'

/** A wait of so long on the bank's clock may never end. */
const HANGS = HOUR

export class Run extends Stage {
  /** The first thing that went wrong. */
  error: Error | undefined
  /** Whether it was stopped before it had ended. */
  wasCut = false
  /** Milliseconds for which it must be quiet, at least, to stop healing before the whole time is over; undefined where it may not. */
  restsAfter: number | undefined
  #isAtRest = false
  /** Known when it has ended: the wires of each intent, the entries of the books in the end, and what kept the oracles from judging. */
  declare intents: Intents
  entries: readonly BookEntry[] = []
  readonly warnings: string[] = []
  /** The reason of a rejection that no code handles. */
  unhandled: { readonly error: unknown } | undefined
  /** The payments as the operations team saw them last. */
  #payments: World['wires']['payments'] | undefined
  readonly #promises = new Promises(this)
  #result: unknown
  /** The reason for which nothing is judged: under the changes of this run the scenario itself cannot succeed, whatever the partner does. */
  unjudged: Error | undefined
  #followed: ReadonlySet<string> | undefined
  /** Whether the scenario rejected. */
  #gaveUp = false
  /** A credit that the books showed too early. */
  #early: OracleError | undefined
  /** The fingerprint of the run when the books were looked at last. */
  #lookedAt: string | undefined

  readonly choose = (pending: readonly DuePush[]): number => nextPush(this, pending)

  asked({ endpoint }: { readonly endpoint: string | null }): Asked {
    return requestOf(this, endpoint)
  }

  override changed(world: World): void {
    super.changed(world)
    const { payments } = world.wires
    if (payments === this.#payments) return
    this.#payments = payments
    for (let slot = this.log.countOf('payment'); slot < this.world.wires.payments.size; slot++) {
      this.log.add('payment', this.world.wires.payments.at(slot).order.direction)
      meetPayment(this, slot)
    }
    noteBefallen(this)
    reversePayments(this)
  }

  /** Plays it to its end; `clean` is the run without changes with which it is compared. */
  async play(scenario: Scenario, clean: Run | undefined): Promise<this> {
    const isAllowed = (reason: unknown) =>
      mayReject(reason, this.changes) || (clean !== undefined && this.options.mayReject?.(reason) === true)
    const played = this.#begin(scenario, isAllowed, clean)
    let ending = await this.until(played)
    const repeated = this.delivered.filter((_, index) => this.plan.at('again', index + 1))
    for (const eventId of repeated) await this.until(this.bank.outbox.deliver(eventId))
    await heal(this)
    if (ending !== 'ended') ending = await this.until(played)
    if (this.isCut()) return this.#cutShort()
    // What was played to its end is judged.
    this.isCut = () => false
    if (!this.isOver) this.error = unended(ending, this.waitingText)
    this.error ??= this.uncaught
    if (this.unhandled && !isAllowed(this.unhandled.error)) this.error ??= unhandled(this.unhandled.error)
    await this.#judge(clean)
    if (this.error && this.#expectsCompletion(this.error)) [this.unjudged, this.error] = [this.error, undefined]
    this.timers.retire()
    return this
  }

  /** Ends a run whose time is up: nothing of it is judged, but a run that hangs says what it waits for. */
  #cutShort(): this {
    this.wasCut = true
    const [first] = this.waits
    if (!this.isOver && first && this.world.now - first.since >= HANGS)
      this.warnings.push(`The scenario had not ended when the time of the exploration was up.${this.waitingText}`)
    this.timers.retire()
    return this
  }

  async #begin(scenario: Scenario, isAllowed: (reason: unknown) => boolean, clean: Run | undefined): Promise<void> {
    try {
      askForOutcomes(this)
      this.#result = await scenario(createScene(this))
    } catch (reason) {
      this.#gaveUp = true
      this.unjudged = this.#refusalUnderOtherBank(reason)
      if (!isAllowed(reason) && !this.unjudged) this.error = asError(reason)
      // Where another thing goes wrong too, the scenario may give up.
      const isAlone = this.changes.length === 1
      if (reason instanceof ProcessEndedError && isAlone && this.checks.length > 0)
        this.warnings.push(ENDED_WITH_PROCESS)
      // Its checks need only hold at its end, which the scenario did not reach.
      this.checks.length = 0
    }
    if (this.books && this.booksWithin !== undefined)
      this.promised.push({ within: this.booksWithin, check: () => this.#checkBooks(clean) })
    this.isOver = true
  }

  /** @throws {OracleError} where the books and the bank differ */
  async #checkBooks(clean: Run | undefined): Promise<void> {
    const shown = entriesOf((await this.books?.()) ?? [])
    const error = booksReconcile(this.bank, shown, ({ direction }) => this.#mustBeInBooks(direction, clean))
    if (error) throw error
  }

  /** Asks the oracles: their facts are nearer to the cause than a check of the scenario that fails at the end. */
  async #judge(clean: Run | undefined): Promise<void> {
    const { bank } = this
    const hasSucceeded = this.isOver && !this.error
    const failed = hasSucceeded ? await this.#firstFailedCheck() : undefined
    const { books } = this.options
    const view = books && hasSucceeded ? () => books(this.#result) : this.books
    this.entries =
      (view && (await this.#shown(async (viewed) => (await this.until(viewed)) === 'ended', view))) ?? this.entries
    this.intents = intentsOf(bank, this.named)
    const found = [
      this.#early,
      moneyConserved(bank),
      forgedPushRefused(bank),
      clean && oneIntentOneWire(this.intents, clean.intents),
      view && noCreditBeforePosting(bank, this.entries),
      view && booksReconcile(bank, this.entries, ({ direction }) => this.#mustBeInBooks(direction, clean)),
    ].find((each) => each && this.#isAsked(each.oracle))
    this.error ??= found ?? failed ?? this.#promises.broken
    for (const intent of clean ? unknownIntents(this.intents, clean.intents) : [])
      this.warnings.push(
        `The wire of ${intent} matches no intent of the clean run. Name what your code means to do: scene.intend(name, act).`,
      )
  }

  /**
   * A scenario not written for decisions of the desk may expect that its payments complete. Unless `deskDecisions` or `only` asks for
   * them, a run with a decision is judged by the oracles alone.
   */
  #expectsCompletion(error: Error): boolean {
    const { deskDecisions, only } = this.options
    const isDecided = this.changes.some((change) => isAtPoint(change) && changeKinds[change.kind].at === 'payment')
    return isDecided && deskDecisions === undefined && only === undefined && !(error instanceof OracleError)
  }

  /** Under another assumption or at another time the bank may refuse what the scenario itself asks of it: that is no bug of the partner. */
  #refusalUnderOtherBank(reason: unknown): Error | undefined {
    const isOther = this.changes.some(({ kind }) => kind === 'assume' || kind === 'when')
    return isOther && (isRejectionError(reason) || isUsageError(reason)) ? (reason as Error) : undefined
  }

  /** Whether the run failed because a promise of time did not hold. */
  get isLate(): boolean {
    return this.error !== undefined && this.error === this.#promises.broken
  }

  override get isTimed(): boolean {
    return this.#promises.areRunning
  }

  override get isAtRest(): boolean {
    this.#isAtRest ||= this.restsAfter !== undefined && isAtRest(this, this.restsAfter)
    return this.#isAtRest
  }

  /** Whether the run could still become right with more time. */
  get isUnclear(): boolean {
    return this.#isAtRest && (this.error ?? this.unjudged) !== undefined
  }

  override noteOrder(): void {
    this.#promises.note()
  }

  /** Whether the scenario shows what its partner believes of each payment. */
  get showsPayments(): boolean {
    return this.books !== undefined || this.options.books !== undefined
  }

  /** The directions of the payments that its books follow. */
  get followed(): ReadonlySet<string> {
    if (this.#followed) return this.#followed
    const inBooks = new Set(this.entries.map(({ paymentId }) => paymentId))
    const wires = everyWire(this.bank).filter(({ id }) => inBooks.has(id))
    this.#followed = new Set(wires.map(({ direction }) => direction))
    return this.#followed
  }

  /** A scenario that rejected need not know of a payment whose answer never came, unless its store could have kept it before. */
  #mustBeInBooks(direction: string, clean: Run | undefined): boolean {
    return (!this.#gaveUp || this.hasStore) && (clean?.followed.has(direction) ?? false)
  }

  #isAsked(oracle: OracleName): boolean {
    return this.options.oracles?.includes(oracle) ?? true
  }

  /** At each step of the clock and after each push: holds the books against the bank's, and asks the promises that are due. */
  override async look(): Promise<void> {
    await this.#lookAtBooks()
    await this.#promises.look()
  }

  async #lookAtBooks(): Promise<void> {
    if (!this.books || this.#early || this.isLooking || !this.#isAsked('noCreditBeforePosting')) return
    // Where the partner has learnt nothing since, its books show the same.
    if (this.log.fingerprint === this.#lookedAt) return
    this.#lookedAt = this.log.fingerprint
    const shown = await this.#shown(async (viewed) => (await this.endsWithin(viewed)).isEnded, this.books)
    if (shown) this.#early ??= noCreditBeforePosting(this.bank, shown)
  }

  /** The entries of the books now; undefined where `hasEnded` says that they have not come. */
  async #shown(
    hasEnded: (viewed: Promise<unknown>) => Promise<boolean>,
    view: NonNullable<Stage['books']>,
  ): Promise<BookEntry[] | undefined> {
    this.isLooking = true
    try {
      const viewed = Promise.resolve().then(() => lookAt(view))
      return (await hasEnded(viewed)) ? entriesOf(await viewed) : undefined
    } catch (reason) {
      // Wrong use of the library is thrown to the caller of explore; other errors of the view are the partner's.
      if (isUsageError(reason)) throw reason
      this.error ??= asError(reason)
      return undefined
    } finally {
      this.isLooking = false
    }
  }

  /** The error of the first check that does not hold. The bank has healed, so no change strikes, and time goes on. */
  async #firstFailedCheck(): Promise<Error | undefined> {
    if (this.checks.length === 0) return undefined
    this.isLooking = true
    let failed: Error | undefined
    const checkAll = async () => {
      for (const [number, check] of this.checks.entries()) {
        this.failedCheck = number
        await lookAt(check)
      }
      this.failedCheck = undefined
    }
    const checked = checkAll().catch((reason: unknown) => {
      failed = asError(reason)
    })
    const ending = await this.until(checked)
    this.isLooking = false
    return ending === 'ended'
      ? failed
      : new Error('A check of eventually() has not ended. Does it wait for something that never comes?')
  }
}
