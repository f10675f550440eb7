/**
 * Dependence: whether two changes can affect each other. A change touches each point that differs from the clean run, or that comes five
 * minutes earlier or later. Two changes are independent if they touch nothing in common, and the second one changes a point that went as
 * in the clean run. Then a run with both shows only what the runs with one of them show. A change that touches nothing visible may have
 * changed the partner's memory, so it is regarded as dependent on every other change.
 */
import { MINUTE } from '../../core/kernel/time/instant.ts'
import { nameOf } from '../changes/change.ts'
import type { Point } from '../changes/change-kinds.ts'
import type { Run } from '../stage/run.ts'

export class Dependence {
  /** The points of the clean run. The key is the content and a number, which tells apart points with the same content. */
  readonly #clean = new Map<string, Point>()
  /** What each change touches, by the name of the run that has only this change. */
  readonly #touched = new Map<string, ReadonlySet<string>>()

  /** For a run with one change, records what this change touches; for the clean run, records its points. */
  note({ changes, log: { points }, endedAt }: Run): void {
    if (changes.length > 1) return
    const own = keyed(points)
    if (changes.length === 0) for (const [key, point] of own) this.#clean.set(key, point)
    else {
      const added = [...own].filter(([key]) => !this.#clean.has(key))
      // What the clean run did after the end of this run is not compared.
      const before = [...this.#clean].filter(([, { at }]) => at < endedAt - MUCH_LATER)
      const others = before.filter(([key, point]) => !isInTime(own.get(key), point))
      this.#touched.set(nameOf(changes), new Set([...added, ...others].map(([, point]) => subjectOf(point))))
    }
  }

  /** Maps each point that went as in the clean run to its counterpart in that run. */
  twinsOf(points: readonly Point[]): ReadonlyMap<Point, Point> {
    return new Map(
      [...keyed(points)].flatMap(([key, point]) => {
        const twin = this.#clean.get(key)
        return twin ? [[point, twin] as const] : []
      }),
    )
  }

  /** Each change is given by the name of the run that has only this change. */
  isIndependent(one: string, other: string): boolean {
    const [touched, touchedToo] = [this.#touched.get(one), this.#touched.get(other)]
    if (!touched?.size || !touchedToo?.size) return false
    return [...touched].every((each) => !touchedToo.has(each))
  }
}

/** A shorter shift in time is ignored: a back-off of seconds shifts everything after it, but changes nothing else. */
const MUCH_LATER = 5 * MINUTE

const isInTime = (own: Point | undefined, clean: Point) => own !== undefined && Math.abs(own.at - clean.at) < MUCH_LATER

const subjectOf = ({ kind, label }: Point) => `${kind} ${label}`

function keyed(points: readonly Point[]): Map<string, Point> {
  const times = new Map<string, number>()
  return new Map(
    points.map((point) => {
      const what = `${subjectOf(point)} ${point.what ?? ''}`
      const nth = (times.get(what) ?? 0) + 1
      times.set(what, nth)
      return [`${what} ${nth}`, point]
    }),
  )
}
