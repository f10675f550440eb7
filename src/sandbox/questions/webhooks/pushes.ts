/** Questions on pushes: one log of what a receiver got and answered, and the readers that judge it. (§6) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, idIn, instantIn, textIn } from '../../service/fields.ts'
import { Inconclusive, ifConclusive, whyNot } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { agreesIf, differs, is, story, unknown, type VerdictOn, type Verdicts } from '../question.ts'
import { freeName, register } from './registering.ts'

/** A push in the log. Times are by the service's clock, in milliseconds since 1970. */
export interface Arrival {
  readonly eventId: string
  readonly headers: Headers
  readonly at: number
  /** When the receiver answered it; undefined until then. */
  answeredAt?: number
  /** When the service stopped waiting for an answer; undefined if it did not, or if the receiver cannot notice. */
  abandonedAt?: number
}

/** A receiver that is registered for one event. */
interface Receiving {
  readonly service: Service
  readonly log: readonly Arrival[]
  registration(): Promise<Fields>
  /** Pings, and returns the first push of this ping. `answer` gives the status for its pushes; all others are answered 200. */
  pinged(answer: (arrival: Arrival) => number | Promise<number>): Promise<Arrival>
}

/** A story with a receiver. */
const receiving = <Id extends AssumptionId>(
  how: string,
  tell: (receiving: Receiving) => AsyncGenerator<Verdicts<Id>>,
) => ({
  how: `registers for an event that has no registration yet, pings the registration, ${how}`,
  scope: 'create' as const,
  async *tell(service: Service) {
    const { receiver } = service
    const [name, log] = [await freeName(service), [] as Arrival[]]
    let answering: (arrival: Arrival) => number | Promise<number> = () => 200
    const stop = await receiver.listen(async (request) => {
      const at = service.now()
      const body = await request.json().then(fieldsOf, () => ({}))
      // A push with another event name is not for this question.
      if (textIn(body, 'eventName') !== name) return new Response(null, { status: 200 })
      const arrival: Arrival = { eventId: idIn(body) ?? '', headers: request.headers, at }
      request.signal.addEventListener('abort', () => {
        arrival.abandonedAt = service.now()
      })
      log.push(arrival)
      const status = await answering(arrival)
      arrival.answeredAt = service.now()
      return new Response(null, { status })
    })
    try {
      const id = await register(service, name, { registrationType: 'Push', callbackUrl: receiver.url })
      const pinged: Receiving['pinged'] = async (answer) => {
        const earlier = new Set(log.map(({ eventId }) => eventId))
        answering = (arrival) => (earlier.has(arrival.eventId) ? 200 : answer(arrival))
        const { isDone, status } = await service.ask('pingWebhook', { parameters: { id } })
        if (!isDone) throw new Inconclusive(`a ping was answered ${status}`)
        return (await service.until(() => log.find(({ eventId }) => !earlier.has(eventId)))) as Arrival
      }
      yield* tell({ service, log, pinged, registration: () => service.read('getWebhook', { id }) })
    } finally {
      stop()
    }
  },
})

const REACHED = 'a push reaches the receiver'

export const pushes = {
  ...story({
    tells: {
      'webhooks.success': `${REACHED} within maxWait`,
      'webhooks.secret': `${REACHED} within maxWait, and bears no signature (a signature does not show its secret)`,
      'webhooks.signature': `${REACHED} within maxWait, and bears a signature`,
    },
    ...receiving('reads the headers of the push, and answers 200, then 202', async function* (receiver) {
      const { service, pinged } = receiver
      yield signed(await pinged(() => 200))
      const before = await countedAs(receiver)
      const { eventId } = await pinged(() => 202)
      const after = await service.until(() => countedAs(receiver, eventId), { most: AT_ONCE })
      yield { 'webhooks.success': success(before, after) }
    }),
  }),
  ...story({
    tells: {
      'webhooks.retrySeconds': `${REACHED}, and is tried again within maxWait`,
      'webhooks.retries': `${REACHED}, and maxWait is longer than all tries take`,
    },
    ...receiving('and answers 503 until the service stops trying', async function* (receiver) {
      const { service, log, pinged, registration } = receiver
      const { eventId } = await pinged(() => 503)
      const isOver = async () => ((await registration())['status'] === 'Suspended' ? true : undefined)
      const early = await whyNot(service.until(isOver))
      const tries = withoutDuplicates(log.filter((arrival) => arrival.eventId === eventId))
      yield { 'webhooks.retrySeconds': pauses(tries) }
      if (early) throw early
      if (tries.length === 1) yield { 'webhooks.retrySeconds': unknown('a push that failed is not tried again') }
      const { length } = tries
      const { consecutiveErrors: errors = length } = await registration()
      const seen = `the push came ${length} times, and then the registration was Suspended`
      const other = unknown(`${seen}, but the registration counts ${String(errors)} errors`)
      yield { 'webhooks.retries': errors === length ? is(length - 1, seen) : other }
    }),
  }),
  ...story({
    tells: { 'webhooks.timeoutSeconds': `${REACHED}, and maxWait is longer than the service waits for an answer` },
    ...receiving(
      'and withholds the answer until the service counts the push as failed, or hangs up',
      async function* (receiver) {
        let verdict: Promise<VerdictOn<'webhooks.timeoutSeconds'>> | undefined
        await receiver.pinged(async (arrival) => {
          verdict ??= withheld(receiver, arrival)
          await verdict.catch(ifConclusive)
          return 200
        })
        yield { 'webhooks.timeoutSeconds': await verdict }
      },
    ),
  }),
}

