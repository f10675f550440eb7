/**
 * Novelty: the points of a run at which it did something that no run before did. A further change there meets code that has not met a change
 * yet, such as a retry, a compensation or a sweep; elsewhere it meets code that single changes have met.
 */
import type { Point } from '../changes/change-kinds.ts'

/** How new: `fresh`, a call from a place or with an outcome that no run had; `new`, one more of a call, or one after another. */
export type News = 'fresh' | 'new'

export class Novelty {
  /** What the runs so far did: a call for the so-many-th time with its outcome, and one after another. */
  readonly #known = new Set<string>()

  /** The points at which a run did something new. They are known from now on. */
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
      // A retry is fresh, too: the same call had another outcome just before.
      const own = last === outcome ? [what] : [what, `${last} then ${what}`]
      const others = [`${what} ${nth}`, `${before} > ${what}`]
      outcomes.set(label, outcome)
      before = what
      if (this.#learn(own)) news.set(point, 'fresh')
      if (this.#learn(others) && !news.has(point)) news.set(point, 'new')
    }
    return news
  }

  /** Learns these, and says whether one of them was not known. */
  #learn(traits: readonly string[]): boolean {
    const { size } = this.#known
    for (const trait of traits) this.#known.add(trait)
    return this.#known.size > size
  }
}
