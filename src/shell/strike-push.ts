/** Faults of pushes: what they do to the one that would go next. (§7) */
import type { PushFault } from '../core/faults/fault-kinds.ts'
import type { FaultState } from '../core/faults/room.ts'
import type { DuePush } from '../core/webhooks/push-record.ts'
import { CLOCK, type Shell } from './shell.ts'

export interface StruckPush {
  readonly shell: Shell
  readonly fault: FaultState
  readonly id: string
  /** The push behind it. */
  readonly second: DuePush | undefined
}

/** How a push goes on: now, now and once more, or not yet. */
type Going = 'goes' | 'goesTwice' | 'stays'

const strikes: { readonly [Kind in PushFault]: (struck: StruckPush) => Going } = {
  duplicate: () => 'goesTwice',
  drop: ({ shell, id }) => {
    shell.perform('pushes.drop', { id }, CLOCK)
    return 'stays'
  },
  delay: ({ shell, id, fault }) => {
    shell.perform('pushes.delay', { id, seconds: fault.seconds ?? 60 }, CLOCK)
    return 'stays'
  },
  reorder: ({ shell, second }) => {
    if (second === undefined) return 'goes'
    shell.perform('pushes.prefer', { id: second.eventId }, CLOCK)
    return 'stays'
  },
}

/** Lets the fault strike, and says how the push goes on. */
export function strikePush(struck: StruckPush): Going {
  return strikes[struck.fault.kind as PushFault](struck)
}
