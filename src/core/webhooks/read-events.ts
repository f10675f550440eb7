/** Reads events, one by its id or new ones by a poll, and pings: a ping is an event without resources, to see whether the receiver answers. (§4, §6) */
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

export const getEvent = inquiryOf(findEvent, ({ world }, slot) => eventRecord(world, slot))

/** Returns the events of the partner's Poll registrations that no poll returned before, oldest first. */
export function pollEvents(turn: Turn, { pageSize: asked }: { pageSize?: number | undefined }): Page<Notification> {
  const { world, assume } = turn
  const pageSize = asked ?? assume('paging.pageSize')
  const polled = polledBy(turn)
  const handedOut = polled
    .flatMap((slot) => firstOf(world.webhooks.registrations.at(slot).queue, pageSize))
    // Deliveries are numbered in the order of their events, across registrations.
    .sort((first, second) => first - second)
    .slice(0, pageSize)
  for (const delivery of handedOut) {
    const { tries } = world.webhooks.deliveries.at(delivery)
    changeDelivery(world, delivery, { status: 'Succeeded', tries: tries + 1, lastAttemptedAt: world.now })
  }
  for (const slot of polled) {
    const taken = handedOut.filter((delivery) => world.webhooks.deliveries.at(delivery).registration === slot).length
    const { queue } = world.webhooks.registrations.at(slot)
    // What was handed out of a queue is its beginning.
    if (taken > 0) changeRegistration(world, slot, { queue: Table.from(queue.from(taken)) })
  }
  return {
    results: handedOut.map((delivery) => pushedNotification(world, delivery)),
    pageNumber: 1,
    pageSize,
    hasPreviousPage: false,
    hasNextPage: polled.some((slot) => world.webhooks.registrations.at(slot).queue.size > 0),
  }
}

function polledBy({ world: { webhooks }, actor }: Turn): number[] {
  return webhooks.registered.filter((slot) => {
    const { partner, type } = webhooks.registrations.at(slot)
    return type === 'Poll' && maySee(actor, partner)
  })
}

function firstOf(queue: Table<number>, most: number): number[] {
  return Array.from({ length: Math.min(queue.size, most) }, (_, slot) => queue.at(slot))
}

export const pingRegistration = operationOf(findRegistration, 'ping', (turn, slot): Notification => {
  const { world } = turn
  const { eventName, partner } = world.webhooks.registrations.at(slot)
  return notificationOf(world, emit(turn, eventName, partner, [], { isPing: true }))
})