/** The longest time, in milliseconds, until a service emits an event or counts an answer. */
export const AT_ONCE = 30 * SECOND

function signed({ headers }: Arrival) {
  const names = [...headers.keys()].filter((name) => name.includes('signature'))
  const [, at = '', hash = ''] = /^t:(\S+), ?v1:([A-Za-z0-9+/]{43}=)$/.exec(headers.get('cos-signature') ?? '') ?? []
  if (names.length === 0) {
    const seen = 'pushes bear no signature'
    return { 'webhooks.secret': is(null, seen), 'webhooks.signature': unknown(seen) }
  }
  const isAsOurs = hash !== '' && !Number.isNaN(Date.parse(at))
  const other = `pushes bear ${names.join(', ')}, but not in our form`
  return {
    'webhooks.secret': unknown(`pushes are signed (${names.join(', ')}): no call shows with which secret`),
    'webhooks.signature': agreesIf(isAsOurs, isAsOurs ? 'cos-signature has a time, and 32 bytes in base64' : other),
  }
}

type Counted = 'success' | 'failure' | undefined

function success(of200: Counted, of202: Counted): VerdictOn<'webhooks.success'> {
  if (of200 !== 'success') return differs(`an answer of 200 counted as ${of200}`)
  const seen = `an answer of 202 counted as ${of202 ?? 'neither success nor failure'}`
  return of202 === undefined ? unknown(seen) : is(of202 === 'success' ? '2xx' : '200', seen)
}

/** How the service counted the answers to an event's pushes (by default to all pushes); undefined if it is not clear yet. */
async function countedAs({ service, log, registration }: Receiving, eventId?: string): Promise<Counted> {
  const { consecutiveErrors, lastError, status } = await registration()
  const [first, ...again] = log.filter((arrival) => arrival.eventId === eventId)
  // A service may push an event twice by mistake, so a second push is a retry only if it is later and no count of errors is known.
  const isLater = again.some(({ at }) => at - (first?.answeredAt ?? at) >= SECOND)
  const isAgain = typeof consecutiveErrors !== 'number' && isLater
  const hasFailed = status === 'Suspended' || (lastError ?? null) !== null || Number(consecutiveErrors) > 0
  if (isAgain || hasFailed) return 'failure'
  if (eventId === undefined) return 'success'
  const event = await service.ask('getEvent', { parameters: { id: eventId } })
  return textIn(event.body, 'status') === 'Success' ? 'success' : undefined
}

/** The most seconds that a push is on its way. */
const HELD_UP = 0.25

/** Milliseconds from the answer to the try before until each further try. */
const pausesIn = (tries: readonly Arrival[]) =>
  tries.slice(1).map(({ at }, index) => at - ((tries[index] as Arrival).answeredAt ?? (tries[index] as Arrival).at))

/** A service may push an event twice by mistake. If some tries come later, those that come at once are such duplicates. */
function withoutDuplicates(tries: readonly Arrival[]): readonly Arrival[] {
  const pauses = [Number.POSITIVE_INFINITY, ...pausesIn(tries)]
  const isLate = (pause: number | undefined) => Number(pause) > SECOND / 2
  return pauses.slice(1).some(isLate) ? tries.filter((_, index) => isLate(pauses[index])) : tries
}

export function pauses(tries: readonly Arrival[]): VerdictOn<'webhooks.retrySeconds'> {
  const seconds = pausesIn(tries).map((pause) => pause / SECOND)
  if (seconds.length === 0) return undefined
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  const seen = `the push came again ${least.toFixed(1)} s after a failure`
  // A service may push an event twice by mistake. One pause that is no whole number of seconds may be due to a delay on the way.
  const isWhole = Math.abs(least - Math.round(least)) <= HELD_UP
  if (seconds.length === 1 && (least < HELD_UP || !isWhole)) return unknown(`${seen}, but only once`)
  // Pauses vary, because a service looks for due pushes only at intervals, and pushes take time to arrive.
  if (most - least < 2) return is(Math.round(least), `the push came again ${Math.round(least)} s after each failure`)
  return differs(`the push came again ${least.toFixed(1)} to ${most.toFixed(1)} s after a failure`)
}

/** How long the service waits for an answer, by two times in its records, or else by the moment at which it hangs up. */
async function withheld(
  { service, registration }: Receiving,
  arrival: Arrival,
): Promise<VerdictOn<'webhooks.timeoutSeconds'>> {
  const event = await service.ask('getEvent', { parameters: { id: arrival.eventId } })
  const sent = instantIn(event.body, 'lastAttemptedAt')
  const failed = await service.until(async () => {
    const record = await registration()
    const isOver = arrival.abandonedAt !== undefined || textIn(record, 'lastError') !== undefined
    return isOver ? record : undefined
  })
  const lastError = instantIn(failed, 'lastError')
  // A service may set both times when it gives up, so equal times show nothing.
  const isByService = sent !== undefined && lastError !== undefined && lastError - sent >= SECOND / 2
  const [from, to] = isByService ? [sent, lastError] : [arrival.at, arrival.abandonedAt]
  if (to === undefined) return unknown('the event has no lastAttemptedAt before the lastError of the registration')
  if (to < from) return unknown('the push counted as failed before it was sent')
  const seconds = Math.round((to - from) / SECOND)
  return is(seconds, `the push counted as failed ${seconds} s after it was sent`)
}
