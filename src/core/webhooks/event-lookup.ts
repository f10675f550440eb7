/** Looks events up, polls for them, and pings: a ping is an event without resources, to see whether the receiver answers. (§4, §6) */
import { finderOf, inquiryOf, operationOf } from '../finder.ts'
import { Table } from '../kernel/table.ts'
import type { Page } from '../page.ts'
import { streams } from '../streams.ts'
import { maySee, type Turn } from '../turn.ts'
import { changeDelivery, changeRegistration } from './attempt-records.ts'
import { emit } from './event.ts'
import { findRegistration } from './find-registration.ts'
import { eventRecord, type Notification, notificationOf, pushedNotification } from './notification.ts'

const findEvent = finderOf({
  stream: streams.event,
  records: (world) => world.webhooks.events,
  isSeen: (event, partner) => event.partner === partner,
  code: 'event_not_found',
  noun: 'event',
  advice: 'this partner has no such event. Take the id from a notification. (§2.7)',
})

export const getEvent = inquiryOf(findEvent, ({ world }, slot) => eventRecord(world, slot), 'webhooks.management')

/** Returns the events of the partner's Poll registrations that no poll returned before, oldest first. */
export function pollEvents(turn: Turn, { pageSize: asked }: { pageSize?: number | undefined }): Page<Notification> {
  const { world, assume } = turn
  assume('webhooks.poll')
  const pageSize = asked ?? assume('paging.pageSize')
  const polled = polledBy(turn)
  const handedOut = polled
    .flatMap((slot) => firstOf(world.webhooks.registrations.at(slot).queue, pageSize))
    // Deliveries are numbered in the order of their events, across registrations.
    .sort((first, second) => first - second)
    .slice(0, pageSize)
  for (const delivery of handedOut) {
    const { registration, tries } = world.webhooks.deliveries.at(delivery)
    changeDelivery(world, delivery, { status: 'Succeeded', tries: tries + 1, lastAttemptedAt: world.now })
    const { queue } = world.webhooks.registrations.at(registration)
    changeRegistration(world, registration, { queue: withoutFirst(queue) })
  }
  return {
    results: handedOut.map((delivery) => pushedNotification(world, delivery)),
    pageNumber: 1,
    pageSize,
    hasPreviousPage: false,
    hasNextPage: polled.some((slot) => !isEmpty(world.webhooks.registrations.at(slot).queue)),
  }
}

function polledBy({ world: { webhooks }, actor }: Turn): number[] {
  return webhooks.registered.filter((slot) => {
    const { partner, type } = webhooks.registrations.at(slot)
    return type === 'Poll' && maySee(actor, partner)
  })
}

function firstOf(queue: Table<number>, most: number): number[] {
  const end = Math.min(queue.size, queue.first + most)
  return Array.from({ length: end - queue.first }, (_, index) => queue.at(queue.first + index))
}

const isEmpty = ({ first, size }: Table<number>): boolean => first === size

/** Removes the first delivery of a queue. An empty queue is `Table.empty`, so that equal queues are deeply equal. */
function withoutFirst(queue: Table<number>): Table<number> {
  const rest = queue.forget(queue.first + 1)
  return isEmpty(rest) ? Table.empty : rest
}

export const pingRegistration = operationOf(findRegistration, 'ping', (turn, slot): Notification => {
  const { world } = turn
  turn.assume('webhooks.management')
  turn.assume('webhooks.ping')
  const { eventName, partner } = world.webhooks.registrations.at(slot)
  return notificationOf(world, emit(turn, eventName, partner, [], { isPing: true }))
})
