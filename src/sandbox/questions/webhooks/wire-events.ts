/** Questions on the events of wires, asked with wires that move no money. (§2.3, §3, §6) */
import { type Fields, instantIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { agrees, ask, differs, is, story, unknown } from '../question.ts'
import { idleWire } from '../wires/amounts.ts'
import { isEnded, readWire, simulate, surely, withdraw } from '../wires/asking-wires.ts'
import { inboundMessage } from '../wires/requests.ts'
import { gathering } from './events.ts'
import { AT_ONCE, type Awaited, isAbout, LONGEST_GATHERING, type Watch, watching } from './watch.ts'

const RECEIVED = 'Wire.Payment.Received'
const FURTHER = ['Wire.Payment.Canceled', 'Wire.Payment.Processed', 'Wire.Payment.Rejected'] as const

const FREE = 'the events of wires have no registration yet, and no registration has type Poll'

/** How many milliseconds of the time that it may wait a question keeps for late events. */
function keptFor({ waitLeft }: Service): number {
  const most = LONGEST_GATHERING + 3 * AT_ONCE
  return waitLeft > 2 * most ? most : AT_ONCE
}

export const inboundEvents = story({
  tells: {
    'webhooks.aggregationSeconds': `${FREE}, and maxWait is longer than the time for which the service gathers events`,
    'events.inboundCompleted': `${FREE}, and an inbound wire is Completed within maxWait minus the time for which the service gathers events`,
  },
  how: 'simulates two inbound messages, and polls for their events until they are Completed',
  scope: 'money',
  async *tell(service) {
    void service.accountNumber
    const formats = {
      [RECEIVED]: 'Extended',
      'Wire.Payment.Sent': 'Basic',
      'Wire.Payment.Processed': 'Basic',
    } as const
    const watch = await watching(service, formats)
    if (!watch.names.has(RECEIVED)) return
    const awaited: Awaited[] = []
    for (let number = 0; number < 2; number++) {
      const wire = await surely(service, inboundMessage(service), 'an inbound message', simulate)
      awaited.push({ eventName: RECEIVED, id: wire.id, at: instantIn(wire, 'createdAt') })
    }
    const early = await watch.await(awaited)
    const gathered = gathering(awaited)
    const [first] = awaited
    yield { 'webhooks.aggregationSeconds': gathered }
    if (early) throw early
    if (first?.event === undefined) return
    const seconds = gathered?.verdict === 'is' ? (gathered.value ?? 0) : 0
    yield { 'events.inboundCompleted': await completed(service, watch, first.id, seconds * 1_000) }
  },
})

export const outboundEvents = ask<'events.wires'>({
  when: `${FREE}; a wire leaves Created within maxWait minus the time for which the service gathers events`,
  how: 'requests a wire that moves no money, cancels it after its review, and polls for its events',
  scope: 'money',
  async of(service) {
    void service.accountNumber
    const watch = await watching(service, Object.fromEntries(FURTHER.map((name) => [name, 'Basic'])))
    if (watch.names.size < FURTHER.length) {
      throw new Inconclusive('one of these events has a registration already')
    }
    const { id } = await idleWire(service)
    const ended = await service.until(() => endOf(service, id), { keep: keptFor(service) })
    const due = nameFor(String(ended))
    const event = await watch.find((each) => isAbout(each, id), LONGEST_GATHERING + AT_ONCE)
    const seen = `for a wire that is ${ended}`
    if (event !== undefined) {
      const name = event['eventName']
      return name === due ? is('registered', `${due} came ${seen}`) : differs(`${name} came ${seen}`)
    }
    if (await watch.isAlive()) return is('never', `no event came ${seen}, but a ping came`)
    return unknown(`no event came ${seen}, and not even a ping came`)
  },
})

/** Cancels a wire if that is possible, and returns its last status; undefined until it has one. */
async function endOf(service: Service, id: string): Promise<string | undefined> {
  const { status } = await readWire(service, id)
  if (status === 'Created' || status === 'Batched' || status === 'Processing') return undefined
  if (status !== 'Hold' && status !== 'Pending') return String(status)
  return (await withdraw(service, id)).isDone ? 'Canceled' : undefined
}

function nameFor(status: string): string {
  return status === 'Canceled' || status === 'Rejected' ? `Wire.Payment.${status}` : 'Wire.Payment.Processed'
}

async function completed(service: Service, watch: Watch, id: string, gathered: number) {
  const isOver = async () => (isEnded(await readWire(service, id)) ? true : undefined)
  await service.until(isOver, { keep: keptFor(service) })
  const isFurther = (each: Fields) => each['eventName'] !== RECEIVED && isAbout(each, id)
  const further = await watch.find(isFurther, gathered + AT_ONCE)
  if (further) return differs(`${further['eventName']} came for an inbound wire`)
  return agrees('the only wire event that came for a Completed inbound wire was Wire.Payment.Received')
}
