/**
 * Convergence: the number of runs since the last one that showed something new: a call with an outcome that no run had, or two
 * calls in an order that no run had.
 */
import type { Run } from '../stage/run.ts'

export class Convergence {
  readonly #known = new Set<string>()
  /** How many runs in a row showed nothing new. */
  quiet = 0

  note({ log: { points } }: Run): void {
    const before = this.#known.size
    let last = ''
    for (const { kind, label, outcome = '' } of points) {
      const step = `${kind} ${label} ${outcome}`
      this.#known.add(`${last} > ${step}`)
      last = step
    }
    this.quiet = this.#known.size > before ? 0 : this.quiet + 1
  }
}
