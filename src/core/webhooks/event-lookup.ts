/** Looking events up, and polling for them instead of having them pushed. (§4, §6) */
import { finderOf, inquiryOf } from '../finder.ts'
import { Table } from '../kernel/table.ts'
import type { Page } from '../page.ts'
import { streams } from '../streams.ts'
import { maySee, type Turn } from '../turn.ts'
import { eventRecord, type Notification, pushedNotification } from './notification.ts'
import { changeDelivery, changeRegistration } from './push-attempt.ts'

const findEvent = finderOf({
  stream: streams.event,
  records: (world) => world.webhooks.events,
  isSeen: (event, partner) => event.partner === partner,
  code: 'event_not_found',
  noun: 'event',
  advice: 'this partner has none such. Take the id from a notification. (§2.7)',
})

/** One event of the acting partner, with what became of its delivery. */
export const getEvent = inquiryOf(findEvent, ({ world }, slot) => eventRecord(world, slot), 'webhooks.management')

/** Hands out the events of the partner's Poll registrations that were not handed out before, oldest first. */
export function pollEvents(turn: Turn, { pageSize: asked }: { pageSize?: number | undefined }): Page<Notification> {
  const { world, actor, assume } = turn
  assume('webhooks.poll')
  const waiting: number[] = []
  for (let slot = 0; slot < world.webhooks.registrations.size; slot++) {
    const { partner, type, queue, isRemoved } = world.webhooks.registrations.at(slot)
    if (type !== 'Poll' || isRemoved || !maySee(actor, partner)) continue
    for (const delivery of queue) waiting.push(delivery)
    changeRegistration(world, slot, { queue: Table.empty })
  }
  // Deliveries are numbered as their events happened, whichever registration they are for.
  waiting.sort((first, second) => first - second)
  const pageSize = asked ?? assume('paging.pageSize')
  for (const delivery of waiting.slice(0, pageSize)) {
    const { tries } = world.webhooks.deliveries.at(delivery)
    changeDelivery(world, delivery, { status: 'Succeeded', tries: tries + 1, lastAttemptedAt: world.now })
  }
  for (const delivery of waiting.slice(pageSize)) {
    const { registration } = world.webhooks.deliveries.at(delivery)
    changeRegistration(world, registration, {
      queue: world.webhooks.registrations.at(registration).queue.add(delivery),
    })
  }
  return {
    results: waiting.slice(0, pageSize).map((delivery) => pushedNotification(world, delivery)),
    pageNumber: 1,
    pageSize,
    hasPreviousPage: false,
    hasNextPage: waiting.length > pageSize,
  }
}
