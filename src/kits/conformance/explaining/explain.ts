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
    let best: Tried | undefined
    for (const candidate of candidatesFor(parting, ours, { ...assumed, ...assume })) {
      if (runs >= most || best?.comparison.partings.length === 0) break
      // What explains one difference is not taken back for another.
      if (candidate.id in assume) continue
      const other = await run({ ...assume, [candidate.id]: candidate.value })
      runs++
      const tried = { candidate, ours: other, comparison: compared(other, theirs) }
      if (isFurther(parting, tried.comparison, best?.comparison ?? comparison)) best = tried
    }
    if (best === undefined) break
    const { id, value } = best.candidate
    explained.push(differenceOf(parting, { ours, theirs, comparison }, { explained: { id, value } }))
    assume = { ...assume, [id]: value }
    ours = best.ours
    comparison = best.comparison
  }
  const left = comparison.partings.map((parting, index) =>
    differenceOf(parting, { ours, theirs, comparison }, { isFirst: index === 0 }),
  )
  const { calls, agreeing } = base
  return { differences: [...explained, ...left], assume, runs, calls, agreeing }
}

/** The places of a call in the order in which they are compared. */
const places: readonly Place[] = ['call', 'sent', 'status', 'headers', 'body', 'ending']

/** Whether a difference is gone, and the first that is left comes later than in the other comparison, or with fewer beside it. */
function isFurther(parting: Parting, one: Comparison, other: Comparison): boolean {
  const isSame = ({ call, place, path }: Parting) =>
    call === parting.call && place === parting.place && path.join() === parting.path.join()
  if (one.partings.some(isSame)) return false
  const [own, others] = [scoreOf(one), scoreOf(other)]
  const index = own.findIndex((value, each) => value !== others[each])
  return index >= 0 && (own[index] as number) > (others[index] as number)
}

function scoreOf({ partings }: Comparison): readonly number[] {
  const [first] = partings
  if (first === undefined) return [Number.POSITIVE_INFINITY, 0, 0, 0]
  const beside = partings.filter(({ at }) => at === first.at).length
  return [first.at, places.indexOf(first.place), -beside, -partings.length]
}
