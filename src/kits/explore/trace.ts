/** The trace of a run: its points in order, and what tells it from other runs. */
import { hashText } from '../../core/kernel/hash.ts'
import type { Point, PointKind } from './change.ts'

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
    const text = JSON.stringify(facts)
    this.#first = hashText(text, this.#first)
    this.#second = hashText(text, this.#second ^ 0x5bd1e995)
  }

  /** What stands for all that was told. */
  get print(): string {
    return `${this.points.length}/${this.#first.toString(36)}/${this.#second.toString(36)}`
  }
}
