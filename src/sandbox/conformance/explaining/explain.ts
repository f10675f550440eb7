/**
 * Which assumptions explain a difference: the scenario runs again on our side with another value of one, and where the difference is gone
 * then, and nothing else has changed for the worse, that value explains it. What is left is explained in the same way, as long as there are
 * runs left.
 */
import type { AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import { type Comparison, compared } from '../comparing/sides.ts'
import type { ConformanceReport, Difference } from '../scene.ts'
import type { OurSide } from '../sides/our-side.ts'
import type { Side } from '../sides/side.ts'
import { differenceOf, isAnswered } from '../telling/difference.ts'
import { sourceOf } from '../telling/source.ts'
import { type Candidate, candidatesFor, isLimit } from './candidates.ts'
import { Judge } from './judging.ts'

/** Runs the scenario on our side with other values for some assumptions. */
export type Run = (assume: AssumptionOverrides) => Promise<OurSide>

/** What explaining came to: the differences that were explained, then those that are left. */
export type Explained = Omit<ConformanceReport, 'verdict' | 'first' | 'text'>

interface Given {
  readonly first: OurSide
  /** So often the scenario may run. */
  readonly runs: number
  /** What our bank was given to assume. */
  readonly assumed: Readonly<Record<string, unknown>>
}

interface Tried extends Comparison {
  readonly candidate: Candidate
  readonly score: readonly [left: number, open: number]
}

export class Explaining {
  readonly #judge: Judge
  /** What runs came to, by what they assumed: what explains nothing here may be asked for again there. */
  readonly #known = new Map<string, Comparison>()
  /** Where the search came to nothing, and whether it came to its end. */
  readonly #inVain = new Map<string, { readonly isTried: boolean }>()
  #assume: AssumptionOverrides = {}
  #now: Comparison
  #runs = 1

  constructor(
    private readonly run: Run,
    private readonly theirs: Side,
    private readonly given: Given,
  ) {
    this.#judge = new Judge(theirs)
    this.#now = compared(given.first, theirs)
  }

  async all(): Promise<Explained> {
    const { calls, agreeing } = this.#now
    const explained: Difference[] = []
    for (;;) {
      const parting = this.#next()
      if (parting === undefined) break
      const best = await this.#bestFor(parting)
      const [found] = best
      if (found === undefined) continue
      const values = best.map(({ candidate: { id, value } }) => ({ id, value }))
      explained.push(differenceOf(parting, this.#now, { explained: values }))
      this.#assume = { ...this.#assume, [found.candidate.id]: found.candidate.value }
      this.#now = found
    }
    const { firstDifferences } = this.#now
    const left = firstDifferences.map((parting, index) => {
      const { isTried } = this.#inVain.get(this.#judge.placeOf(parting)) ?? { isTried: true }
      const mayFollow = firstDifferences.slice(0, index).some((before) => isRefusal(before) && before.at < parting.at)
      const isBound =
        isRefusal(parting) || !isAnswered(parting) ? index === 0 || (isAnswered(parting) && !mayFollow) : true
      return differenceOf(parting, this.#now, { isBound, isTried })
    })
    const differences = [...explained, ...left]
    return { differences, assume: this.#assume, runs: this.#runs, calls, agreeing }
  }

  /** The next difference to explain. What the scenario does is looked at where nothing is before it that it may follow from. */
  #next(): FirstDifference | undefined {
    const open = this.#now.firstDifferences.filter((each) => !this.#inVain.has(this.#judge.placeOf(each)))
    return open.find((each) => isAnswered(each) || this.#inVain.size === 0)
  }

  /** The values that explain a difference best, the likeliest first. */
  async #bestFor(parting: FirstDifference): Promise<readonly Tried[]> {
    const source = sourceOf(parting)
    let best: readonly Tried[] = []
    let isTried = true
    for (const candidate of candidatesFor(parting, this.#now.ours, { ...this.given.assumed, ...this.#assume })) {
      // What explains one difference is not taken back for another.
      if (candidate.id in this.#assume) continue
      if (isEnough(best, candidate)) break
      const other = await this.#ranWith(candidate)
      if (other === undefined) {
        if (candidate.id === source) isTried = false
        continue
      }
      const score = this.#judge.scoreOf(parting, this.#now, other)
      if (score === undefined) continue
      best = withTried(best, { candidate, ...other, score })
      // The source of the field, or the value that is seen there, explains all of it: no other value is tried.
      if ((candidate.id === source || candidate.isShown) && other.firstDifferences.length === 0) break
    }
    if (best.length === 0) this.#inVain.set(this.#judge.placeOf(parting), { isTried })
    return best
  }

  /** What a run with one more value came to; undefined where there are no runs left. */
  async #ranWith({ id, value }: Candidate): Promise<Comparison | undefined> {
    const assume = { ...this.#assume, [id]: value }
    const key = JSON.stringify(assume)
    const known = this.#known.get(key)
    if (known !== undefined || this.#runs >= this.given.runs) return known
    this.#runs++
    const other = compared(await this.run(assume), this.theirs)
    this.#known.set(key, other)
    return other
  }
}

/** Whether no more is tried: the source of the field comes first, and limits last, and what explains the difference is not looked for in the next. */
function isEnough([found]: readonly Tried[], next: Candidate): boolean {
  if (found === undefined) return false
  return (found.candidate.isOwn && !next.isOwn) || (isLimit(next.id) && !isLimit(found.candidate.id))
}

/** What was done on one side, and refused on the other: the scenario may go another way from there. */
const isRefusal = ({ place, ours, theirs }: FirstDifference): boolean =>
  place === 'status' && Number(ours) < 300 !== Number(theirs) < 300

/** The best so far with one more, first come first: those that are as good as one another stand side by side. */
function withTried(best: readonly Tried[], tried: Tried): readonly Tried[] {
  const [first] = best
  if (first === undefined) return [tried]
  const order = tried.score[0] - first.score[0] || tried.score[1] - first.score[1]
  if (order < 0) return [tried]
  // One value of each is enough.
  const isKnown = best.some(({ candidate }) => candidate.id === tried.candidate.id)
  return order === 0 && !isKnown ? [...best, tried] : best
}
