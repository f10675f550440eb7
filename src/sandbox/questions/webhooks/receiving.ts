/** Receives pushes while a question is asked, and makes the registrations that send them. (§2.7, §6) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type Fields, idIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { make, makeBriefly } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { isRefused } from '../asking.ts'
import { freeNames, freeQuietNames, OWN_NAME, registrationFor } from './registering.ts'

/** A push that came in. Times are by the service's clock, in milliseconds since 1970. */
export interface Arrival {
  readonly eventId: string
  readonly eventName: string
  readonly headers: Headers
  readonly at: number
  /** When the receiver answered it; undefined until then. */
  answeredAt?: number
  /** When the service stopped waiting for an answer; undefined if it did not, or if the receiver cannot notice. */
  abandonedAt?: number
}

/** The status with which to answer a push. */
type Answering = (arrival: Arrival, arrivals: readonly Arrival[]) => number | Promise<number>

export class Receiving {
  readonly arrivals: Arrival[] = []
  answering: Answering = () => 200
  /** The fields with which a registration was refused, while the same registration without them was accepted. */
  readonly refused: string[] = []

  constructor(
    private readonly service: Service,
    private readonly mine: ReadonlySet<string>,
  ) {}

  async answer(request: Request): Promise<Response> {
    const at = this.service.now()
    const body = await request.json().then(fieldsOf, () => ({}))
    const eventName = textIn(body, 'eventName') ?? ''
    // A push with another event name is not for this question.
    if (!this.mine.has(eventName)) return new Response(null, { status: 200 })
    const arrival: Arrival = { eventId: idIn(body) ?? '', eventName, headers: request.headers, at }
    request.signal.addEventListener('abort', () => {
      arrival.abandonedAt = this.service.now()
    })
    this.arrivals.push(arrival)
    const status = await this.answering(arrival, this.arrivals)
    arrival.answeredAt = this.service.now()
    return new Response(null, { status })
  }

  /** Waits for a push that passes the test. @throws {Inconclusive} if none comes */
  async next(isIt: (arrival: Arrival) => boolean = () => true): Promise<Arrival> {
    return (await this.service.until(() => this.arrivals.find(isIt))) as Arrival
  }
}

/** Names of events that have no registration yet and are sent only as pings: at least `count` of them, if so many can be found. */
async function namesFor(service: Service, count: number): Promise<readonly string[]> {
  const own = Array.from({ length: count }, (_, index) => `${OWN_NAME}${index + 1}`)
  if ((await freeNames(service, own)).length < count) return await freeQuietNames(service)
  const request = registrationFor(service, own[0] as string)
  const { isDone } = await makeBriefly(service, 'registration', request)
  return isDone ? own : await freeQuietNames(service)
}

/** Makes one registration for each of `requests`. @throws {Inconclusive} if there are not enough names to register for */
export async function* receiving<Told>(
  service: Service,
  requests: readonly Fields[],
  tell: (receiver: Receiving, ...ids: string[]) => AsyncGenerator<Told>,
): AsyncGenerator<Told> {
  const { receiver: entry } = service
  const names = (await namesFor(service, requests.length)).slice(0, requests.length)
  if (names.length < requests.length)
    throw new Inconclusive('each event name that could be tried has a registration already')
  const receiver = new Receiving(service, new Set(names))
  const stop = await entry.listen((request) => receiver.answer(request))
  try {
    const ids: string[] = []
    for (const [index, name] of names.entries()) {
      const where = { registrationType: 'Push', callbackUrl: entry.url }
      const request = registrationFor(service, name, { ...where, ...requests[index] })
      const first = await make(service, 'registration', request)
      const isPlain = Object.keys(requests[index] ?? {}).length === 0
      // The service may refuse the further fields, and still accept a plain Push registration.
      const plain = registrationFor(service, name, where)
      const { status, id } = isPlain || !isRefused(first) ? first : await make(service, 'registration', plain)
      if (id !== first.id) receiver.refused.push(...Object.keys(requests[index] ?? {}))
      if (id === undefined) throw new Inconclusive(`a registration of type Push was answered ${status}, without an id`)
      ids.push(id)
    }
    yield* tell(receiver, ...ids)
  } finally {
    stop()
  }
}

/** @throws {Inconclusive} if the ping is refused */
export async function ping(service: Service, id: string): Promise<void> {
  const { isDone, status } = await service.ask('pingWebhook', { parameters: { id } })
  if (!isDone) throw new Inconclusive(`a ping was answered ${status}`)
}

export const registrationOf = (service: Service, id: string): Promise<Fields> => service.read('getWebhook', { id })
