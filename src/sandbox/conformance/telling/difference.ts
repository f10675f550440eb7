/** Differences as a report has them: in words, with where they come from. */

import { Pseudonyms } from '../../recordings/pseudonyms.ts'
import { redactedName } from '../../recordings/redact-body.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import type { Comparison } from '../comparing/sides.ts'
import type { ConformanceExplanation, Difference } from '../scene.ts'
import { masked, shownOf } from './shown.ts'
import { isSpecified, sourceOf } from './source.ts'

export function differenceOf(
  parting: FirstDifference,
  comparison: Comparison,
  {
    explained: [explained, ...alternatives] = [],
    isBound = false,
    isTried = true,
  }: {
    readonly explained?: readonly ConformanceExplanation[]
    /** Whether it is more than a consequence of an earlier difference. */
    readonly isBound?: boolean
    readonly isTried?: boolean
  },
): Difference {
  const source = sourceOf(parting)
  const shown = (side: 'ours' | 'theirs') => {
    const text = shownOf(parting, side, comparison.pairs)
    return parting.place === 'thrown' ? masked(text, comparison[side], side) : text
  }
  return {
    call: parting.call,
    path: pathOf(parting),
    ours: shown('ours'),
    theirs: shown('theirs'),
    source,
    isSpecified: explained === undefined && isBound && (!isAnswered(parting) || isSpecified(parting, source)),
    explained,
    alternatives,
    isTried,
    times: 1,
  }
}

/** Of what was answered the contract says something; of what a scenario does then, only where nothing came before that it may follow from. */
export const isAnswered = ({ place }: FirstDifference): boolean =>
  place === 'status' || place === 'headers' || place === 'body'

function pathOf({ place, path }: FirstDifference): string {
  // A service may have made a field of anything.
  const names = new Pseudonyms()
  const told = path.map((name) => (/^\d{1,3}$/.test(name) ? name : redactedName(name, names)))
  if (place === 'call') return ''
  if (place === 'thrown') return 'error'
  return [place === 'ending' ? 'returned' : place, ...told].join('.')
}
