/** What a push carries, and which answer to it counts as success. (§6) */

import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { textIn } from '../field.ts'
import { until } from '../until.ts'
import { type Arrival, ping, type Receiving, receiving, registrationOf } from './receiving.ts'
import { AT_ONCE } from './watch.ts'

const USER = 'calibrate'
const REACHED = 'a push reaches the receiver within maxWait'

export const pushProbes: readonly Probe[] = [
  {
    name: 'answers to pushes',
    scope: 'create',
    needs: ['partnerId', 'receiver'],
    how: 'pings two registrations, looks at what is pushed, and answers 200, then 202',
    tells: {
      'webhooks.success': REACHED,
      'webhooks.secret': `${REACHED}, and bears no signature: the secret itself is not shown`,
      'webhooks.signature': `${REACHED}, and bears a signature`,
      'webhooks.credentials': REACHED,
    },
    // One of the two credentials each.
    run: (service, tell) =>
      receiving(service, [{ authUsername: USER }, { authPassword: USER }], (receiver, ids) =>
        tellOfPushes(service, tell, receiver, ids as readonly [string, string]),
      ),
  },
]

async function tellOfPushes(
  service: Service,
  tell: Tell,
  receiver: Receiving,
  [named, unnamed]: readonly [string, string],
): Promise<void> {
  receiver.answering = () => 200
  await ping(service, named)
  const first = await receiver.next(() => true)
  tellOfSignature(tell, first)
  await ping(service, unnamed)
  const second = await receiver.next(({ eventName }) => eventName !== first.eventName)
  tellOfCredentials(tell, first, second)
  await tellOfSuccess(service, tell, receiver, unnamed)
}

function tellOfSignature(tell: Tell, { headers }: Arrival): void {
  const names = [...headers.keys()].filter((name) => name.includes('signature'))
  const [, at = '', hash = ''] = /^t:(\S+), ?v1:([A-Za-z0-9+/]{43}=)$/.exec(headers.get('cos-signature') ?? '') ?? []
  if (names.length === 0) {
    tell.is('webhooks.secret', null, 'pushes bear no signature')
    tell.unknown('webhooks.signature', 'pushes bear no signature')
    return
  }
  tell.unknown(
    'webhooks.secret',
    `pushes are signed, by ${names.join(', ')}: with which secret only the service tells you`,
  )
  if (hash !== '' && !Number.isNaN(Date.parse(at))) {
    tell.agrees('webhooks.signature', 'cos-signature has a time, and 32 bytes in base64')
  } else tell.differs('webhooks.signature', `pushes bear ${names.join(', ')}, of another form`)
}

function tellOfCredentials(tell: Tell, named: Arrival, unnamed: Arrival): void {
  const [one, other] = [named, unnamed].map(({ headers }) => headers.get('authorization'))
  const seen = (what: string, sent: string | null | undefined) =>
    `${what} alone is sent as ${sent === null ? 'nothing' : sent === `Basic ${btoa(`${USER}:`)}` ? 'itself with an empty password' : 'something else'}`
  const told = `${seen('authUsername', one)}, and ${seen('authPassword', other)}`
  if (one === `Basic ${btoa(`${USER}:`)}` && other === null) tell.agrees('webhooks.credentials', told)
  else tell.differs('webhooks.credentials', told)
}

/** Where 202 is no success, the registration says so, or the push comes again. */
async function tellOfSuccess(service: Service, tell: Tell, receiver: Receiving, id: string): Promise<void> {
  const before = await verdictOn(service, receiver, id, undefined)
  if (before !== 'success') return tell.differs('webhooks.success', `an answer of 200 counted as ${before}`)
  const known = new Set(receiver.arrivals.map(({ eventId }) => eventId))
  receiver.answering = ({ eventId }) => (known.has(eventId) ? 200 : 202)
  await ping(service, id)
  const { eventId } = await receiver.next((arrival) => !known.has(arrival.eventId))
  const after = await until(
    service,
    async () => {
      const verdict = await verdictOn(service, receiver, id, eventId)
      return verdict === 'nothing' ? undefined : verdict
    },
    { most: AT_ONCE },
  )
  const seen = `an answer of 202 counted as ${after ?? 'nothing'}`
  if (after === 'success') tell.is('webhooks.success', '2xx', seen)
  else if (after === 'failure') tell.is('webhooks.success', '200', seen)
  else tell.unknown('webhooks.success', seen)
}

/** What the last answer counted as: of a certain event, or of all before. */
async function verdictOn(
  service: Service,
  { arrivals }: Receiving,
  id: string,
  eventId: string | undefined,
): Promise<'success' | 'failure' | 'nothing'> {
  const { consecutiveErrors, lastError, status } = await registrationOf(service, id)
  const isAgain = eventId !== undefined && arrivals.filter((arrival) => arrival.eventId === eventId).length > 1
  if (isAgain || status === 'Suspended' || lastError !== undefined || Number(consecutiveErrors) > 0) return 'failure'
  if (eventId === undefined) return 'success'
  const event = await service.ask('getEvent', { parameters: { id: eventId } })
  return textIn(event.body, 'status') === 'Success' ? 'success' : 'nothing'
}
