/**
 * Novelty: the points at which a run did something that no earlier run did. One more change there affects code that no change has affected
 * yet, such as a retry, a compensation or a sweep.
 */
import type { Point } from '../changes/change-kinds.ts'

/** `fresh`: a call from a new place or with a new outcome. `new`: a call made more often than before, or in a new order. */
export type News = 'fresh' | 'new'

export class Novelty {
  /** The traits of all runs so far: each call with its outcome and its number, and each two calls in sequence. */
  readonly #known = new Set<string>()

  /** The points at which a run did something new. Learns from them. */
  of(points: readonly Point[]): ReadonlyMap<Point, News> {
    const times = new Map<string, number>()
    const outcomes = new Map<string, string>()
    let before = ''
    const news = new Map<Point, News>()
    for (const point of points) {
      const { kind, label, from = '', path = from, outcome = '', announced = '' } = point
      const what = `${kind} ${label} ${path} ${outcome}${announced}`
      const nth = (times.get(what) ?? 0) + 1
      times.set(what, nth)
      const last = outcomes.get(label) ?? outcome
      // A retry is fresh, too: its call had another outcome just before.
      const own = last === outcome ? [what] : [what, `${last} then ${what}`]
      const others = [`${what} ${nth}`, `${before} > ${what}`]
      outcomes.set(label, outcome)
      before = what
      if (this.#learn(own)) news.set(point, 'fresh')
      if (this.#learn(others) && !news.has(point)) news.set(point, 'new')
    }
    return news
  }

  /** True if one of the traits was new. */
  #learn(traits: readonly string[]): boolean {
    const { size } = this.#known
    for (const trait of traits) this.#known.add(trait)
    return this.#known.size > size
  }
}

/** The number of runs since the last one with something new: a new outcome of a call, or two calls in a new order. */
export class Convergence {
  readonly #known = new Set<string>()
  quiet = 0

  note(points: readonly Point[]): void {
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
