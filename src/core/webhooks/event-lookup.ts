/** Looking events up, and polling for them instead of having them pushed. (§4, §6) */
import { slotOfUuid } from '../kernel/identity.ts'
import { Table } from '../kernel/table.ts'
import type { Page } from '../page.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Reading, Turn } from '../turn.ts'
import { changeRegistration } from './attempt.ts'
import { change } from './delivery.ts'
import { type EventRecord, eventRecord, type Notification, pushedNotification } from './notification.ts'

/** One event of the acting partner, with what became of its delivery. */
export function getEvent(reading: Reading, { id }: { id: string }): EventRecord | Rejection {
  const { world, actor } = reading
  reading.assume('webhooks.management')
  const slot = slotOfUuid(world.settings.seed, streams.event, id)
  const event = slot === undefined ? undefined : world.webhooks.events.get(slot)
  if (slot !== undefined && event && (actor.kind !== 'partner' || actor.partner === event.partner)) {
    return eventRecord(world, slot)
  }
  return reject(
    'event_not_found',
    `Failed to read the event "${id}": this partner has none such. Take the id from a notification. (§2.7)`,
  )
}

/** Hands out the events of the partner's Poll registrations that were not handed out before, oldest first. */
export function pollEvents(turn: Turn, { pageSize: asked }: { pageSize?: number | undefined }): Page<Notification> {
  const { world, actor, assume } = turn
  assume('webhooks.poll')
  const waiting: number[] = []
  for (let slot = 0; slot < world.webhooks.registrations.size; slot++) {
    const { partner, type, queue, isRemoved } = world.webhooks.registrations.at(slot)
    if (type !== 'Poll' || isRemoved || (actor.kind === 'partner' && actor.partner !== partner)) continue
    waiting.push(...queue)
    changeRegistration(world, slot, { queue: Table.empty })
  }
  // Deliveries are numbered as their events happened, whichever registration they are for.
  waiting.sort((first, second) => first - second)
  const pageSize = asked ?? assume('paging.pageSize')
  for (const delivery of waiting.slice(0, pageSize)) {
    const { tries } = world.webhooks.deliveries.at(delivery)
    change(turn, delivery, { status: 'Succeeded', tries: tries + 1, lastAttemptedAt: world.now })
  }
  for (const delivery of waiting.slice(pageSize)) {
    const { registration } = world.webhooks.deliveries.at(delivery)
    changeRegistration(world, registration, {
      queue: world.webhooks.registrations.at(registration).queue.add(delivery),
    })
  }
  return {
    results: waiting.slice(0, pageSize).map((delivery) => pushedNotification(turn, delivery)),
    pageNumber: 1,
    pageSize,
    hasPreviousPage: false,
    hasNextPage: waiting.length > pageSize,
  }
}
