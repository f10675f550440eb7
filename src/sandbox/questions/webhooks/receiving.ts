/** Receives pushes while a question is asked, and makes the registrations that send them. (§2.7, §6) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { type Fields, idIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { make } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { freeName, registrationFor } from './registering.ts'

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

  constructor(
    private readonly service: Service,
    private readonly mine: string,
  ) {}

  async answer(request: Request): Promise<Response> {
    const at = this.service.now()
    const body = await request.json().then(fieldsOf, () => ({}))
    const eventName = textIn(body, 'eventName') ?? ''
    // A push with another event name is not for this question.
    if (this.mine !== eventName) return new Response(null, { status: 200 })
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

/** Registers for one event while `tell` runs. @throws {Inconclusive} if each event has a registration already */
export async function* receiving<Told>(
  service: Service,
  tell: (receiver: Receiving, id: string) => AsyncGenerator<Told>,
): AsyncGenerator<Told> {
  const { receiver: entry } = service
  const name = await freeName(service)
  const receiver = new Receiving(service, name)
  const stop = await entry.listen((request) => receiver.answer(request))
  try {
    const request = registrationFor(service, name, { registrationType: 'Push', callbackUrl: entry.url })
    const { status, id } = await make(service, 'registration', request)
    if (id === undefined) throw new Inconclusive(`a registration of type Push was answered ${status}, without an id`)
    yield* tell(receiver, id)
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
