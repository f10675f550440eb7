/** What the bank tells of wires, by service messages: they have no value, so no money moves. (§2.3, §3, §6) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { type Fields, fieldsOf, instantIn, resultsIn, textIn } from '../field.ts'
import { make } from '../making.ts'
import { until } from '../until.ts'
import { awaitTold, type Made, tellOfGathering } from './made.ts'
import { detailsIn } from './tellings.ts'
import { AT_ONCE, LONGEST_GATHERING, namesResource, type Watch, watching } from './watch.ts'

const RECEIVED = 'Wire.Payment.Received'
const FURTHER = ['Wire.Payment.Canceled', 'Wire.Payment.Processed', 'Wire.Payment.Rejected'] as const

const FREE = 'the events of wires have no registration yet, and none is polled'

/** How long a probe keeps for events that come late: where it may wait little, as long as they are known to need. */
function keptFor(service: Service, tell: Tell): number {
  const most = LONGEST_GATHERING + 3 * AT_ONCE
  return service.waitLeft > 2 * most ? most : gatheredFor(tell) + AT_ONCE
}

/** How long events are gathered, in milliseconds. */
const gatheredFor = (tell: Tell): number => (tell.known('webhooks.aggregationSeconds') ?? 0) * 1_000

const MOST_PAGES = 10

const institution = { idCode: 'F', identifier: '026009593', name: 'Example National' }

export const wireTellingProbes: readonly Probe[] = [
  {
    name: 'what is told of inbound wires',
    scope: 'money',
    needs: ['accountNumber', 'partnerId'],
    how: 'simulates two inbound service messages, which have no amount, and polls for what is told of them until they are Completed',
    tells: {
      'webhooks.aggregationSeconds': `${FREE}, and maxWait is longer than it is gathered`,
      'events.details': FREE,
      'events.inboundCompleted': `${FREE}, and an inbound wire is Completed within maxWait, less what is gathered`,
    },
    run: (service, tell) =>
      watching(
        service,
        { [RECEIVED]: 'Extended', 'Wire.Payment.Sent': 'Basic', 'Wire.Payment.Processed': 'Basic' },
        (watch) => tellOfInbound(service, tell, watch),
      ),
  },
  {
    name: 'what is told of a wire that is canceled',
    scope: 'money',
    needs: ['accountNumber', 'partnerId'],
    how: 'sends a service message, which has no amount, cancels it when it was reviewed, and polls for what is told of it',
    tells: {
      'events.wires': `${FREE}; a wire leaves Created within maxWait, less what is gathered`,
    },
    run: (service, tell) =>
      watching(service, Object.fromEntries(FURTHER.map((name) => [name, 'Basic'])), (watch) =>
        tellOfOutbound(service, tell, watch),
      ),
  },
]

async function tellOfInbound(service: Service, tell: Tell, watch: Watch): Promise<void> {
  if (!watch.names.has(RECEIVED)) return
  const wires = [await simulate(service), await simulate(service)]
  const made = wires.map(({ id, status, body }): Made => {
    if (id === undefined) throw new Inconclusive(`an inbound service message was answered ${status}, without an id`)
    return { name: RECEIVED, id, at: instantIn(body, 'createdAt') }
  })
  const stopped = await awaitTold(service, watch, made)
  tellOfGathering(tell, made)
  if (stopped) throw stopped
  const [first] = made
  if (first?.event === undefined) return
  const { id, event } = first
  tellOfDetails(tell, id, event)

  const isCompleted = async () => ((await statusOf(service, id)) === 'Completed' ? true : undefined)
  await until(service, isCompleted, { keep: keptFor(service, tell) })
  const isTold = async () =>
    (await watch.events()).find((each) => each['eventName'] !== RECEIVED && namesResource(each, id))
  const further = await until(service, isTold, { most: gatheredFor(tell) + AT_ONCE })
  if (further) tell.differs('events.inboundCompleted', `${further['eventName']} told of an inbound wire`)
  else tell.agrees('events.inboundCompleted', 'of an inbound wire that was Completed no wire event told but Received')
}

