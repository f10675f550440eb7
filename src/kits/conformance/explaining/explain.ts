/**
 * Which assumptions explain a difference: the scenario runs again on our side with another value of one, and where the first difference
 * is gone then, that value explains it. What is left is explained in the same way, as long as there are runs left.
 */
import type { AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import type { Parting, Place } from '../comparing/parting.ts'
import { type Comparison, compared } from '../comparing/sides.ts'
import type { Difference } from '../scene.ts'
import type { OurSide } from '../sides/our-side.ts'
import type { Side } from '../sides/side.ts'
import { differenceOf } from '../telling/difference.ts'
import { sourceOf } from '../telling/source.ts'
import { type Candidate, candidatesFor } from './candidates.ts'

/** Runs the scenario on our side with other values for some assumptions. */
export type Run = (assume: AssumptionOverrides) => Promise<OurSide>

/** What explaining came to. */
export interface Explained {
  /** Those that were explained, then those that are left. */
  readonly differences: readonly Difference[]
  readonly assume: AssumptionOverrides
  /** How often the scenario ran. */
  readonly runs: number
  readonly calls: number
  readonly agreeing: number
}

interface Tried {
  readonly candidate: Candidate
  readonly ours: OurSide
  readonly comparison: Comparison
}

export async function explain(
  run: Run,
  theirs: Side,
  {
    first,
    runs: most,
    assumed,
  }: { readonly first: OurSide; readonly runs: number; readonly assumed: Readonly<Record<string, unknown>> },
): Promise<Explained> {
  const explained: Difference[] = []
  let assume: AssumptionOverrides = {}
  let ours = first
  const base = compared(ours, theirs)
  let comparison = base
  let runs = 1
  for (;;) {
    const [parting] = comparison.partings
    if (parting === undefined) break
    const source = sourceOf(parting)
    let best: readonly Tried[] = []
    for (const candidate of candidatesFor(parting, ours, { ...assumed, ...assume })) {
      if (runs >= most) break
      // What explains one difference is not taken back for another; and one value of each is enough.
      if (candidate.id in assume) continue
      const other = await run({ ...assume, [candidate.id]: candidate.value })
      runs++
      const tried = { candidate, ours: other, comparison: compared(other, theirs) }
      best = withTried(best, tried, parting, comparison)
      // What the field comes from, or the value that is seen there, explains all: nobody asks for another.
      const isCertain = candidate.id === source || candidate.isShown
      if (isCertain && tried.comparison.partings.length === 0) break
    }
    const [found] = best
    if (found === undefined) break
    const { id, value } = found.candidate
    explained.push(
      differenceOf(
        parting,
        { ours, theirs, comparison },
        { explained: best.map(({ candidate }) => ({ id: candidate.id, value: candidate.value })) },
      ),
    )
    assume = { ...assume, [id]: value }
    ours = found.ours
    comparison = found.comparison
  }
  const left = comparison.partings.map((parting, index) =>
    differenceOf(parting, { ours, theirs, comparison }, { isFirst: index === 0 }),
  )
  const { calls, agreeing } = base
  return { differences: [...explained, ...left], assume, runs, calls, agreeing }
}

/** The best so far with one more, first come first: those that are as good as one another stand side by side. */
function withTried(best: readonly Tried[], tried: Tried, parting: Parting, base: Comparison): readonly Tried[] {
  if (!isFurther(parting, tried.comparison, base)) return best
  const [first] = best
  if (first === undefined) return [tried]
  const order = ordered(scoreOf(tried.comparison), scoreOf(first.comparison))
  if (order > 0) return [tried]
  const isKnown = best.some(({ candidate }) => candidate.id === tried.candidate.id)
  return order === 0 && !isKnown ? [...best, tried] : best
}

/** The places of a call in the order in which they are compared. */
const places: readonly Place[] = ['call', 'sent', 'status', 'headers', 'body', 'ending']

/** Whether a difference is gone, and the first that is left comes later than in the other comparison, or with fewer beside it. */
function isFurther(parting: Parting, one: Comparison, other: Comparison): boolean {
  const isSame = ({ call, place, path }: Parting) =>
    call === parting.call && place === parting.place && path.join() === parting.path.join()
  if (one.partings.some(isSame)) return false
  return ordered(scoreOf(one), scoreOf(other)) > 0
}

/** Greater than nothing where the first of two scores is the better one. */
function ordered(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, each) => value !== other[each])
  return index < 0 ? 0 : Math.sign((one[index] as number) - (other[index] as number))
}

function scoreOf({ partings }: Comparison): readonly number[] {
  const [first] = partings
  if (first === undefined) return [Number.POSITIVE_INFINITY, 0, 0, 0]
  const beside = partings.filter(({ at }) => at === first.at).length
  return [first.at, places.indexOf(first.place), -beside, -partings.length]
}
