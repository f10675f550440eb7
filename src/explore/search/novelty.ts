/**
 * What is new: the points of a run at which it did something that no run before did. Another change there meets code that has not been
 * seen with a change, a retry, a compensation or a sweep say, where one elsewhere meets what single changes have met.
 */
import type { Point } from '../changes/change-kinds.ts'

export class Novelty {
  /** What the runs so far did: a call for the so-many-th time with its outcome, and one after another. */
  readonly #known = new Set<string>()

  /** The points at which a run did something new, which is known from now on. */
  pointsOf(points: readonly Point[]): ReadonlySet<Point> {
    const times = new Map<string, number>()
    let before = ''
    return new Set(
      points.filter(({ kind, label, from = '', outcome = '', announced = '' }) => {
        const what = `${kind} ${label} ${from} ${outcome}${announced}`
        const nth = (times.get(what) ?? 0) + 1
        times.set(what, nth)
        const traits = [`${what} ${nth}`, `${before} > ${what}`]
        before = what
        const isNew = traits.some((trait) => !this.#known.has(trait))
        for (const trait of traits) this.#known.add(trait)
        return isNew
      }),
    )
  }
}
