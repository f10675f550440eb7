/**
 * Whether another run on our side explains a difference. It does where, over the whole scenario, fewer differences are left, none is new, and
 * the call that differed is still there to be compared: what moves a difference, or goes round it, explains nothing.
 */
import type { FirstDifference } from '../comparing/first-difference.ts'
import type { Comparison } from '../comparing/sides.ts'
import type { OurSide } from '../sides/our-side.ts'
import type { Side } from '../sides/side.ts'

/** A run on our side, and what comparing it came to. */
export interface Compared {
  readonly ours: OurSide
  readonly comparison: Comparison
}

export class Judge {
  constructor(private readonly theirs: Side) {}

  /** What is left after it of what was there before, and what it has laid open; undefined where it does not explain. */
  scoreOf(
    parting: FirstDifference,
    before: Compared,
    after: Compared,
  ): readonly [left: number, open: number] | undefined {
    const { firstDifferences } = after.comparison
    if (firstDifferences.some((other) => this.placeOf(other) === this.placeOf(parting))) return undefined
    if (!this.#isStillThere(parting, after) || !this.#areSameCalls(parting, before, after)) return undefined
    const [old, left] = [before.comparison.firstDifferences, firstDifferences].map((each) => this.#counted(each)) as [
      Counts,
      Counts,
    ]
    const own = this.#kindOf(parting)
    if (countIn(left, own) >= countIn(old, own)) return undefined
    const gone = before.comparison.firstDifferences.filter((each) => {
      const kind = this.#kindOf(each)
      return countIn(left, kind) < countIn(old, kind)
    })
    const covers = new Set(gone.filter(isCover).map((each) => this.#callOf(each)))
    const added = firstDifferences.filter((each) => {
      const kind = this.#kindOf(each)
      return countIn(left, kind) > countIn(old, kind)
    })
    if (added.some((each) => !covers.has(this.#callOf(each)))) return undefined
    return [firstDifferences.length - added.length, added.length]
  }

  /** Where a difference is, whatever number its call has on our side. */
  placeOf(parting: FirstDifference): string {
    return [this.#callOf(parting), parting.place, ...parting.path].join('\n')
  }

  /** The same for each record of a list: in another run it may stand elsewhere. */
  #kindOf(parting: FirstDifference): string {
    return this.placeOf(parting).replace(/(?<=\n)\d+(?=\n|$)/g, '*')
  }

  #counted(firstDifferences: readonly FirstDifference[]): Counts {
    const counts = new Map<string, number>()
    for (const each of firstDifferences) counts.set(this.#kindOf(each), countIn(counts, this.#kindOf(each)) + 1)
    return counts
  }

  /** Their calls are the same in each comparison. */
  #callOf({ calls, endpoint, call }: FirstDifference): string {
    return calls.theirs ? `their call ${this.theirs.calls.indexOf(calls.theirs)}` : `our ${endpoint ?? call}`
  }

  #isStillThere({ place, calls }: FirstDifference, { comparison }: Compared): boolean {
    return place === 'call' || calls.theirs === undefined || comparison.compared.has(calls.theirs)
  }

  /** Of each row as many calls as before, or such that there are nearer as many as the other side has. */
  #areSameCalls({ place }: FirstDifference, { ours: before }: Compared, { ours: after }: Compared): boolean {
    if (place === 'call') return true
    const [old, now, there] = [before, after, this.theirs].map(endpointCounts) as [Counts, Counts, Counts]
    return [...new Set([...old.keys(), ...now.keys()])].every((name) => {
      const [was, is, wanted] = [old, now, there].map((counts) => countIn(counts, name)) as [number, number, number]
      return was === is || Math.abs(is - wanted) < Math.abs(was - wanted)
    })
  }
}

type Counts = ReadonlyMap<string, number>

const countIn = (counts: Counts, name: string): number => counts.get(name) ?? 0

function endpointCounts({ calls }: Side): Counts {
  const counts = new Map<string, number>()
  for (const { endpoint, method } of calls) counts.set(endpoint ?? method, countIn(counts, endpoint ?? method) + 1)
  return counts
}

/**
 * Behind these others may lie: what was refused is not compared any further. Behind the status of a wire lies nothing: a wire that is
 * in this status for the reason that is tried has all the rest of it, too.
 */
const isCover = ({ place }: FirstDifference): boolean => place === 'call' || place === 'status' || place === 'thrown'
