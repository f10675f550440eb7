/** The plan of one run: lets its changes strike (take effect), each at its point, and records which have struck. */
import { type Instant, MINUTE } from '../../core/kernel/time/instant.ts'
import { type Change, type ChangeAtPoint, isAtPoint } from './change.ts'
import type { ChangeKind } from './change-kinds.ts'
import { SampledOrder } from './samples.ts'

/** How long an outage of the bank or of the receiver lasts, and at most the effect of any other change but a longer outage. */
export const OUTAGE = 10 * MINUTE

export class Plan {
  /** Set in a run that draws the order of its pushes at random. */
  readonly order: SampledOrder | undefined
  readonly #changes: ReadonlyMap<string, ChangeAtPoint>
  readonly #kinds: ReadonlySet<string>
  readonly #struck = new Set<ChangeAtPoint>()
  #struckAt: Instant = Number.NEGATIVE_INFINITY

  constructor(
    changes: readonly Change[],
    private readonly now: () => Instant,
  ) {
    const atPoints = changes.filter(isAtPoint)
    const sample = changes.find(({ kind }) => kind === 'sample') as { readonly seed: number } | undefined
    this.order = sample && new SampledOrder(sample.seed)
    this.#changes = new Map(atPoints.map((change) => [`${change.kind}@${change.nth}`, change]))
    this.#kinds = new Set(atPoints.map(({ kind }) => kind))
  }

  /** Lets the change of this kind at the n-th point strike: records that it has struck, and returns it. Undefined if the run has none. */
  strike(kind: ChangeKind, nth: number): ChangeAtPoint | undefined {
    if (!this.#kinds.has(kind)) return undefined
    const change = this.#changes.get(`${kind}@${nth}`)
    if (change && !this.#struck.has(change)) {
      this.#struck.add(change)
      this.#struckAt = this.now()
    }
    return change
  }

  /** True if the run has such a change, and it strikes now for the first time. A run may come to the same point again. */
  strikeFirst(kind: ChangeKind, nth: number): boolean {
    const change = this.#changes.get(`${kind}@${nth}`)
    return change !== undefined && !this.#struck.has(change) && this.strike(kind, nth) !== undefined
  }

  get countOfStruck(): number {
    return this.#struck.size
  }

  /** Until this instant, the change that struck last may have an effect. */
  get struckUntil(): Instant {
    return this.#struckAt + OUTAGE
  }

  /** How many changes have not struck, because the run did not come to their points. */
  get countOfUnstruck(): number {
    return this.#changes.size - this.#struck.size
  }
}
