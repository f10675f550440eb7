/** The attempts to push so far (`bank.pushes`), and control over the waiting pushes (`bank.outbox`). (§6) */

import { INTERNAL } from '../../core/turn.ts'
import { type Push, pendingPushes, pushRecord, type WaitingPush } from '../../core/webhooks/push-record.ts'
import type { PushMode } from '../../core/webhooks/state.ts'
import type { World } from '../../core/world.ts'
import { thrownByPush } from '../shell/pushes/push-queue.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { type DeliverOptions, settleOptionsFrom } from '../shell/pushes/receiver.ts'
import type { Shell } from '../shell/state/shell.ts'
import { viewOf } from '../shell/state/view.ts'
import { requiredText } from './checked-call.ts'

/** Controls which of the waiting pushes arrive, when and how often (§6). */
export interface Outbox {
  /** The waiting pushes: held by the test, or waiting for a next try, a restart of the registration, or `bank.settled()`. */
  readonly waiting: readonly WaitingPush[]
  /** From now on the bank sends no push by itself. The test delivers them by hand: in any order, twice, late, or never. */
  hold(): void
  /** Lets the bank send pushes by itself again; the waiting pushes go first. */
  resume(): void
  /** From now on the pushes that an HTTP request causes are delivered before that request is answered. */
  beforeAnswer(): void
  /**
   * Delivers an event now, even if other pushes wait before it. Each further call delivers the event again.
   *
   * @param eventId - the `id` of a notification in `bank.events`, or the `eventId` of a push in `bank.outbox.waiting`
   * @param options - `loseAnswer`: the receiver gets the push, but the bank never gets the receiver's answer
   * @returns the push with its outcome
   * @throws {RejectionError} `event_not_found` if the event belongs to no registration
   * @throws {UsageError} if the handler does not end
   * @example
   * ```ts
   * // The receiver gets the event of the second payment first, and the event of the first payment twice.
   * bank.outbox.hold()
   * const [first, second] = bank.outbox.waiting
   * for (const push of [second, first, first]) if (push) await bank.outbox.deliver(push.eventId)
   * ```
   */
  deliver(eventId: string, options?: DeliverOptions): Promise<Push>
  /** Delivers an event twice, now, and returns both pushes with their outcomes. @throws {RejectionError} as `deliver` does */
  duplicate(eventId: string): Promise<readonly [Push, Push]>
  /** Drops a waiting event: it is never delivered. @throws {RejectionError} `event_not_found` */
  drop(eventId: string): void
}

export function outbox(shell: Shell, sender: PushSender): Outbox {
  const setMode = (mode: PushMode) => void shell.perform('pushes.setMode', { mode }, INTERNAL)
  const deliver = async (eventId: string, { loseAnswer = false, maxTurns }: DeliverOptions = {}) => {
    const slot = shell.state.world.webhooks.pushes.size
    const after = await sender.deliver(requiredText(eventId, 'event id', 'to deliver a push'), { loseAnswer, maxTurns })
    return pushOf(after, slot)
  }
  return {
    get waiting() {
      return pendingPushes(shell.state.world)
    },
    hold: () => setMode('held'),
    resume: () => setMode('settling'),
    beforeAnswer: () => setMode('beforeAnswer'),
    deliver: (eventId, options) =>
      sender.waits.whileWaiting('bank.outbox.deliver()', () =>
        deliver(eventId, settleOptionsFrom('bank.outbox.deliver()', options, ['loseAnswer', 'maxTurns'])),
      ),
    duplicate: (eventId) =>
      sender.waits.whileWaiting('bank.outbox.duplicate()', async () => [
        await deliver(eventId),
        await deliver(eventId),
      ]),
    drop: (eventId) =>
      void shell.perform('pushes.drop', { id: requiredText(eventId, 'event id', 'to drop a push') }, INTERNAL),
  }
}

export function pushes({ state: { world } }: Shell): readonly Push[] {
  const { first, size } = world.webhooks.pushes
  return viewOf(size - first, (index) => pushOf(world, first + index))
}

function pushOf(world: World, slot: number): Push {
  const record = pushRecord(world, slot)
  const thrown = thrownByPush.get(world.webhooks.pushes.at(slot))?.thrown
  // The property is not enumerable, so the record compares and prints as it does without the error.
  return thrown === undefined ? record : Object.defineProperty(record, 'thrown', { value: thrown })
}
