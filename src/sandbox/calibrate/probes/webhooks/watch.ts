/** Seeing events without a receiver: registrations of type Poll, for as long as a probe runs. (§6) */
import { HOUR } from '../../../../core/kernel/time/instant.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import { type Fields, fieldsOf, resultsIn } from '../field.ts'
import { until } from '../until.ts'
import { listRegistrations, register, requestFor, tidied } from './registrations.ts'

/** The names of events to watch, each with the format of its registration. */
export type Watched = Readonly<Record<string, 'Basic' | 'Extended'>>

const MOST_PAGES = 20

/** So long a service may take to tell of something that it tells at once, in milliseconds. */
export const AT_ONCE = 30_000

/** The longest that events are gathered, in milliseconds. */
export const LONGEST_GATHERING = HOUR

export class Watch {
  readonly #seen: Fields[] = []

  constructor(
    private readonly service: Service,
    /** The names that are watched, each with its registration; those that somebody had registered for are not. */
    readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether a ping is polled. Where it is not, nothing follows from what does not come. */
  async isAlive(): Promise<boolean> {
    const [id] = this.names.values()
    if (id === undefined) return false
    const { isDone } = await this.service.ask('pingWebhook', { parameters: { id } })
    const pinged = async () => (await this.events()).find(isPing)
    return isDone && (await until(this.service, pinged, { most: AT_ONCE })) !== undefined
  }

  /** Every event that came so far, oldest first. */
  async events(): Promise<readonly Fields[]> {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { isDone, status, body } = await this.service.ask('pollEvents', { query: { pageSize: '50' } })
      if (!isDone) throw new Inconclusive(`polling for events was answered ${status}`)
      this.#seen.push(...resultsIn(body))
      if (fieldsOf(body)['hasNextPage'] !== true) break
    }
    return this.#seen
  }

  /** The first event of a name that came for a resource, by its id. */
  async of(name: string, id: string): Promise<Fields | undefined> {
    return (await this.events()).find((event) => event['eventName'] === name && namesResource(event, id))
  }
}

/** Whether an event is a ping, which names no resource. */
export const isPing = ({ isPing, resources }: Fields): boolean =>
  isPing === true || (Array.isArray(resources) && resources.length === 0)

/** Whether an event names a resource, by the end of its path. */
export function namesResource({ resources }: Fields, id: string): boolean {
  return Array.isArray(resources) && resources.some((path) => typeof path === 'string' && path.endsWith(`/${id}`))
}

/**
 * Registers, runs, and removes the registrations.
 *
 * @throws {Inconclusive} where another registration is polled: its events would be taken away from it
 */
export function watching<Result>(
  service: Service,
  watched: Watched,
  run: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  return tidied(service, async () => {
    const there = await listRegistrations(service)
    if (there.some(({ type }) => type === 'Poll')) {
      throw new Inconclusive('a registration of type Poll is there already, and a poll would take its events away')
    }
    const names = new Map<string, string>()
    for (const [name, format] of Object.entries(watched)) {
      if (there.some(({ eventName }) => eventName === name)) continue
      const { id } = await register(service, requestFor(service, name, { registrationType: 'Poll', format }))
      if (id !== undefined) names.set(name, id)
    }
    return run(new Watch(service, names))
  })
}
