/** The context of a comparison: the place in the run, and the pairs that earlier calls have shown. */
import type { Call } from '../sides/side.ts'
import type { FirstDifference, Place } from './first-difference.ts'
import type { Pairs } from './pairs.ts'

/** The call, and what of it is looked at. */
export interface Comparing extends Pick<FirstDifference, 'call' | 'endpoint' | 'at'> {
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
  readonly place: Place
  readonly memory: Memory
}

/** What is known from the calls before. */
export interface Memory {
  readonly pairs: Pairs
  /** Each text that was sent, by side. */
  readonly sent: { readonly ours: Set<string>; readonly theirs: Set<string> }
  /** Free texts that were sent in the same place, and differ. */
  readonly echoes: Set<string>
  /** Accounts that were opened since the beginning. */
  readonly opened: Set<string>
  /** Numbers of the other side whose form was told already. */
  readonly misshapen: Set<string>
  /** What other accounts had when they were first seen. */
  readonly balances: Map<string, readonly [ours: number, theirs: number]>
}

export function newMemory(pairs: Pairs): Memory {
  const sent = { ours: new Set<string>(), theirs: new Set<string>() }
  return { pairs, sent, echoes: new Set(), opened: new Set(), misshapen: new Set(), balances: new Map() }
}

/** A difference at this place of the call. */
export function partingOf(
  { memory: _, ...of }: Comparing,
  found: Pick<FirstDifference, 'path' | 'ours' | 'theirs'> &
    Pick<Partial<FirstDifference>, 'words' | 'record' | 'section'>,
): FirstDifference {
  return { ...of, ...found }
}
