/** The tally of an exploration: counts what happened in its runs, apart from failures. */
import { keysOf } from '../../core/kernel/keys.ts'
import { nameOf } from '../changes/change.ts'
import { type Setback, setbackWords } from '../stage/desk.ts'
import type { Run } from '../stage/run.ts'
import type { Exploration } from '../types.ts'

export class Tally {
  readonly #setbacks = new Set<Setback>()
  /** How many runs got to each place that the code names with `reach`. */
  readonly #reached: Map<string, number>
  readonly #unjudged: string[] = []
  #isTimeJudged = false

  constructor(reaches: readonly string[] = []) {
    this.#reached = new Map(reaches.map((name) => [name, 0]))
  }

  note({ setbacks, log: { reached }, unjudged, changes, isTimed }: Run): void {
    for (const each of setbacks) this.#setbacks.add(each)
    for (const name of reached) this.#reached.set(name, (this.#reached.get(name) ?? 0) + 1)
    this.#isTimeJudged ||= isTimed
    if (unjudged) this.#unjudged.push(`${nameOf(changes)}: ${unjudged.message}`)
  }

  /** `clean`: the run without a change; undefined if it failed. */
  facts(clean: Run | undefined): Pick<Exploration, 'payments' | 'unmet' | 'reached' | 'isTimeJudged' | 'unjudged'> {
    const payments = clean?.log.points.filter(({ kind }) => kind === 'payment').length ?? 0
    return {
      payments,
      unmet: payments > 0 ? keysOf(setbackWords).filter((each) => !this.#setbacks.has(each)) : [],
      reached: Object.fromEntries(this.#reached),
      isTimeJudged: this.#isTimeJudged,
      unjudged: this.#unjudged,
    }
  }
}
