/** The queue of pushes: which push goes next and how, by choice and by faults; and the record of a push that has begun, with what its handler threw. (§6) */

import { secondsOfFault } from '../../../core/faults/fault.ts'
import { faultKinds, type Going, type PushFault } from '../../../core/faults/fault-kinds.ts'
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
import { CLOCK } from '../../../core/turn.ts'
import { type DuePush, nextInOutbox } from '../../../core/webhooks/outbox.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import { bodyTextOf } from '../../../core/webhooks/push-message.ts'
import type { PushState } from '../../../core/webhooks/state.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import type { World } from '../../../core/world.ts'
import { faultOfPush } from '../state/injected-faults.ts'
import type { NextPush } from '../state/layer.ts'
import type { Shell } from '../state/shell.ts'

/** Returns the position of the push that goes next; `pending` has the first waiting pushes. */
export type ChoosePush = (pending: readonly DuePush[]) => number

/** At most this many pushes are shown to `choose`, which looks at them again for each push that goes. */
const MOST_CHOICES = 100

/** Moves the push that `choose` picks to the front. Returns false if no push waits, or if `choose` picks none. */
export function putInFront(shell: Shell, choose: ChoosePush): boolean {
  const pending = nextInOutbox(shell.state.world, MOST_CHOICES)
  const chosen = pending.length > 0 ? pending[choose(pending)] : undefined
  if (chosen && chosen !== pending[0]) shell.perform('pushes.prefer', { id: chosen.eventId }, CLOCK)
  return chosen !== undefined
}

/** The push of the outbox that goes next, with the injected fault that strikes it. Faults strike a push once, on its first try. */
export function nextPush(
  shell: Shell,
  struck: ReadonlySet<string>,
): (NextPush & { readonly due: DuePush }) | undefined {
  const [due, second] = nextInOutbox(shell.state.world, 2)
  if (due === undefined) return undefined
  const isLast = second === undefined
  const mayStrike = due.isFirst && !struck.has(due.eventId)
  return { due, isLast, fault: mayStrike ? faultOfPush(shell, due, isLast) : undefined }
}

/** How a push goes under the fault that strikes it. */
export function goingOf(shell: Shell, { due, fault }: NextPush): Going {
  if (due === undefined || fault === undefined) return {}
  const { eventId: id } = due
  const kind = faultKinds[fault.kind as PushFault]
  const letPass = () => {
    const [, second] = nextInOutbox(shell.state.world, 2)
    if (second) shell.perform('pushes.prefer', { id: second.eventId }, CLOCK)
  }
  return kind.push({
    seconds: secondsOfFault(fault),
    drop: () => void shell.perform('pushes.drop', { id }, CLOCK),
    delay: (seconds) => void shell.perform('pushes.delay', { id, seconds }, CLOCK),
    letPass,
  })
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

/** The values that handlers threw, by record of the push. A fork shares the records; a bank read from JSON has new ones, without values. */
export const thrownByPush = new WeakMap<PushState, { readonly thrown: unknown }>()

/** True if a begun push is still open in a world, which may be the world of another history. */
export function isUnderWay(world: World, { begun, at }: { readonly begun: BegunPush; readonly at: Instant }): boolean {
  const push = pushOf(world, begun.id)
  if (!push || push.delivery === null || push.at !== at || !pushOutcomes[push.outcome].isOpen) return false
  return push.callbackUrl === begun.callbackUrl && bodyTextOf(world, push.delivery) === begun.text
}
