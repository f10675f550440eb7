/**
 * The outbox: the deliveries that go to connected handlers, in order. A delivery that no longer waits for a try stays in it, and is passed
 * over. The shell reads it in `bank/shell/pushes/push-queue.ts`. (§6)
 */
import { uuidOf } from '../kernel/identity.ts'
import { Table } from '../kernel/table.ts'
import { streams } from '../streams.ts'
import type { Draft, World } from '../world.ts'
import type { EventName } from './event-name.ts'
import { resourcesOf } from './resources.ts'
import { isSigned } from './signature.ts'
import { deliveryStatuses } from './webhook-status.ts'

/** A push that goes to a connected handler next. */
export interface DuePush {
  readonly eventId: string
  readonly eventName: EventName
  readonly resources: readonly string[]
  /** Whether it was never tried before. */
  readonly isFirst: boolean
  readonly isSigned: boolean
  readonly callbackUrl: string
}

/** The first pushes of the outbox that still wait to be sent, in order. Empty while the test holds all pushes. */
export function nextInOutbox(world: World, most: number): DuePush[] {
  const due: DuePush[] = []
  if (world.webhooks.pushMode === 'held') return due
  for (const delivery of world.webhooks.outbox.from(world.webhooks.outboxHead)) {
    if (due.length >= most) break
    if (!awaitsTry(world, delivery)) continue
    const { event, tries, registration } = world.webhooks.deliveries.at(delivery)
    const { callbackUrl } = world.webhooks.registrations.at(registration)
    const { name, about } = world.webhooks.events.at(event)
    const { seed } = world.settings
    const [eventId, resources] = [uuidOf(seed, streams.event, event), resourcesOf(seed, about)]
    const isFirst = tries === 0
    due.push({ eventId, eventName: name, resources, isFirst, isSigned: isSigned(world, registration), callbackUrl })
  }
  return due
}

export function outboxOf(world: World): number[] {
  return [...world.webhooks.outbox.from(world.webhooks.outboxHead)]
}

export function othersInOutbox(world: World, delivery: number): number[] {
  return outboxOf(world).filter((other) => other !== delivery)
}

export function setOutbox(world: Draft, deliveries: readonly number[]): void {
  world.webhooks.outbox = Table.from(deliveries)
  world.webhooks.outboxHead = 0
}

/** Takes the deliveries to a registration out of the outbox, and returns those that still wait for a try. */
export function takeFromOutbox(world: Draft, registration: number): number[] {
  const isOwn = (delivery: number) => world.webhooks.deliveries.at(delivery).registration === registration
  const [all, others] = [outboxOf(world), (delivery: number) => !isOwn(delivery)]
  const own = all.filter(isOwn)
  if (own.length > 0) setOutbox(world, all.filter(others))
  return own.filter((delivery) => awaitsTry(world, delivery))
}

/** True if a delivery still waits for a try. False if the delivery is forgotten, or if its registration is removed. */
export function awaitsTry(world: World, slot: number): boolean {
  const delivery = world.webhooks.deliveries.get(slot)
  if (delivery === undefined) return false
  const { status, registration } = delivery
  return deliveryStatuses[status].awaitsTry && !world.webhooks.registrations.at(registration).isRemoved
}

/** Stands for every address in the list of connections. */
export const EVERY_ADDRESS = '*'

export function isConnected(world: World, delivery: number): boolean {
  const { connections } = world.webhooks
  const { callbackUrl } = world.webhooks.registrations.at(world.webhooks.deliveries.at(delivery).registration)
  return connections.includes(EVERY_ADDRESS) || connections.includes(new URL(callbackUrl).href)
}
