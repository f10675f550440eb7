/** Watches events without a receiver, by registrations of type Poll. Also has the questions on pings and polls. (§6) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { HOUR, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn, recordsIn, textIn } from '../../service/fields.ts'
import { Inconclusive, whyNot } from '../../service/inconclusive.ts'
import { make } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { agreesIf, story, type VerdictOn } from '../question.ts'
import { freeQuietNames, registered, registrationFor } from './registering.ts'

/** The longest time, in milliseconds, until a service emits an event, if it does not gather several changes into one event. */
export const AT_ONCE = 30 * SECOND

/** The longest time, in milliseconds, for which a service gathers changes. */
export const LONGEST_GATHERING = HOUR

const MOST_PAGES = 20

/** A new record, and the event that it should cause. */
export interface Awaited {
  readonly eventName: string
  /** The id of the record. */
  readonly id: string
  /** When the record was made, by the clock of the service. */
  readonly at: number | undefined
  event?: Fields | undefined
}

/** Milliseconds from the creation of a record until its event. */
export function delayOf({ at, event }: Awaited): number | undefined {
  const emitted = instantIn(event, 'createdAt')
  return at === undefined || emitted === undefined ? undefined : emitted - at
}

export class Watch {
  readonly #events: Fields[] = []

  constructor(
    private readonly service: Service,
    /** The ids of our registrations, keyed by event name. Names that had a registration before are not watched. */
    readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether a poll returns a ping. If it does not, a missing event shows nothing. */
  async isAlive(): Promise<boolean> {
    const [id] = this.names.values()
    if (id === undefined) return false
    const { isDone } = await this.service.ask('pingWebhook', { parameters: { id } })
    return isDone && (await this.find(isPing, AT_ONCE)) !== undefined
  }

  /** Undefined if no such event comes within `most` milliseconds. */
  find(isIt: (event: Fields) => boolean, most: number): Promise<Fields | undefined> {
    return this.service.until(async () => (await this.events()).find(isIt), { most })
  }

  /** Polls, and returns every event that came so far, oldest first. */
  async events(): Promise<readonly Fields[]> {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { isDone, status, body } = await this.service.ask('pollEvents', { query: { pageSize: '50' } })
      if (!isDone) throw new Inconclusive(`polling for events was answered ${status}`)
      this.#events.push(...recordsIn(body))
      if (fieldsOf(body)['hasNextPage'] !== true) break
    }
    return this.#events
  }

  /**
   * Records that were made together have their events at the same time. So when some events have come, this waits only a little longer for
   * the others. Returns an error if the question may wait no longer, otherwise undefined.
   */
  async await(awaited: readonly Awaited[]): Promise<Inconclusive | undefined> {
    const begun = this.service.now()
    const look = async () => {
      const events = await this.events()
      for (const each of awaited) {
        each.event ??= events.find((event) => event['eventName'] === each.eventName && isAbout(event, each.id))
      }
      const delays = awaited.map(delayOf).filter((delay) => delay !== undefined)
      const isOver = delays.length > 0 && this.service.now() - begun > Math.max(...delays) + AT_ONCE
      return isOver || awaited.every(({ event }) => event !== undefined) ? true : undefined
    }
    return await whyNot(this.service.until(look, { most: LONGEST_GATHERING + AT_ONCE }))
  }
}

export const isPing = ({ isPing, resources }: Fields): boolean =>
  isPing === true || (Array.isArray(resources) && resources.length === 0)

/** Whether a resource of an event is the record with this id. */
export function isAbout({ resources }: Fields, id: string): boolean {
  return Array.isArray(resources) && resources.some((path) => typeof path === 'string' && path.endsWith(`/${id}`))
}

/** The details of an event, one record for each resource. */
export function detailsIn(event: unknown): readonly Fields[] {
  const { details } = fieldsOf(event)
  return Array.isArray(details) ? details.map(fieldsOf) : []
}

/** @throws {Inconclusive} if there is another registration of type Poll, because our polls would take its events away */
export async function watching(
  service: Service,
  formats: Readonly<Record<string, 'Basic' | 'Extended'>>,
): Promise<Watch> {
  const there = await registered(service)
  if (there.some(({ type }) => type === 'Poll')) {
    throw new Inconclusive('there is a registration of type Poll already, and a poll would take its events away')
  }
  const names = new Map<string, string>()
  for (const [name, format] of Object.entries(formats)) {
    if (there.some(({ eventName }) => eventName === name)) continue
    const request = registrationFor(service, name, { format })
    const { id, body } = await make(service, 'registration', request)
    const type = textIn(body, 'type') ?? 'Poll'
    if (type !== 'Poll') throw new Inconclusive(`a registration was requested with type Poll, and has type ${type}`)
    if (id !== undefined) names.set(name, id)
  }
  return new Watch(service, names)
}

const FREE = 'no registration has type Poll, and one event name has no registration yet'

export const polling = story({
  tells: { 'webhooks.ping': FREE, 'webhooks.poll': FREE },
  how: 'pings a registration of type Poll twice, and polls for one event at a time',
  scope: 'create',
  async *tell(service) {
    const [name] = await freeQuietNames(service)
    if (name === undefined) return
    const watch = await watching(service, { [name]: 'Basic' })
    const [id] = watch.names.values()
    if (id === undefined) return
    // Takes away the events that were waiting already, because they do not belong to this question.
    await watch.events()
    const ping = () => service.ask('pingWebhook', { parameters: { id } })
    const pinged = await ping()
    const isBare = pinged.body === null
    const seen = `a ping was answered ${pinged.status}, ${isBare ? 'with an empty body' : 'with a body'}`
    yield { 'webhooks.ping': agreesIf(pinged.status === 202 && isBare, seen) }
    if (!pinged.isDone) return
    await ping()
    yield { 'webhooks.poll': await polled(service, watch) }
  },
})

/** How two pings come if they are polled one by one. */
async function polled(service: Service, watch: Watch): Promise<VerdictOn<'webhooks.poll'>> {
  const sizes: number[] = []
  const ids: unknown[] = []
  const look = async () => {
    const { isDone, body } = await service.ask('pollEvents', { query: { pageSize: '1' } })
    const events = recordsIn(body)
    sizes.push(events.length)
    ids.push(...events.filter(isPing).map((event) => event['id']))
    return isDone && ids.length >= 2 ? true : undefined
  }
  const areBoth = await service.until(look, { most: AT_ONCE })
  const isAgain = (await watch.events()).some((event) => ids.includes(event['id']))
  const most = Math.max(...sizes)
  return agreesIf(
    areBoth === true && new Set(ids).size === ids.length && most === 1 && !isAgain,
    `${ids.length} of two pings were polled, ${most} at a time, and ${isAgain ? 'one of them' : 'none of them'} came twice`,
  )
}
