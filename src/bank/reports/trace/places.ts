/** Where a test called each operation. The journal has no stacks, so they are kept beside its entries until a trace is made. */

import { lineIn, stackOf } from '../../shell/host/stack.ts'
import type { KeptEntry } from '../../shell/state/journal.ts'
import type { Listener } from '../../shell/state/layer.ts'

/** Of the operations of one bank, only so many of the first have a place: nobody reads a longer trace line by line. */
const MOST = 5_000

const stacks = new WeakMap<KeptEntry, string>()

/** A listener that notes where each operation of a bank is called. */
export function notingPlaces(): Listener {
  let noted = 0
  return function note(fact) {
    if (fact.what === 'operation' && noted++ < MOST) stacks.set(fact.entry, stackOf(note))
  }
}

/** The line of a file from which an operation was called: `pay.test.ts:34`. Undefined if it is not known, or lies in another file. */
export const placeOfEntry = (entry: KeptEntry, file: string): string | undefined => lineIn(stacks.get(entry), file)
