/** Retries: a push that failed is tried again some times, then its registration is suspended. (§6) */
import { plan, type Turn } from '../turn.ts'
import { inOrder, sendAgain, wantsToGo } from './delivery.ts'
import { changeDelivery, changeRegistration } from './push-attempt.ts'
import { deliveryStatuses } from './webhook-status.ts'

/** An attempt failed: it is tried again later, or the registration is suspended. */
export function fail(turn: Turn, delivery: number): void {
  const { world, assume } = turn
  const { event, registration, tries, status } = world.webhooks.deliveries.at(delivery)
  changeRegistration(world, registration, { lastErrorAt: world.now })
  // Delivered once before: nothing is lost by a second attempt that fails.
  if (deliveryStatuses[status].isDelivered) return
  const { consecutiveErrors, queue } = world.webhooks.registrations.at(registration)
  changeRegistration(world, registration, { consecutiveErrors: consecutiveErrors + 1 })
  if (tries <= assume('webhooks.retries')) {
    const isLoan = world.webhooks.events.at(event).payload !== null
    plan(turn, 'pushes.retry', delivery, assume(isLoan ? 'loans.retrySeconds' : 'webhooks.retrySeconds'))
    return
  }
  assume('webhooks.restart')
  changeDelivery(world, delivery, { status: 'Failed' })
  // After a restart they go in the order of their events, not of their failures.
  changeRegistration(world, registration, { status: 'Suspended', trial: null, queue: inOrder([...queue, delivery]) })
  const { eventName, callbackUrl } = world.webhooks.registrations.at(registration)
  turn.tell({ what: 'webhook.suspended', eventName, callbackUrl })
}

/** Tries a failed delivery again, if it still wants to go. */
export function retry(turn: Turn, delivery: number): void {
  if (wantsToGo(turn.world, delivery)) sendAgain(turn, delivery)
}