function tellOfDetails(tell: Tell, id: string, event: Fields): void {
  const about = detailsIn(event).find(({ paymentId }) => paymentId === id)
  const areTexts = about && Object.values(about).every((value) => value === null || typeof value === 'string')
  if (about && areTexts) tell.agrees('events.details', 'Extended has the fields of the wire, as texts or null')
  else
    tell.differs('events.details', `Extended has ${JSON.stringify(Object.keys(detailsIn(event)[0] ?? {}))} of a wire`)
}

async function tellOfOutbound(service: Service, tell: Tell, watch: Watch): Promise<void> {
  if (watch.names.size < FURTHER.length)
    throw new Inconclusive('somebody has registered for one of these events already')
  const { id, status } = await send(service)
  if (id === undefined) throw new Inconclusive(`a service message was answered ${status}`)
  await listWires(service)
  const ended = await until(
    service,
    async () => {
      const now = await statusOf(service, id)
      if (now === 'Created') return undefined
      if (now !== 'Hold' && now !== 'Pending') return now
      const canceled = await service.ask('cancelWire', { parameters: { id } })
      return canceled.isDone ? 'Canceled' : undefined
    },
    { keep: keptFor(service, tell) },
  )
  const due: Made = { name: nameFor(ended), id, at: service.now() }
  const isTold = async () => (await watch.events()).find((each) => namesResource(each, id))
  const event = await until(service, isTold, { most: LONGEST_GATHERING + AT_ONCE })
  const seen = `of a wire that is ${ended}`
  if (event !== undefined) {
    if (event['eventName'] === due.name) tell.is('events.wires', 'registered', `${due.name} told ${seen}`)
    else tell.differs('events.wires', `${event['eventName']} told ${seen}`)
  } else if (await watch.isAlive()) tell.is('events.wires', 'never', `nothing told ${seen}, and a ping came`)
  else tell.unknown('events.wires', `nothing told ${seen}, nor did a ping come`)
}

/** The order of a list is read off a page whose wires were made at different times; these two probes made some. */
async function listWires(service: Service): Promise<void> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { pageNumber: String(page), pageSize: '50' }
    const { isDone, body } = await service.ask('listWires', { query })
    const times = new Set(resultsIn(body).map((wire) => textIn(wire, 'createdAt')))
    if (!isDone || times.size > 1 || fieldsOf(body)['hasNextPage'] !== true) return
  }
}

/** The event of a wire that came to this, if there is one. */
function nameFor(status: string | undefined): string {
  if (status === 'Canceled' || status === 'Rejected') return `Wire.Payment.${status}`
  return 'Wire.Payment.Processed'
}

async function statusOf(service: Service, id: string): Promise<string | undefined> {
  const { isDone, status, body } = await service.ask('getWire', { parameters: { id } })
  if (!isDone) throw new Inconclusive(`a wire was answered ${status}`)
  return textIn(body, 'status')
}

const message = (service: Service) => ({ accountNumber: service.accountNumber, businessFunctionCode: 'SVC' })

function simulate(service: Service) {
  const body = {
    ...message(service),
    originator: { idCode: 'D', identifier: 'CALIBRATE', name: 'Calibrate' },
    senderRoutingNumber: institution.identifier,
    senderDiName: institution.name,
    originatorFi: institution,
    beneficiaryReference: 'CALIBRATE',
  }
  return make(service, 'simulation', body)
}

function send(service: Service) {
  const body = {
    ...message(service),
    receiverRoutingNumber: institution.identifier,
    beneficiary: { idCode: 'D', identifier: 'CALIBRATE', name: 'Calibrate' },
    purpose: 'calibrate',
  }
  return make(service, 'wire', body)
}
