/** Begins the next push after the injected faults have struck it, and finds the record of a push that has begun. (§6) */

import type { PushFault } from '../../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../../core/faults/state.ts'
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
import { CLOCK } from '../../../core/turn.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import { bodyTextOf } from '../../../core/webhooks/push-message.ts'
import { type DuePush, nextInOutbox } from '../../../core/webhooks/push-record.ts'
import type { SignatureKind } from '../../../core/webhooks/signature.ts'
import type { PushState } from '../../../core/webhooks/state.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import type { World } from '../../../core/world.ts'
import { faultOfPush } from '../state/fault-predicates.ts'
import type { Shell } from '../state/shell.ts'

/** Returns the position of the push that goes next; `pending` has the first waiting pushes. */
export type ChoosePush = (pending: readonly DuePush[]) => number

/** `isTwice`: a fault sends the push again. */
export interface Begun {
  readonly begun: BegunPush
  readonly isTwice: boolean
}

/** Begins the first due push that no injected fault drops or delays. */
export function beginDue(shell: Shell, choose: ChoosePush | undefined): Begun | undefined {
  if (choose && !putInFront(shell, choose)) return undefined
  for (let struck = new Set<string>(); ; ) {
    const [first, ...others] = nextInOutbox(shell.state.world, 2)
    if (first === undefined) return undefined
    // Faults strike a push once, on its first try.
    const fault =
      first.isFirst && !struck.has(first.eventId) ? faultOfPush(shell, first, others.length === 0) : undefined
    struck = new Set([...struck, first.eventId])
    const going = fault ? effects[fault.kind as PushFault](shell, [first, ...others], fault) : {}
    if (going === 'skip') continue
    const { isTwice = false, signature } = going
    const begun = shell.perform('pushes.begin', signature && { signature }, CLOCK).output
    return begun && { begun, isTwice }
  }
}

/** At most this many pushes are shown to `choose`, which looks at them again for each push that goes. */
const MOST_CHOICES = 100

/** Moves the push that `choose` picks to the front. Returns false if no push waits, or if `choose` picks none. */
function putInFront(shell: Shell, choose: ChoosePush): boolean {
  const pending = nextInOutbox(shell.state.world, MOST_CHOICES)
  const chosen = pending.length > 0 ? pending[choose(pending)] : undefined
  if (chosen && chosen !== pending[0]) shell.perform('pushes.prefer', { id: chosen.eventId }, CLOCK)
  return chosen !== undefined
}

/** How to send a push. `skip`: the push was dropped, delayed or overtaken, so the next push of the outbox is looked at. */
type Going = 'skip' | { readonly isTwice?: true; readonly signature?: SignatureKind }

const effects: {
  readonly [Kind in PushFault]: (shell: Shell, waiting: readonly [DuePush, ...DuePush[]], fault: FaultState) => Going
} = {
  duplicate: () => ({ isTwice: true }),
  drop: (shell, [{ eventId: id }]) => {
    shell.perform('pushes.drop', { id }, CLOCK)
    return 'skip'
  },
  delay: (shell, [{ eventId: id }], { seconds }) => {
    shell.perform('pushes.delay', { id, seconds: seconds ?? 60 }, CLOCK)
    return 'skip'
  },
  reorder: (shell, [, second]) => {
    if (second === undefined) return {}
    shell.perform('pushes.prefer', { id: second.eventId }, CLOCK)
    return 'skip'
  },
  wrongSignature: () => ({ signature: 'wrong' }),
  missingSignature: () => ({ signature: 'none' }),
}

/** True if the bank still waits for the answer to a push. */
export function isOpen({ state: { world } }: Shell, pushId: string): boolean {
  const push = pushOf(world, pushId)
  return push !== undefined && pushOutcomes[push.outcome].isOpen
}

export function pushOf(world: World, pushId: string): PushState | undefined {
  const slot = slotOfUuid(world.settings.seed, streams.push, pushId)
  return slot === undefined ? undefined : world.webhooks.pushes.get(slot)
}

/** True if a begun push is still open in a world, which may be the world of another history. */
export function isUnderWay(world: World, { begun, at }: { readonly begun: BegunPush; readonly at: Instant }): boolean {
  const push = pushOf(world, begun.id)
  if (!push || push.delivery === null || push.at !== at || !pushOutcomes[push.outcome].isOpen) return false
  return push.callbackUrl === begun.callbackUrl && bodyTextOf(world, push.delivery) === begun.text
}
