/** Faults of pushes: what they do to the one that would go next. (§7) */
import type { PushFault } from '../../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../../core/faults/state.ts'
import type { DuePush } from '../../../core/webhooks/push-record.ts'
import type { SignatureKind } from '../../../core/webhooks/signature.ts'
import { CLOCK, type Shell } from '../state/shell.ts'

export interface StruckPush {
  readonly shell: Shell
  readonly fault: FaultState
  readonly id: string
  /** The push behind it. */
  readonly second: DuePush | undefined
}

/** What becomes of a push now: how it is sent; or `skip`, it is dropped, delayed or overtaken, and the outbox is looked at again. */
type Going = 'skip' | { readonly isTwice?: true; readonly signature?: SignatureKind }

const strikes: { readonly [Kind in PushFault]: (struck: StruckPush) => Going } = {
  duplicate: () => ({ isTwice: true }),
  drop: ({ shell, id }) => {
    shell.perform('pushes.drop', { id }, CLOCK)
    return 'skip'
  },
  delay: ({ shell, id, fault }) => {
    shell.perform('pushes.delay', { id, seconds: fault.seconds ?? 60 }, CLOCK)
    return 'skip'
  },
  reorder: ({ shell, second }) => {
    if (second === undefined) return {}
    shell.perform('pushes.prefer', { id: second.eventId }, CLOCK)
    return 'skip'
  },
  wrongSignature: () => ({ signature: 'wrong' }),
  missingSignature: () => ({ signature: 'none' }),
}

/** Lets the fault strike, and says how the push goes on. */
export function strikePush(struck: StruckPush): Going {
  return strikes[struck.fault.kind as PushFault](struck)
}
