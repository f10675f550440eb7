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
  type OracleError,
  type OracleName,
  oneIntentOneWire,
} from '../../bank/books/oracles.ts'
import type { Asked } from '../../bank/shell/state/observer.ts'
import { isUsageError } from '../../core/errors.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import { ProcessEndedError, type Scenario } from '../scenario.ts'
import { meetPayment, reversePayments } from './desk.ts'
import { asError, ENDED_WITH_PROCESS, mayReject, unended, unhandled } from './errors.ts'
import { heal } from './heal.ts'
import { nextPush } from './pushes.ts'
import { requestOf } from './requests.ts'
import { createScene } from './scene.ts'
import { Stage } from './stage.ts'

export class Run extends Stage {
  /** What is wrong with it: the first that was found. */
  error: Error | undefined
  /** Known when it has ended: the wires of each intent, the entries of the books in the end, and what kept the oracles from judging. */
  declare intents: Intents
  entries: readonly BookEntry[] = []
  readonly warnings: string[] = []
  /** The reason of a rejection that no code handles. */
  unhandled: { readonly error: unknown } | undefined
  /** The payments as they were when the operations team looked at them last. */
  #payments: World['wires']['payments'] | undefined
  #result: unknown
  #isOver = false
  #followed: ReadonlySet<string> | undefined
  /** Whether the scenario rejected. */
  #gaveUp = false
  /** A credit that the books showed too early. */
  #early: OracleError | undefined
  /** The run as it was when the books were looked at last. */
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
    reversePayments(this)
  }

  /** Plays it to its end; `clean` is the run without changes with which it is compared. */
  async play(scenario: Scenario, clean: Run | undefined): Promise<this> {
    const isAllowed = (reason: unknown) =>
      mayReject(reason, this.changes) || (clean !== undefined && this.options.mayReject?.(reason) === true)
    const played = this.#begin(scenario, isAllowed)
    let ending = await this.until(played)
    const repeated = this.delivered.filter((_, index) => this.plan.at('again', index + 1))
    for (const eventId of repeated) await this.until(this.bank.outbox.deliver(eventId))
    await heal(this)
    if (ending !== 'ended') ending = await this.until(played)
    if (!this.#isOver) this.error = unended(ending)
    this.error ??= this.uncaught
    if (this.unhandled && !isAllowed(this.unhandled.error)) this.error ??= unhandled(this.unhandled.error)
    await this.#judge(clean)
    this.timers.retire()
    return this
  }

  async #begin(scenario: Scenario, isAllowed: (reason: unknown) => boolean): Promise<void> {
    try {
      this.#result = await scenario(createScene(this))
    } catch (reason) {
      this.#gaveUp = true
      if (!isAllowed(reason)) this.error = asError(reason)
      if (reason instanceof ProcessEndedError && this.checks.length > 0) this.warnings.push(ENDED_WITH_PROCESS)
      // The scenario has not come to where the checks would hold.
      this.checks.length = 0
    }
    this.#isOver = true
  }

  /** Asks the oracles, each of which is nearer to the cause than a check of the scenario that fails in the end. */
  async #judge(clean: Run | undefined): Promise<void> {
    const { bank } = this
    const hasSucceeded = this.#isOver && !this.error
    const failed = hasSucceeded ? await this.#firstFailedCheck() : undefined
    const { books } = this.options
    const view = books && hasSucceeded ? () => books(this.#result) : this.books
    this.entries =
      (view && (await this.#shown(async (viewed) => (await this.until(viewed)) === 'ended', view))) ?? this.entries
    this.intents = intentsOf(bank, this.named)
    const found = [
      this.#early,
      moneyConserved(bank),
      forgedPushRefused(bank, this.forged),
      clean && oneIntentOneWire(this.intents, clean.intents),
      view && noCreditBeforePosting(bank, this.entries),
      view && booksReconcile(bank, this.entries, ({ direction }) => this.#mustBeInBooks(direction, clean)),
    ].find((each) => each && this.#isAsked(each.oracle))
    this.error ??= found ?? failed
    for (const intent of clean ? unknownIntents(this.intents, clean.intents) : [])
      this.warnings.push(
        `The wire of ${intent} is of no intent of the clean run. Name what your code means to do: scene.intend(name, act).`,
      )
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

  /** Holds the books against the bank's, at each step of the clock and after each push. */
  override async look(): Promise<void> {
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
      const viewed = Promise.resolve().then(view)
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
        await check()
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
