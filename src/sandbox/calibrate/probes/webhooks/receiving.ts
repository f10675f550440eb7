/** Receiving pushes: what comes to the receiver while a probe runs, and registrations whose pushes go there. (§2.7, §6) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import { type Fields, fieldsOf, idIn, textIn } from '../field.ts'
import { until } from '../until.ts'
import {
  freeQuietNames,
  listRegistrations,
  OWN_NAME,
  register,
  requestFor,
  surelyRemove,
  tidied,
} from './registrations.ts'

/** A push that came in. Times by our clock, in milliseconds since 1970. */
export interface Arrival {
  readonly eventId: string
  readonly eventName: string
  readonly headers: Headers
  readonly at: number
  /** When it was answered; undefined until then. */
  answeredAt?: number
}

/** Answers a push with a status, at once or later. */
export type Answering = (arrival: Arrival, arrivals: readonly Arrival[]) => number | Promise<number>

export class Receiving {
  readonly arrivals: Arrival[] = []
  answering: Answering = () => 200

  constructor(
    private readonly service: Service,
    private readonly mine: ReadonlySet<string>,
  ) {}

  async answer(request: Request): Promise<Response> {
    const at = this.service.now()
    const body = await bodyOf(request)
    const eventName = textIn(body, 'eventName') ?? ''
    // Whatever else comes here is somebody else's.
    if (!this.mine.has(eventName)) return new Response(null, { status: 200 })
    const arrival: Arrival = { eventId: idIn(body) ?? '', eventName, headers: request.headers, at }
    this.arrivals.push(arrival)
    const status = await this.answering(arrival, this.arrivals)
    arrival.answeredAt = this.service.now()
    return new Response(null, { status })
  }

  /** Waits for a push that is as asked for. @throws {Inconclusive} where none comes */
  async next(isIt: (arrival: Arrival) => boolean): Promise<Arrival> {
    return (await until(this.service, () => this.arrivals.find(isIt), {})) as Arrival
  }
}

async function bodyOf(request: Request): Promise<Fields> {
  try {
    return fieldsOf(await request.json())
  } catch {
    return {}
  }
}

/** A name for each of these registrations: without a registration yet, and of an event that a probe causes only by a ping. */
async function freeNames(service: Service, count: number): Promise<string[]> {
  const taken = (await listRegistrations(service)).map(({ eventName }) => eventName)
  const own = Array.from({ length: count }, (_, index) => `${OWN_NAME}${index + 1}`)
  if (own.some((name) => taken.includes(name))) return freeQuietNames(service)
  const { isDone, id } = await register(service, requestFor(service, own[0] as string, { registrationType: 'Poll' }))
  if (!isDone) return freeQuietNames(service)
  await surelyRemove(service, id)
  return own
}

/**
 * Registers for pushes to the receiver, one registration for each of `requests`, runs with their ids, and removes them.
 *
 * @throws {Inconclusive} where there are not so many names to register for
 */
export function receiving(
  service: Service,
  requests: readonly Fields[],
  run: (receiving: Receiving, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  return tidied(service, async () => {
    const names = (await freeNames(service, requests.length)).slice(0, requests.length)
    if (names.length < requests.length)
      throw new Inconclusive('each name that could be tried has a registration already')
    const ids: string[] = []
    const receiver = new Receiving(service, new Set(names))
    const stop = await service.receiver.listen((request) => receiver.answer(request))
    try {
      for (const [index, name] of names.entries()) {
        const { url: callbackUrl } = service.receiver
        const request = requestFor(service, name, { registrationType: 'Push', callbackUrl, ...requests[index] })
        const { status, id } = await register(service, request)
        if (id === undefined)
          throw new Inconclusive(`a registration of type Push was answered ${status}, without an id`)
        ids.push(id)
      }
      await run(receiver, ids)
    } finally {
      stop()
    }
  })
}

/** Pings a registration. @throws {Inconclusive} where that is refused */
export async function ping(service: Service, id: string): Promise<void> {
  const { isDone, status } = await service.ask('pingWebhook', { parameters: { id } })
  if (!isDone) throw new Inconclusive(`a ping was answered ${status}`)
}

/** A registration as it is now. */
export async function registrationOf(service: Service, id: string): Promise<Fields> {
  const { isDone, status, body } = await service.ask('getWebhook', { parameters: { id } })
  if (!isDone) throw new Inconclusive(`a registration was answered ${status}`)
  return fieldsOf(body)
}
