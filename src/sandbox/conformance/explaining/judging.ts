/**
 * Whether another run on our side explains a difference. It does where, over the whole scenario, fewer differences are left, none is new, and
 * the call that differed is still there to be compared: what moves a difference, or goes round it, explains nothing.
 */
import { groupBy } from '../../../bank/reports/conduct/group-by.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import type { Comparison } from '../comparing/sides.ts'
import type { Side } from '../sides/side.ts'

export class Judge {
  constructor(private readonly theirs: Side) {}

  /** What is left after it of what was there before, and what it has laid open; undefined where it does not explain. */
  scoreOf(
    parting: FirstDifference,
    before: Comparison,
    after: Comparison,
  ): readonly [left: number, open: number] | undefined {
    const { firstDifferences } = after
    if (firstDifferences.some((other) => this.placeOf(other) === this.placeOf(parting))) return undefined
    if (!this.#isStillThere(parting, after) || !this.#areSameCalls(parting, before, after)) return undefined
    const kinds = (list: readonly FirstDifference[]) => counted(list.map((each) => this.#kindOf(each)))
    const [old, left] = [kinds(before.firstDifferences), kinds(firstDifferences)]
    const change = (each: FirstDifference) => countIn(left, this.#kindOf(each)) - countIn(old, this.#kindOf(each))
    if (change(parting) >= 0) return undefined
    const gone = before.firstDifferences.filter((each) => change(each) < 0)
    const covers = new Set(gone.filter(isCover).map((each) => this.#callOf(each)))
    const added = firstDifferences.filter((each) => change(each) > 0)
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

  /** Their calls are the same in each comparison. */
  #callOf({ calls, endpoint, call }: FirstDifference): string {
    return calls.theirs ? `their call ${this.theirs.calls.indexOf(calls.theirs)}` : `our ${endpoint ?? call}`
  }

  #isStillThere({ place, calls }: FirstDifference, { compared }: Comparison): boolean {
    return place === 'call' || calls.theirs === undefined || compared.has(calls.theirs)
  }

  /** Of each row as many calls as before, or such that there are nearer as many as the other side has. */
  #areSameCalls({ place }: FirstDifference, { ours: before }: Comparison, { ours: after }: Comparison): boolean {
    if (place === 'call') return true
    const rows = ({ calls }: Side) => counted(calls.map(({ endpoint, method }) => endpoint ?? method))
    const [old, now, there] = [rows(before), rows(after), rows(this.theirs)]
    return [...new Set([...old.keys(), ...now.keys()])].every((name) => {
      const [was, is, wanted] = [countIn(old, name), countIn(now, name), countIn(there, name)]
      return was === is || Math.abs(is - wanted) < Math.abs(was - wanted)
    })
  }
}

const counted = (names: readonly string[]) => groupBy(names, (name) => name)

const countIn = (names: ReturnType<typeof counted>, name: string): number => names.get(name)?.length ?? 0

/**
 * Behind these others may lie: what was refused is not compared any further. Behind the status of a wire lies nothing: a wire that is
 * in this status for the reason that is tried has all the rest of it, too.
 */
const isCover = ({ place }: FirstDifference): boolean => place === 'call' || place === 'status' || place === 'thrown'
