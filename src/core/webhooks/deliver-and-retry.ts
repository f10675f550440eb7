/**
 * A delivery is one event on its way to one registration. `addDelivery` puts it into the outbox. `bank/shell/pushes/push-sender.ts` makes
 * the attempt, from `beginNext` to `endPush` (push.ts). This calls `succeed`, or `fail`, which plans `pushes.retry`; the clock then calls
 * `retry` (advance.ts), which puts the delivery into the outbox again.
 *
 * After a few retries, the bank suspends the registration and queues its events. After a restart, it tries the oldest queued event; its
 * success releases the rest of the queue, in order. Without a connected handler, the bank captures a push at once: it only records the
 * push, and treats it as a success. (§6)
 */
import { Table } from '../kernel/table.ts'
import { plan, type Turn } from '../turn.ts'
import type { Draft, World } from '../world.ts'
import { beginAttempt, changeDelivery, changeRegistration, endAttempt } from './attempt-records.ts'
import { detailsOf } from './details.ts'
import { awaitsTry, isConnected, takeFromOutbox } from './outbox.ts'
import { headersOf } from './push-message.ts'
import { resourcesOf } from './resources.ts'
import { deliveryStatuses, registrationStatuses } from './webhook-status.ts'

export function addDelivery(turn: Turn, event: number, registration: number): void {
  const { world } = turn
  const { name, about } = world.webhooks.events.at(event)
  const isExtended = world.webhooks.registrations.at(registration).format === 'Extended'
  const slot = world.webhooks.deliveries.size
  world.webhooks.deliveries = world.webhooks.deliveries.add({
    event,
    registration,
    status: 'Waiting',
    tries: 0,
    lastAttemptedAt: null,
    details: isExtended
      ? resourcesOf(world.settings.seed, about).map((resource) => detailsOf(turn, name, resource))
      : null,
  })
  world.webhooks.events = world.webhooks.events.update(event, { delivery: slot })
  sendOrQueue(turn, slot)
}

/** Puts a delivery into the outbox, or into the queue of its registration if that is polled, suspended or restarting. */
function sendOrQueue(turn: Turn, delivery: number): void {
  const { world } = turn
  const { registration, status: own } = world.webhooks.deliveries.at(delivery)
  if (deliveryStatuses[own].isDropped) return
  const { type, status, trial, queue } = world.webhooks.registrations.at(registration)
  const { sends } = registrationStatuses[status]
  if (type === 'Poll' || sends === 'none' || (sends === 'trial' && trial !== null)) {
    const isLate = type === 'Poll' && (queue.get(queue.size - 1) ?? delivery) > delivery
    changeRegistration(world, registration, {
      queue: isLate ? inOrder([...queue, delivery]) : queue.add(delivery),
    })
    return
  }
  if (sends === 'trial') changeRegistration(world, registration, { trial: delivery })
  if (world.webhooks.pushMode === 'held' || isConnected(world, delivery))
    world.webhooks.outbox = world.webhooks.outbox.add(delivery)
  else capture(turn, delivery)
}

/** Returns a queue in the order of the events, which is the order of the slots. */
function inOrder(deliveries: Iterable<number>): Table<number> {
  return Table.from([...deliveries].sort((first, second) => first - second))
}

export function capture(turn: Turn, delivery: number): number {
  const push = beginAttempt(turn, delivery, headersOf(turn, delivery, 'right'))
  endAttempt(turn, push, { outcome: 'captured' })
  succeed(turn, delivery)
  return push
}

/** Records that a delivery succeeded. A restarting registration becomes Active, and its queue is sent. */
export function succeed(turn: Turn, delivery: number): void {
  const { world } = turn
  const { registration } = changeDelivery(world, delivery, { status: 'Succeeded' })
  const { status, consecutiveErrors, isRemoved } = world.webhooks.registrations.at(registration)
  // A removed registration has no queue to send.
  if (isRemoved) return
  const { sends } = registrationStatuses[status]
  if (sends === 'each' && consecutiveErrors > 0) changeRegistration(world, registration, { consecutiveErrors: 0 })
  // A push that was under way when its registration was suspended changes nothing of that: only a restart does.
  if (sends !== 'trial') return
  activate(world, registration)
  sendQueue(turn, registration)
}

function activate(world: Draft, registration: number): void {
  changeRegistration(world, registration, { status: 'Active', consecutiveErrors: 0, trial: null })
}

function sendQueue(turn: Turn, registration: number): void {
  const { world } = turn
  const { queue } = world.webhooks.registrations.at(registration)
  changeRegistration(world, registration, { queue: Table.empty })
  for (const queued of queue) {
    // A delivery that failed at every try begins again with its first try.
    const { isUndelivered, awaitsTry } = deliveryStatuses[world.webhooks.deliveries.at(queued).status]
    if (isUndelivered && !awaitsTry) changeDelivery(world, queued, { status: 'Waiting', tries: 0 })
    sendOrQueue(turn, queued)
  }
}

