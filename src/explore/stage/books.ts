/** The partner's books in a run: when they are looked at, and what they show. */
import { everyWire } from '../../bank/invariants/every-page.ts'
import {
  type BookEntry,
  type BooksRule,
  booksReconcile,
  entriesOf,
  noCreditBeforePosting,
  type OracleError,
} from '../../bank/invariants/oracles.ts'
import { isUsageError } from '../../core/errors.ts'
import type { Scene } from '../types.ts'
import type { Checks } from './checks.ts'
import type { Course } from './course.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { Looks } from './looks.ts'

type View = Parameters<Scene['books']>[0]

export class Books {
  /** Undefined if the scenario shows no books. */
  #view: View | undefined
  #rule: BooksRule = {}
  /** Milliseconds after which the books must agree with the bank; undefined without a deadline. */
  #within: number | undefined
  #entries: readonly BookEntry[] = []
  /** Set if the books showed a credit too early. */
  #early: OracleError | undefined
  #failed: Error | undefined
  /** The fingerprint at the last look. */
  #lookedAt: string | undefined
  #hasStore = false

  constructor(
    private readonly given: GivenToParts & {
      /** The directions of the payments in the books of the clean run; undefined in a clean run. */
      readonly followed: ReadonlySet<string> | undefined
    },
    private readonly parts: { readonly course: Course; readonly looks: Looks; readonly checks: Checks },
  ) {}

  show(view: View, within: number | undefined, rule: BooksRule): void {
    this.#view = view
    this.#within = within
    this.#rule = rule
  }

  /** Records that the partner has a store, in which it can write down what it is about to do. */
  noteStore(): void {
    this.#hasStore = true
  }

  /** From the end of the scenario on, the books must agree with the bank after a set time, if the scenario says so. */
  addCheck(): void {
    if (this.#view && this.#within !== undefined) this.parts.checks.addWithin(this.#within, () => this.#check())
  }

  get isShown(): boolean {
    return this.#view !== undefined || this.given.options.books !== undefined
  }

  get rule(): BooksRule {
    return this.#rule
  }

  /** The entries at the end of the run. */
  get entries(): readonly BookEntry[] {
    return this.#entries
  }

  /** What a view has thrown. */
  get failed(): Error | undefined {
    return this.#failed
  }

  /** The directions of the payments in the books. */
  get followed(): ReadonlySet<string> {
    const inBooks = new Set(this.#entries.map(({ paymentId }) => paymentId))
    const wires = inBooks.size === 0 ? [] : everyWire(this.given.bank).filter(({ id }) => inBooks.has(id))
    return new Set(wires.map(({ direction }) => direction))
  }

  /** Called at each step of the clock and after each push. */
  async look(): Promise<void> {
    const { log, bank, options } = this.given
    const isAsked = options.oracles?.includes('noCreditBeforePosting') ?? true
    if (!this.#view || this.#early || this.parts.looks.isUnderWay || !isAsked) return
    // If the partner has done and learnt nothing since the last look, its books are the same.
    if (log.fingerprint === this.#lookedAt) return
    this.#lookedAt = log.fingerprint
    const shown = await this.#shown(this.#view, true)
    if (shown) this.#early ??= noCreditBeforePosting(bank, shown)
  }

  /** Reads the books at the end of the run, and judges them. `hasSucceeded`: the scenario has resolved, and nothing has failed so far. */
  async judge(hasSucceeded: boolean): Promise<readonly (OracleError | undefined)[]> {
    const { books } = this.given.options
    const view = books && hasSucceeded ? () => books(this.parts.course.result) : this.#view
    this.#entries = (view && (await this.#shown(view))) ?? []
    return view ? [noCreditBeforePosting(this.given.bank, this.#entries), this.#reconciled(this.#entries)] : []
  }

  get early(): OracleError | undefined {
    return this.#early
  }

  /** @throws {OracleError} if the books and the bank differ */
  async #check(): Promise<void> {
    const error = this.#reconciled(entriesOf((await this.#view?.()) ?? []))
    if (error) throw error
  }

  #reconciled(entries: readonly BookEntry[]): OracleError | undefined {
    const { bank, followed } = this.given
    // A scenario that rejected may not know of a payment whose answer never came, unless it could have written the payment down.
    const mayLack = this.parts.course.rejection !== undefined && !this.#hasStore
    return booksReconcile(bank, entries, ({ direction }) => !mayLack && (followed?.has(direction) ?? false), this.#rule)
  }

  /** Undefined if the view has not returned the entries. */
  async #shown(view: View, isAtInstant = false): Promise<BookEntry[] | undefined> {
    const { shown, failed } = await this.parts.looks.at(async () => entriesOf(await view()), isAtInstant)
    // Wrong use of the library is thrown to the caller of explore; other errors of the view are the partner's.
    if (isUsageError(failed)) throw failed
    this.#failed ??= failed
    return shown
  }
}
