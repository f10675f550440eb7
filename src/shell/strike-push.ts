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

/** What becomes of a push now. `skip`: it is dropped, delayed or overtaken, and the outbox is looked at again. */
type Going = 'send' | 'sendTwice' | 'skip'

const strikes: { readonly [Kind in PushFault]: (struck: StruckPush) => Going } = {
  duplicate: () => 'sendTwice',
  drop: ({ shell, id }) => {
    shell.perform('pushes.drop', { id }, CLOCK)
    return 'skip'
  },
  delay: ({ shell, id, fault }) => {
    shell.perform('pushes.delay', { id, seconds: fault.seconds ?? 60 }, CLOCK)
    return 'skip'
  },
  reorder: ({ shell, second }) => {
    if (second === undefined) return 'send'
    shell.perform('pushes.prefer', { id: second.eventId }, CLOCK)
    return 'skip'
  },
}

/** Lets the fault strike, and says how the push goes on. */
export function strikePush(struck: StruckPush): Going {
  return strikes[struck.fault.kind as PushFault](struck)
}
