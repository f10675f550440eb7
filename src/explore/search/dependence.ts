/**
 * Dependence: whether two changes can meet. A change touches the calls, pushes and store calls that went otherwise with it than without
 * a change, or five minutes earlier or later. Two changes are independent where they touch nothing in common, and the second one meets a
 * point that went as without a change: a run with both shows what the two runs with one of them have shown. A change that touches
 * nothing has changed what the partner keeps in its memory, so it depends on everything.
 */
import { MINUTE } from '../../core/kernel/time/instant.ts'
import { nameOf } from '../changes/change.ts'
import type { Point } from '../changes/change-kinds.ts'
import type { Run } from '../stage/run.ts'

export class Dependence {
  /** The points of the clean run, by what happened there and how often it had happened before. */
  readonly #clean = new Map<string, Point>()
  /** The calls that went otherwise with one change, by the name of its run. */
  readonly #touched = new Map<string, ReadonlySet<string>>()

  /** Learns from a run what its change touches; runs with two changes say nothing of one. */
  note({ changes, log: { points }, world: { now } }: Run): void {
    if (changes.length > 1) return
    const own = keyed(points)
    if (changes.length === 0) for (const [key, point] of own) this.#clean.set(key, point)
    else {
      const added = [...own].filter(([key]) => !this.#clean.has(key))
      // What a run without a change does after this one has ended says nothing.
      const before = [...this.#clean].filter(([, { at }]) => at < now - MUCH_LATER)
      const others = before.filter(([key, point]) => !isInTime(own.get(key), point))
      this.#touched.set(nameOf(changes), new Set([...added, ...others].map(([, point]) => subjectOf(point))))
    }
  }

  /** The twin of each point that went as in the clean run: the point of that run. */
  twinsOf(points: readonly Point[]): ReadonlyMap<Point, Point> {
    return new Map(
      [...keyed(points)].flatMap(([key, point]) => {
        const twin = this.#clean.get(key)
        return twin ? [[point, twin] as const] : []
      }),
    )
  }

  /** Whether two changes touch nothing in common; each is given by the name of the run with it alone. */
  isIndependent(one: string, other: string): boolean {
    const [touched, touchedToo] = [this.#touched.get(one), this.#touched.get(other)]
    if (!touched?.size || !touchedToo?.size) return false
    return [...touched].every((each) => !touchedToo.has(each))
  }
}

/** A back-off of seconds moves all that comes after it, and changes nothing. */
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
