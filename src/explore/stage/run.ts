/**
 * One run: plays a scenario with changes on a bank of its own, and drives the clock of this bank. Then the bank heals (heal.ts), and the
 * oracles (bank/books/oracles.ts) judge the run. The clean run is the one without a change.
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
import { beginRun, end, messagesOf } from '../../bank/current/current-bank.ts'
import type { Asked } from '../../bank/shell/state/observer.ts'
import { isRejectionError, isUsageError } from '../../core/errors.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import { isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import { ProcessEndedError, type Scenario } from '../scenario.ts'
import { askForOutcomes, isAnnounced, meetPayment, noteBefallen, reversePayments } from './desk.ts'
import { asError, ENDED_WITH_PROCESS, mayReject, unended, unhandled } from './errors.ts'
import { heal, isAtRest } from './heal.ts'
import { Promises } from './promises.ts'
import { nextPush } from './pushes.ts'
import { requestOf } from './requests.ts'
import { createScene } from './scene.ts'
import { Stage } from './stage.ts'

/** A wait that has lasted this long on the bank's clock is reported, because it may never end. */
const HANGS = HOUR

export class Run extends Stage {
  error: Error | undefined
  /** What else was wrong at the end of the run. */
  besides: readonly Error[] = []
  wasCut = false
  /** Milliseconds without anything new after which the run may stop healing; undefined if it must heal for the whole time. */
  restsAfter: number | undefined
  #isAtRest = false
  /** Set when the run has ended. */
  declare intents: Intents
  /** The entries of the partner's books at the end. */
  entries: readonly BookEntry[] = []
  /** What kept the oracles from judging. */
  readonly warnings: string[] = []
  unhandled: { readonly error: unknown } | undefined
  /** The payments as they were when the world last changed. */
  #payments: World['wires']['payments'] | undefined
  readonly #promises = new Promises(this)
  #result: unknown
  /** The error, if the changes may make the scenario fail whatever the partner does. The run is then not judged. */
  unjudged: Error | undefined
  #followed: ReadonlySet<string> | undefined
  /** Whether the scenario rejected. */
  #gaveUp = false
  /** Set if the books showed a credit too early. */
  #early: OracleError | undefined
  /** The fingerprint at the last look at the books. */
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
      const { direction } = this.world.wires.payments.at(slot).order
      this.log.add('payment', direction, { isAnnounced: isAnnounced(this) })
      meetPayment(this, slot)
    }
    reversePayments(this)
    noteBefallen(this)
  }

  /** `clean`: the run with which this one is compared; undefined for a clean run. */
  async play(scenario: Scenario, clean: Run | undefined): Promise<this> {
    try {
      return await this.#play(scenario, clean)
    } catch (error) {
      if (!this.internals.sender.isEndless) throw error
      // The receiver never came to an end, so there is nothing for the oracles to judge.
      this.error = asError(error)
      this.intents = intentsOf(this.bank, this.named)
      this.timers.retire()
      return this
    } finally {
      end(this.bank)
      this.warnings.push(...messagesOf(this.bank))
    }
  }

  async #play(scenario: Scenario, clean: Run | undefined): Promise<this> {
    const isAllowed = (reason: unknown) =>
      mayReject(reason, this.changes) || (clean !== undefined && this.options.mayReject?.(reason) === true)
    const played = this.#begin(scenario, isAllowed, clean)
    let ending = await this.until(played)
    const repeated = this.delivered.filter((_, index) => this.plan.at('again', index + 1))
    for (const eventId of repeated) await this.until(this.bank.outbox.deliver(eventId))
    await heal(this)
    if (ending !== 'ended') ending = await this.until(played)
    if (this.isCut?.()) return this.#cutShort()
    // A run that ends now is judged, even if the time is up meanwhile.
    delete this.isCut
    if (!this.isOver) this.error = unended(ending, this.waitingText)
    this.error ??= this.uncaught
    if (this.unhandled && !isAllowed(this.unhandled.error)) this.error ??= unhandled(this.unhandled.error)
    await this.#judge(clean)
    if (this.error && this.#isExcused(this.error)) [this.unjudged, this.error] = [this.error, undefined]
    this.timers.retire()
    return this
  }

  /** Ends a run without judging it. If it hangs, a warning lists what it waits for. */
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
      this.#result = await beginRun(this.bank, () => scenario(createScene(this)))
    } catch (reason) {
      this.#gaveUp = true
      this.unjudged = this.#refusalUnderOtherBank(reason)
      if (!isAllowed(reason) && !this.unjudged) this.error = asError(reason)
      // If two changes strike, the scenario may give up.
      const isAlone = this.changes.length === 1
      if (reason instanceof ProcessEndedError && isAlone && this.checks.length > 0)
        this.warnings.push(ENDED_WITH_PROCESS)
      // The checks need to hold only at the end of the scenario, which was not reached.
      this.checks.length = 0
    }
    if (this.books && this.booksWithin !== undefined)
      this.promised.push({ within: this.booksWithin, check: () => this.#checkBooks(clean) })
    this.isOver = true
  }

  /** @throws {OracleError} if the books and the bank differ */
  async #checkBooks(clean: Run | undefined): Promise<void> {
    const shown = entriesOf((await this.books?.()) ?? [])
    const error = this.#reconciled(shown, clean)
    if (error) throw error
  }

  #reconciled(entries: readonly BookEntry[], clean: Run | undefined): OracleError | undefined {
    const isTracked = ({ direction }: { readonly direction: string }) => this.#mustBeInBooks(direction, clean)
    return booksReconcile(this.bank, entries, isTracked, this.booksRule)
  }

  /** The error of an oracle comes before that of a check, because it is nearer to the cause. */
  async #judge(clean: Run | undefined): Promise<void> {
    const { bank } = this
    const hasSucceeded = this.isOver && !this.error
    if (hasSucceeded) await this.#askChecks()
    const { books } = this.options
    const view = books && hasSucceeded ? () => books(this.#result) : this.books
    this.entries = (view && (await this.#shown(view))) ?? this.entries
    this.intents = intentsOf(bank, this.named)
    const found = [
      this.#early,
      moneyConserved(bank),
      forgedPushRefused(bank),
      clean && oneIntentOneWire(this.intents, clean.intents),
      view && noCreditBeforePosting(bank, this.entries),
      view && this.#reconciled(this.entries, clean),
    ].flatMap((each) => (each && this.#isAsked(each.oracle) ? each : []))
    const all = [...(this.error ? [this.error] : []), ...found, ...this.failedChecks.keys()]
    this.error = all[0]
    this.besides = all.slice(1)
    for (const intent of clean ? unknownIntents(this.intents, clean.intents) : [])
      this.warnings.push(
        `The wire of ${intent} matches no intent of the clean run. Name what your code means to pay, whatever its amount: await scene.intend('what it pays', () => pay()).`,
      )
  }

  /**
   * True if no oracle failed, and the scenario may just expect too much: that payments complete, though the operations team decided on one
   * and neither `deskDecisions` nor `only` asks for this; or that its code has not given up, though an outage outlasts all tries.
   */
  #isExcused(error: Error): boolean {
    const { deskDecisions, only } = this.options
    const kinds = this.changes.filter(isAtPoint).map(({ kind }) => changeKinds[kind])
    const isDecided = kinds.some(({ option }) => option === 'deskDecisions')
    const expectsCompletion = isDecided && deskDecisions === undefined && only === undefined
    return (expectsCompletion || kinds.some(({ outlasts }) => outlasts)) && !(error instanceof OracleError)
  }

  /** Returns `reason` if it is the bank's refusal of a call in a run with another assumption or another start; otherwise undefined. */
  #refusalUnderOtherBank(reason: unknown): Error | undefined {
    const isOther = this.changes.some(({ kind }) => kind === 'assume' || kind === 'when')
    return isOther && (isRejectionError(reason) || isUsageError(reason)) ? (reason as Error) : undefined
  }

  override get isTimed(): boolean {
    return this.#promises.areRunning
  }

  override get isAtRest(): boolean {
    this.#isAtRest ||= this.restsAfter !== undefined && isAtRest(this, this.restsAfter)
    return this.#isAtRest
  }

  /** True if the run failed, but might still succeed with more time to heal. */
  get isUnclear(): boolean {
    return this.#isAtRest && (this.error ?? this.unjudged) !== undefined
  }

  override noteOrder(): void {
    this.#promises.note()
  }

  get showsPayments(): boolean {
    return this.books !== undefined || this.options.books !== undefined
  }

  /** The directions of the payments in the books. */
  get followed(): ReadonlySet<string> {
    if (this.#followed) return this.#followed
    const inBooks = new Set(this.entries.map(({ paymentId }) => paymentId))
    const wires = everyWire(this.bank).filter(({ id }) => inBooks.has(id))
    this.#followed = new Set(wires.map(({ direction }) => direction))
    return this.#followed
  }

  /**
   * True if the books must have the payments of a direction, because the books of the clean run have them. A scenario that rejected
   * may not know of a payment whose answer never came, unless it has a store, in which it could have written the payment down.
   */
  #mustBeInBooks(direction: string, clean: Run | undefined): boolean {
    return (!this.#gaveUp || this.hasStore) && (clean?.followed.has(direction) ?? false)
  }

  #isAsked(oracle: OracleName): boolean {
    return this.options.oracles?.includes(oracle) ?? true
  }

  /** Called at each step of the clock and after each push. */
  override async look(): Promise<void> {
    await this.#lookAtBooks()
    await this.#promises.look()
  }

  async #lookAtBooks(): Promise<void> {
    if (!this.books || this.#early || this.isLooking || !this.#isAsked('noCreditBeforePosting')) return
    // If the partner has done and learnt nothing since the last look, its books are the same.
    if (this.log.fingerprint === this.#lookedAt) return
    this.#lookedAt = this.log.fingerprint
    const shown = await this.#shown(this.books, true)
    if (shown) this.#early ??= noCreditBeforePosting(this.bank, shown)
  }

  /** Undefined if the view has not returned the entries. */
  async #shown(view: NonNullable<Stage['books']>, isAtInstant = false): Promise<BookEntry[] | undefined> {
    const { shown, failed } = await this.lookAt(async () => entriesOf(await view()), isAtInstant)
    // Wrong use of the library is thrown to the caller of explore; other errors of the view are the partner's.
    if (isUsageError(failed)) throw failed
    this.error ??= failed
    return shown
  }

  /** The bank has healed, so no change strikes while the clock goes on. */
  async #askChecks(): Promise<void> {
    if (this.checks.length === 0) return
    let number = 0
    const note = (error: Error) => void this.failedChecks.set(error, `check ${number}`)
    const { hasEnded } = await this.lookAt(async () => {
      for (const check of this.checks) {
        number++
        await Promise.resolve()
          .then(check)
          .catch((reason: unknown) => note(asError(reason)))
      }
    })
    if (!hasEnded)
      note(new Error('A check of eventually() has not ended. Does it wait for something that never comes?'))
  }
}
