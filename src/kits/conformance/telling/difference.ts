/** Differences as a report has them: in words, with where they come from. */

import type { Parting } from '../comparing/parting.ts'
import type { Comparison } from '../comparing/sides.ts'
import type { Difference } from '../scene.ts'
import type { Side } from '../sides/side.ts'
import { masked, shownOf } from './shown.ts'
import { isSpecified, sourceOf } from './source.ts'

/** The two runs that are told of. */
export interface Compared {
  readonly ours: Side
  readonly theirs: Side
  readonly comparison: Comparison
}

export function differenceOf(
  parting: Parting,
  { ours, theirs, comparison }: Compared,
  { explained, isFirst = false }: { readonly explained?: Difference['explained']; readonly isFirst?: boolean },
): Difference {
  const source = sourceOf(parting)
  const shown = (side: 'ours' | 'theirs') => {
    const text = shownOf(parting, side, comparison.counterparts)
    if (parting.place !== 'ending') return text
    const { calls, known } = side === 'ours' ? ours : theirs
    return masked(
      text,
      calls,
      Object.values(known).filter((each) => each !== undefined),
    )
  }
  return {
    call: parting.call,
    path: pathOf(parting),
    ours: shown('ours'),
    theirs: shown('theirs'),
    source,
    isSpecified: explained === undefined && (isAnswered(parting) ? isSpecified(parting, source) : isFirst),
    explained,
  }
}

/** Of what was answered the contract says something; of what a scenario does then, only where nothing came before that it may follow from. */
const isAnswered = ({ place }: Parting): boolean => place === 'status' || place === 'headers' || place === 'body'

function pathOf({ place, path }: Parting): string {
  const name = place === 'call' ? [] : [place === 'ending' ? (path[0] === 'error' ? '' : 'returned') : place]
  return [...name, ...path].filter((part) => part !== '').join('.')
}
