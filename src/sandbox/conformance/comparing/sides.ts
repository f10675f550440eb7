/** Two runs of one scenario, side by side: their calls, and what the scenario came to. */
import type { OurSide } from '../sides/our-side.ts'
import type { Ending, Side } from '../sides/side.ts'
import { Aligning, type Alignment } from './align.ts'
import { type Comparing, type FirstDifference, newMemory, partingOf } from './comparing.ts'
import { Pairs } from './pairs.ts'
import { partingsOf } from './values.ts'

/** Two runs, what comparing them came to, and by which names values are told. */
export interface Comparison extends Alignment {
  readonly ours: OurSide
  readonly theirs: Side
  readonly pairs: Pairs
}

export function compared(ours: OurSide, theirs: Side): Comparison {
  const pairs = new Pairs({ ours: ours.addresses, theirs: theirs.addresses })
  for (const [name, own] of Object.entries(ours.known)) {
    const other = theirs.known[name]
    if (own !== undefined && other !== undefined) pairs.know(`<${name}>`, own, other)
  }
  const memory = newMemory(pairs, ours.calendar)
  const { firstDifferences, ...alignment } = new Aligning(ours.calls, theirs.calls, memory).all()
  const comparing: Comparing = {
    call: 'scenario',
    endpoint: null,
    calls: { ours: undefined, theirs: undefined },
    at: ours.calls.length + 1,
    place: 'ending',
    memory,
  }
  return {
    ...alignment,
    ours,
    theirs,
    firstDifferences: [...firstDifferences, ...endings(comparing, ours.ending, theirs.ending)],
    pairs,
  }
}

/** Where one side came to another end. That both rejected, with errors of one kind, is agreement: what they say is the answers'. */
function endings(comparing: Comparing, ours: Ending | undefined, theirs: Ending | undefined): FirstDifference[] {
  if (ours === undefined || theirs === undefined) return []
  const isThrown = 'threw' in ours || 'threw' in theirs
  if (!isThrown) {
    const [own, other] = [ours, theirs].map((each) => plain((each as { returned: unknown }).returned))
    return partingsOf(comparing, own, other)
  }
  const [own, other] = [ours, theirs].map(kindOf)
  if (own === other) return []
  return [partingOf({ ...comparing, place: 'thrown' }, { path: [], ours: errorOf(ours), theirs: errorOf(theirs) })]
}

const kindOf = (ending: Ending): string =>
  'threw' in ending ? `threw ${ending.threw instanceof Error ? ending.threw.name : typeof ending.threw}` : 'returned'

function errorOf(ending: Ending): unknown {
  if (!('threw' in ending)) return undefined
  return ending.threw instanceof Error ? ending.threw : new Error(String(ending.threw))
}

/** What JSON keeps of a value: functions and classes of the partner's are no result of a service. */
function plain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
