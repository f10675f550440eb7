/** Questions on the headers of a push, and on the answers that count as success. (§6) */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { textIn } from '../../service/fields.ts'
import type { Service } from '../../service/service.ts'
import { agreesIf, differs, is, story, unknown, type VerdictOn } from '../question.ts'
import { type Arrival, ping, type Receiving, receiving, registrationOf } from './receiving.ts'
import { AT_ONCE } from './watch.ts'

const REACHED = 'a push reaches the receiver within maxWait'

export const pushes = story({
  tells: {
    'webhooks.success': REACHED,
    'webhooks.secret': `${REACHED}, and bears no signature (a signature does not show its secret)`,
    'webhooks.signature': `${REACHED}, and bears a signature`,
  },
  how: 'pings a registration, reads the headers of the push, and answers 200, then 202',
  scope: 'create',
  tell: (service) =>
    receiving(service, async function* (receiver, id) {
      await ping(service, id)
      yield signed(await receiver.next())
      yield { 'webhooks.success': await success(service, receiver, id) }
    }),
})

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

/** If 202 does not count as success, the registration has an error, or the push comes again. */
async function success(service: Service, receiver: Receiving, id: string): Promise<VerdictOn<'webhooks.success'>> {
  const before = await countedAs(service, receiver, id)
  if (before !== 'success') return differs(`an answer of 200 counted as ${before}`)
  const known = new Set(receiver.arrivals.map(({ eventId }) => eventId))
  receiver.answering = ({ eventId }) => (known.has(eventId) ? 200 : 202)
  await ping(service, id)
  const { eventId } = await receiver.next((arrival) => !known.has(arrival.eventId))
  const after = await service.until(() => countedAs(service, receiver, id, eventId), { most: AT_ONCE })
  const seen = `an answer of 202 counted as ${after ?? 'neither success nor failure'}`
  if (after === undefined) return unknown(seen)
  return is(after === 'success' ? '2xx' : '200', seen)
}

const isLater = ({ at }: Arrival, _: number, [first]: readonly Arrival[]) => at - (first?.answeredAt ?? at) >= SECOND

/** Whether the service took the answers to an event's pushes (by default to all pushes) for success; undefined if it is not clear yet. */
async function countedAs(service: Service, { arrivals }: Receiving, id: string, eventId?: string) {
  const { consecutiveErrors, lastError, status } = await registrationOf(service, id)
  const own = arrivals.filter((arrival) => arrival.eventId === eventId)
  // A service may push an event twice by mistake, so a second push is a retry only if it is later and no count of errors is known.
  const isAgain = typeof consecutiveErrors !== 'number' && own.some(isLater)
  const hasFailed = status === 'Suspended' || (lastError ?? null) !== null || Number(consecutiveErrors) > 0
  if (isAgain || hasFailed) return 'failure'
  if (eventId === undefined) return 'success'
  const event = await service.ask('getEvent', { parameters: { id: eventId } })
  return textIn(event.body, 'status') === 'Success' ? 'success' : undefined
}
