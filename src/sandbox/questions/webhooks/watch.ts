/** Seeing events without a receiver: registrations of type Poll, for as long as a question is asked. (§6) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { HOUR, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn, recordsIn } from '../../service/fields.ts'
import { Inconclusive, whyNot } from '../../service/inconclusive.ts'
import { make } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { registrationFor } from './registrations.ts'

/** The milliseconds that a service may take to emit an event that comes at once. */
export const AT_ONCE = 30 * SECOND

/** The longest that events are gathered, in milliseconds. */
export const LONGEST_GATHERING = HOUR

const MOST_PAGES = 20

/** Something that was made, and the event that should come of it. */
export interface Awaited {
  readonly eventName: string
  /** Of the record. */
  readonly id: string
  /** When it was made, by the clock of the service. */
  readonly at: number | undefined
  event?: Fields | undefined
}

/** How long an event came after what it is about, in milliseconds. */
export function delayOf({ at, event }: Awaited): number | undefined {
  const emitted = instantIn(event, 'createdAt')
  return at === undefined || emitted === undefined ? undefined : emitted - at
}

export class Watch {
  readonly #events: Fields[] = []

  constructor(
    private readonly service: Service,
    /** The names that are watched, each with its registration; those that had one already are not. */
    readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether a ping is polled. Where it is not, nothing follows from what does not come. */
  async isAlive(): Promise<boolean> {
    const [id] = this.names.values()
    if (id === undefined) return false
    const { isDone } = await this.service.ask('pingWebhook', { parameters: { id } })
    return isDone && (await this.find(isPing, AT_ONCE)) !== undefined
  }

  /** Polls for an event; undefined where none comes in so many milliseconds. */
  find(isIt: (event: Fields) => boolean, most: number): Promise<Fields | undefined> {
    return this.service.until(async () => (await this.events()).find(isIt), { most })
  }

  /** Every event that came so far, oldest first. */
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
   * Waits until each event came, or until it would have: what was made at the same time comes at the same time. Gives the reason where it
   * ended before.
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

/** Whether an event is a ping, which names no resource. */
export const isPing = ({ isPing, resources }: Fields): boolean =>
  isPing === true || (Array.isArray(resources) && resources.length === 0)

/** Whether an event names a resource, by the end of its path. */
export function isAbout({ resources }: Fields, id: string): boolean {
  return Array.isArray(resources) && resources.some((path) => typeof path === 'string' && path.endsWith(`/${id}`))
}

/** The details of an event, of each resource. */
export function detailsIn(event: unknown): readonly Fields[] {
  const { details } = fieldsOf(event)
  return Array.isArray(details) ? details.map(fieldsOf) : []
}

/**
 * Registers for events of these names, each in its format; the registrations are removed when the question ends.
 *
 * @throws {Inconclusive} where another registration is polled: its events would be taken away from it
 */
export async function watching(
  service: Service,
  formats: Readonly<Record<string, 'Basic' | 'Extended'>>,
): Promise<Watch> {
  const there = await service.all('listWebhooks')
  if (there.some(({ type }) => type === 'Poll')) {
    throw new Inconclusive('a registration of type Poll is there already, and a poll would take its events away')
  }
  const names = new Map<string, string>()
  for (const [name, format] of Object.entries(formats)) {
    if (there.some(({ eventName }) => eventName === name)) continue
    const request = registrationFor(service, name, { registrationType: 'Poll', format })
    const { id } = await make(service, 'registration', request)
    if (id !== undefined) names.set(name, id)
  }
  return new Watch(service, names)
}
