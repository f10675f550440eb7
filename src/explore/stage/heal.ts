/** Healing: after the scenario everything that went wrong is over, and time passes until what can be mended is. */

import { everyRegistration } from '../../bank/books/every-page.ts'
import { durationFrom } from '../../bank/shell/state/options.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { Registration } from '../../core/webhooks/registration.ts'
import { deliveryStatuses, registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import type { ExploreOptions } from '../scenario.ts'
import type { Stage } from './stage.ts'

/** How often the bank heals: what a change brings about while it heals is healed, too. */
const MOST_HEALINGS = 5

/** Everything that went wrong is over: faults end, what was dropped or suspended is delivered unless it is lost for good, time passes. */
export async function heal<Result>(
  stage: Stage,
  { heal: duration = { days: 4 } }: ExploreOptions<Result>,
): Promise<void> {
  const spans = [{ minutes: 10 }, duration]
  let struck = stage.plan.countOfStruck
  for (let healing = 0; healing < MOST_HEALINGS; healing++) {
    const mended = await mend(stage)
    // Changes that struck while the bank healed get as long to heal as all before.
    const isStruckAgain = stage.plan.countOfStruck > struck
    struck = stage.plan.countOfStruck
    if (healing >= spans.length && mended === 0 && !isStruckAgain) return
    const span = isStruckAgain ? duration : (spans[healing] ?? { days: 1 })
    await stage.time.leapTo(stage.time.now() + durationFrom(span, 'heal for'))
  }
}

/** Ends everything that is out of order now. @returns how much that was */
async function mend(stage: Stage): Promise<number> {
  const { bank, time } = stage
  const struck = Number(stage.isStruck)
  if ([...time.world.faults.injected].some(({ isCleared }) => !isCleared)) bank.faults.clear()
  if (time.world.webhooks.pushMode === 'held') bank.outbox.resume()
  const approved = stage.heal()
  const dropped = droppedEvents(stage)
  for (const id of dropped) await time.until(bank.outbox.deliver(id))
  const suspended = suspendedRegistrations(stage)
  for (const { id, partnerId } of suspended) bank.as(partnerId).webhooks.restart(id)
  return struck + approved + dropped.length + suspended.length
}

/** The events that were dropped, and not for good. */
function droppedEvents({ time: { world }, lost }: Stage): string[] {
  return [...world.webhooks.deliveries].flatMap(({ status, event }) => {
    const id = uuidOf(world.settings.seed, streams.event, event)
    return deliveryStatuses[status].isDropped && !lost.has(id) ? id : []
  })
}

/** The registrations that were suspended, and not for good. */
function suspendedRegistrations({ bank, abandoned }: Stage): Registration[] {
  return everyRegistration(bank).filter(
    ({ status, callbackUrl }) =>
      registrationStatuses[status].sends === 'none' && !abandoned.has(new URL(callbackUrl).href),
  )
}
