/** What goes with a call while it is compared: where it stands, and what is known from the calls before it. */
import type { Call } from '../sides/side.ts'
import type { Counterparts } from './counterparts.ts'
import type { Parting, Place } from './parting.ts'

/** The call, and what of it is looked at. */
export interface Comparing extends Pick<Parting, 'call' | 'endpoint' | 'at'> {
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
  readonly place: Place
  readonly memory: Memory
}

/** What is known from the calls before. */
export interface Memory {
  readonly counterparts: Counterparts
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

export function newMemory(counterparts: Counterparts): Memory {
  const sent = { ours: new Set<string>(), theirs: new Set<string>() }
  return { counterparts, sent, echoes: new Set(), opened: new Set(), misshapen: new Set(), balances: new Map() }
}

/** A difference at this place of the call. */
export function partingOf(
  { memory: _, ...of }: Comparing,
  found: Pick<Parting, 'path' | 'ours' | 'theirs'> & Pick<Partial<Parting>, 'words' | 'record' | 'section'>,
): Parting {
  return { ...of, ...found }
}