/** Plans the next try of a failed delivery. After the last try, suspends the registration instead. */
export function fail(turn: Turn, delivery: number): void {
  const { world, assume } = turn
  const { event, registration, tries, status } = world.webhooks.deliveries.at(delivery)
  changeRegistration(world, registration, { lastErrorAt: world.now })
  // The partner already has the event, so a further attempt that fails loses nothing.
  if (deliveryStatuses[status].isDelivered) return
  const { consecutiveErrors, queue, status: before } = world.webhooks.registrations.at(registration)
  changeRegistration(world, registration, { consecutiveErrors: consecutiveErrors + 1 })
  if (tries <= assume('webhooks.retries')) {
    const isLoan = world.webhooks.events.at(event).payload !== null
    plan(turn, 'pushes.retry', delivery, assume(isLoan ? 'loans.retrySeconds' : 'webhooks.retrySeconds'))
    return
  }
  changeDelivery(world, delivery, { status: 'Failed' })
  // After a restart, deliveries are sent in the order of their events, not of their failures.
  const waiting = takeFromOutbox(world, registration)
  changeRegistration(world, registration, {
    status: 'Suspended',
    trial: null,
    queue: inOrder([...queue, ...waiting, delivery]),
  })
  // Pushes that were under way fail later, when the registration is suspended already.
  if (before === 'Suspended') return
  const { eventName, callbackUrl } = world.webhooks.registrations.at(registration)
  turn.tell({ what: 'webhook.suspended', eventName, callbackUrl })
}

export function retry(turn: Turn, delivery: number): void {
  if (awaitsTry(turn.world, delivery)) sendAgain(turn, delivery)
}

export function sendAgain(turn: Turn, delivery: number): void {
  const { registration } = turn.world.webhooks.deliveries.at(delivery)
  const { trial } = turn.world.webhooks.registrations.at(registration)
  // Otherwise `sendOrQueue` would queue the delivery behind itself, because the delivery is the trial that the queue waits for.
  if (trial === delivery) changeRegistration(turn.world, registration, { trial: null })
  sendOrQueue(turn, delivery)
}

/** Applies the changed type of a registration: pushes the events that waited for a poll, or queues those that waited for a push. */
export function changeOver(turn: Turn, registration: number): void {
  const { world } = turn
  const { type, status, queue } = world.webhooks.registrations.at(registration)
  const { sends } = registrationStatuses[status]
  if (type === 'Poll') {
    // Polling reads the queue in the order of the events.
    const waiting = takeFromOutbox(world, registration)
    changeRegistration(world, registration, { trial: null, queue: inOrder([...queue, ...waiting]) })
    if (sends === 'trial') activate(world, registration)
  } else if (sends === 'each') sendQueue(turn, registration)
}

/** A registration that is polled has no push that could succeed, so it is Active at once. */
export function restart(turn: Turn, registration: number): void {
  const { world } = turn
  if (world.webhooks.registrations.at(registration).type === 'Poll') {
    activate(world, registration)
    return
  }
  changeRegistration(world, registration, { status: 'Restarting' })
  tryOldest(turn, registration)
}

/** Sends the oldest queued event of a restarting registration, as the trial of the restart. */
export function tryOldest(turn: Turn, registration: number): void {
  const { world } = turn
  const { queue, isRemoved } = world.webhooks.registrations.at(registration)
  if (isRemoved) return
  const waiting = [...queue].filter(
    (delivery) => !deliveryStatuses[world.webhooks.deliveries.at(delivery).status].isDropped,
  )
  const [oldest] = waiting
  changeRegistration(world, registration, {
    trial: null,
    queue: Table.from(oldest === undefined ? waiting : waiting.slice(1)),
  })
  if (oldest === undefined) return
  changeDelivery(world, oldest, { status: 'Waiting', tries: 0 })
  sendOrQueue(turn, oldest)
}

/** True if the partner has seen an event emitted since the world `before`: in a poll, or in a push to a handler, even a failed one. */
export function partnerSawEventSince(world: World, before: World): boolean {
  const { events, deliveries, registrations } = world.webhooks
  for (const { delivery } of events.from(before.webhooks.events.size)) {
    if (delivery === null) continue
    const { tries, registration } = deliveries.at(delivery)
    const reachesIt = registrations.at(registration).type === 'Poll' || isConnected(world, delivery)
    if (tries > 0 && reachesIt) return true
  }
  return false
}
