/** The plan of one run: its changes, found by the points at which they are. */
import { type Change, type ChangeAtPoint, isAtPoint } from './change.ts'
import type { ChangeKind } from './change-kinds.ts'
import { SampledOrder } from './samples.ts'

export class Plan {
  /** The order in which pushes come, in a run whose order is drawn at random. */
  readonly order: SampledOrder | undefined
  readonly #changes: ReadonlyMap<string, ChangeAtPoint>
  readonly #kinds: ReadonlySet<string>
  readonly #struck = new Set<ChangeAtPoint>()

  constructor(changes: readonly Change[]) {
    const atPoints = changes.filter(isAtPoint)
    const sample = changes.find(({ kind }) => kind === 'sample') as { readonly seed: number } | undefined
    this.order = sample && new SampledOrder(sample.seed)
    this.#changes = new Map(atPoints.map((change) => [`${change.kind}@${change.nth}`, change]))
    this.#kinds = new Set(atPoints.map(({ kind }) => kind))
  }

  /** The change of this kind at the n-th point, which strikes now; undefined where the run has no such change. */
  at(kind: ChangeKind, nth: number): ChangeAtPoint | undefined {
    if (!this.#kinds.has(kind)) return undefined
    const change = this.#changes.get(`${kind}@${nth}`)
    if (change) this.#struck.add(change)
    return change
  }

  /** The same, once: for points that are met again and again. */
  once(kind: ChangeKind, nth: number): boolean {
    const change = this.#changes.get(`${kind}@${nth}`)
    return change !== undefined && !this.#struck.has(change) && this.at(kind, nth) !== undefined
  }

  get countOfStruck(): number {
    return this.#struck.size
  }

  /** The changes whose point never came: the run went as if they were not there. */
  get unmet(): ChangeAtPoint[] {
    return [...this.#changes.values()].filter((change) => !this.#struck.has(change))
  }
}
