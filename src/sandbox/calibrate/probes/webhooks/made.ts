/** What a probe made, and the events that tell of it: whether they are gathered, and what they say. (§6) */

import { SECOND } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Tell } from '../../probe.ts'
import { type Fields, instantIn } from '../field.ts'
import { until } from '../until.ts'
import { AT_ONCE, LONGEST_GATHERING, namesResource, type Watch } from './watch.ts'

/** Something that was made, and the event that tells of it. */
export interface Made {
  /** Of the event that should come. */
  readonly name: string
  /** Of the record. */
  readonly id: string
  /** When it was made, by the clock of the service. */
  readonly at: number | undefined
  event?: Fields | undefined
}

export const madeOf = (made: readonly Made[], ...names: readonly string[]): Made[] =>
  made.filter(({ name }) => names.includes(name))

/** How long an event came after what it tells of, in milliseconds. */
function delayOf({ at, event }: Made): number | undefined {
  const told = instantIn(event, 'createdAt')
  return at === undefined || told === undefined ? undefined : told - at
}

/**
 * Waits until each is told of, or until it would have been: what was made at the same time comes at the same time. Gives the reason
 * where it was stopped before.
 */
export async function awaitTold(
  service: Service,
  watch: Watch,
  made: readonly Made[],
): Promise<Inconclusive | undefined> {
  const begun = service.now()
  const look = async () => {
    const events = await watch.events()
    for (const each of made) {
      each.event ??= events.find((event) => event['eventName'] === each.name && namesResource(event, each.id))
    }
    const delays = made.map(delayOf).filter((delay) => delay !== undefined)
    const isOver = delays.length > 0 && service.now() - begun > Math.max(...delays) + AT_ONCE
    return isOver || made.every(({ event }) => event !== undefined) ? true : undefined
  }
  try {
    await until(service, look, { most: LONGEST_GATHERING + AT_ONCE })
    return undefined
  } catch (error) {
    if (error instanceof Inconclusive) return error
    throw error
  }
}

/** Whether what was made in one breath came in one event, and how much later; undefined where that cannot be told. */
export function tellOfGathering(tell: Tell, together: readonly Made[]): boolean {
  const id = 'webhooks.aggregationSeconds'
  const events = new Set(together.map(({ event }) => event?.['id']))
  const delays = together.map(delayOf)
  if (together.length === 0 || events.has(undefined) || delays.includes(undefined)) return false
  const [first = 0] = delays
  if (delays.some((delay = 0) => delay < -SECOND)) {
    tell.unknown(id, 'events came before what they tell of')
    return true
  }
  const areAtOnce = delays.every((delay = 0) => Math.abs(delay) < SECOND)
  const seen = `events came ${Math.round(first / SECOND)} s after what they tell of`
  if (events.size === 1 && together.length > 1) {
    const seconds = Math.round(first / SECOND)
    if (seconds > 0) tell.is(id, seconds, `one event told of ${together.length}, ${seconds} s after the first`)
    else tell.differs(id, `one event told of ${together.length}, and at once`)
  } else if (areAtOnce) tell.is(id, null, `${seen}, each by itself`)
  else if (together.length > 1) tell.unknown(id, `${seen}, each by itself: they may be gathered, or late`)
  else return false
  return true
}

/** Judges names whose events either all come to their registrations, or never. */
export function tellOfNames(
  tell: Tell,
  id: 'events.restrictions' | 'events.subledgers' | 'events.transactions',
  made: readonly Made[],
): void {
  const [pushed, missing] = [made.filter(({ event }) => event), made.filter(({ event }) => !event)]
  const namesIn = (some: readonly Made[]) => [...new Set(some.map(({ name }) => name))].join(', ')
  if (pushed.length === 0) return
  if (missing.length === 0) tell.is(id, 'registered', `${namesIn(pushed)} came to a registration`)
  else tell.unknown(id, `${namesIn(pushed)} came, and of ${namesIn(missing)} not each`)
}
