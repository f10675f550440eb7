import { viewOf } from '../../core/kernel/view.ts'
import { owedPushes, type Push, pushRecord, type WaitingPush } from '../../core/webhooks/push-record.ts'
import type { PushMode } from '../../core/webhooks/state.ts'
import type { World } from '../../core/world.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { type DeliverOptions, settleOptionsFrom } from '../shell/pushes/settle-options.ts'
import { shownOf } from '../shell/state/forgetting.ts'
import { thrownFor } from '../shell/state/handler-errors.ts'
import { INTERNAL, type Shell } from '../shell/state/shell.ts'
import { textOf } from './calls.ts'

/** Each attempt to deliver, in order; and control over what arrives, when and how often (§6). */
export interface Pushes extends ReadonlyArray<Push> {
  /** What waits: held by the test, for its next try, for a restart, or for `bank.settled()`. */
  readonly waiting: readonly WaitingPush[]
  /** From now on nothing goes by itself: deliver by hand, in any order, twice, late, or never. */
  hold(): void
  /** Pushes go by themselves again, those that wait first. */
  resume(): void
  /** From now on the pushes that an HTTP request causes are delivered before that request is answered. */
  beforeAnswer(): void
  /**
   * Delivers an event now, whatever waits before it, and as often as it is called.
   *
   * @param eventId - the `id` of a notification: of `bank.events`, or of `bank.pushes.waiting`
   * @param options - `loseAnswer`: the receiver gets it, and the bank never learns so
   * @returns the push with its outcome
   * @throws {RejectionError} `event_not_found` where nobody registered for it, or it is no longer kept (`keep.events`)
   * @throws {UsageError} where the handler does not end
   * @example
   * ```ts
   * // The receiver hears of the second payment first, and of the first one twice.
   * bank.pushes.hold()
   * const [first, second] = bank.pushes.waiting
   * for (const push of [second, first, first]) if (push) await bank.pushes.deliver(push.eventId)
   * ```
   */
  deliver(eventId: string, options?: DeliverOptions): Promise<Push>
  /** Never delivers an event that waits. @throws {RejectionError} `event_not_found` */
  drop(eventId: string): void
}

/** The pushes so far, with what controls the next ones. */
export function pushes(shell: Shell, sender: PushSender): Pushes {
  const { world } = shell.state
  const setMode = (mode: PushMode) => void shell.perform('pushes.setMode', { mode }, INTERNAL)
  const shown = shownOf(world, shell.keeps.events)
  const records = viewOf(shown.pushes, (index) => recordOf(world, shown.pushAt(index)))
  const control: Omit<Pushes, keyof ReadonlyArray<Push> | 'waiting'> = {
    hold: () => setMode('held'),
    resume: () => setMode('settling'),
    beforeAnswer: () => setMode('beforeAnswer'),
    deliver: (eventId, options) =>
      sender.attend('bank.pushes.deliver()', async () => {
        const given = settleOptionsFrom('bank.pushes.deliver()', options, ['loseAnswer', 'patience'])
        const { loseAnswer = false, patience } = given
        const slot = shell.state.world.webhooks.pushes.size
        const after = await sender.deliver(textOf(eventId, 'event id'), { loseAnswer, patience })
        return recordOf(after, slot)
      }),
    drop: (eventId) => void shell.perform('pushes.drop', { id: textOf(eventId, 'event id') }, INTERNAL),
  }
  // Not enumerable, so that the list equals any other list of the same pushes.
  for (const [name, value] of Object.entries(control)) Object.defineProperty(records, name, { value })
  // Looked for when it is asked for, as of now: most who look at the pushes do not ask.
  let waiting: readonly WaitingPush[] | undefined
  Object.defineProperty(records, 'waiting', {
    get: () => {
      waiting ??= owedPushes(world)
      return waiting
    },
  })
  return records as unknown as Pushes
}

/** The record, with what the handler threw beside its data. */
function recordOf(world: World, slot: number): Push {
  const record = pushRecord(world, slot)
  const thrown = thrownFor(world.webhooks.pushes.at(slot))
  // Not enumerable, so that the record equals, and goes to JSON as, that of any other run.
  return thrown === undefined ? record : Object.defineProperty(record, 'thrown', { value: thrown })
}
