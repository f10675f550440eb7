/** The trace of a run: its points in order, and what tells it from other runs. */
import type { Point, PointKind } from '../search/change.ts'

export class Trace {
  readonly points: Point[] = []
  readonly #counts: { [Kind in PointKind]: number } = { request: 0, push: 0, payment: 0, store: 0 }
  #first = 0
  #second = 1

  /** Adds a point and gives its number. */
  add(kind: PointKind, label: string, facts: Partial<Point> = {}): number {
    const nth = ++this.#counts[kind]
    this.points.push({ kind, nth, label, place: this.points.length, ...facts })
    return nth
  }

  countOf(kind: PointKind): number {
    return this.#counts[kind]
  }

  /** Something that the partner's code did or learnt. Runs of which all that is told is equal go on in the same way. */
  tell(...facts: readonly unknown[]): void {
    for (const fact of facts) this.#hash(typeof fact === 'string' ? fact : JSON.stringify(fact))
  }

  /** What stands for all that was told. */
  get print(): string {
    return `${this.points.length}/${this.#first.toString(36)}/${this.#second.toString(36)}`
  }

  /** Two hashes of all that was told so far, so that two runs which differ are as good as never taken for one. */
  #hash(text = ''): void {
    let [first, second] = [this.#first ^ text.length, this.#second]
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      first = Math.imul(first ^ code, 0x9e3779b1)
      second = Math.imul(second ^ code, 0x85ebca6b) + first
    }
    this.#first = first ^ (first >>> 15)
    this.#second = second ^ (second >>> 13)
  }
}
