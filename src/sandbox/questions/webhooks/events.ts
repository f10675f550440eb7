/** Questions on events: one log of polls for what calls have caused, and the readers that judge it. (§3, §6) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { HOUR, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, idIn, instantIn, recordsIn } from '../../service/fields.ts'
import { Inconclusive, Trouble, whyNot } from '../../service/inconclusive.ts'
import { type Creation, isRemoved, make, remove } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { openSubledger, transferAndBack } from '../accounts.ts'
import { reads } from '../fields.ts'
import { differs, is, type Manner, type Part, story, unknown, type VerdictOn } from '../question.ts'
import { blockingNothing } from '../restrictions.ts'
import { idleWire } from '../wires/amounts.ts'
import { inboundMessage, readWire, simulate, surely, withdraw } from '../wires/requests.ts'
import { AT_ONCE } from './pushes.ts'
import { register, registered } from './registering.ts'

/** The longest time, in milliseconds, for which a service gathers changes. */
const LONGEST_GATHERING = HOUR
const MOST_PAGES = 20

/** A record that was made or changed, and the event that it should cause. */
export interface Awaited {
  readonly eventName: string
  /** The id of the record. */
  readonly id: string
  /** When the record was made, by the clock of the service; undefined if that is not known. */
  readonly at?: number | undefined
  event?: Fields | undefined
}

/** The events that came to our registrations of type Poll. */
class Log {
  readonly events: Fields[] = []
  /** A poll whose answer was lost, perhaps with events. */
  lost: Trouble | undefined

  constructor(
    private readonly service: Service,
    /** The id of one of the registrations. */
    private readonly registration: string,
  ) {}

  async poll(): Promise<void> {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const polled = this.service.ask('pollEvents', { query: { pageSize: '50' } })
      const answer = await polled.catch((error: unknown) => {
        if (!(error instanceof Trouble)) throw error
        this.lost = error
      })
      if (answer === undefined) return
      const { isDone, status, body } = answer
      if (!isDone) throw new Inconclusive(`polling for events was answered ${status}`)
      this.events.push(...recordsIn(body))
      if (fieldsOf(body)['hasNextPage'] !== true) return
    }
  }

  /** Polls until all events have come. When some have, it waits only a little longer for those of the records that were made with them. */
  async until(awaited: readonly Awaited[]): Promise<void> {
    const begun = this.service.now()
    const look = async () => {
      await this.poll()
      for (const each of awaited) {
        each.event ??= this.events.find((event) => event['eventName'] === each.eventName && isAbout(event, each.id))
      }
      const delays = awaited.map(delayOf).filter((delay) => delay !== undefined)
      const isOver = delays.length > 0 && this.service.now() - begun > Math.max(...delays) + AT_ONCE
      return isOver || awaited.every(({ event }) => event !== undefined) ? true : undefined
    }
    await this.service.until(look, { most: LONGEST_GATHERING + AT_ONCE })
  }

  /** Whether a ping comes. If it does not, a missing event shows nothing. */
  async isAlive(): Promise<boolean> {
    const { isDone } = await this.service.ask('pingWebhook', { parameters: { id: this.registration } })
    const look = async () => {
      await this.poll()
      return this.events.find(isPing)
    }
    return isDone && (await this.service.until(look, { most: AT_ONCE })) !== undefined
  }
}

const isPing = ({ isPing, resources }: Fields): boolean =>
  isPing === true || (Array.isArray(resources) && resources.length === 0)

/** Whether a resource of an event is the record with this id. */
const isAbout = ({ resources }: Fields, id: string): boolean =>
  Array.isArray(resources) && resources.some((path) => typeof path === 'string' && path.endsWith(`/${id}`))

/** Milliseconds from the creation of a record until its event. */
function delayOf({ at, event }: Awaited): number | undefined {
  const emitted = instantIn(event, 'createdAt')
  return at === undefined || emitted === undefined ? undefined : emitted - at
}

/** Registers for events with type Poll. @throws {Inconclusive} if others have registered so, or for one of these events */
async function logOf(service: Service, names: readonly string[]): Promise<Log> {
  void service.accountNumber
  const [there, { made }] = [await registered(service), service.session]
  // A registration of this run may remain, if its removal failed.
  const others = there.filter((each) => !made.has(idIn(each) ?? ''))
  if (others.some(({ type }) => type === 'Poll'))
    throw new Inconclusive('there is a registration of type Poll already, and a poll would take its events away')
  const taken = names.find((name) => others.some(({ eventName }) => eventName === name))
  if (taken) throw new Inconclusive(`${taken} has a registration already`)
  const ids: string[] = []
  for (const name of names) {
    const own = there.find(({ eventName }) => eventName === name)
    ids.push(idIn(own) ?? (await register(service, name, { format: 'Basic' })))
  }
  return new Log(service, ids[0] as string)
}

type Causing = (service: Service) => Promise<readonly Awaited[]>

/** How often records are made anew, because an answer to a poll was lost. */
const MOST_TRIES = 4

/** Makes records, and polls for their events. `whyNot`: why events are missing; undefined if the service may not have sent them. */
async function caused(service: Service, names: readonly string[], cause: Causing) {
  const log = await logOf(service, names)
  for (let tries = 1; ; tries++) {
    log.lost = undefined
    const awaited = await cause(service)
    const early = await whyNot(log.until(awaited))
    const isComplete = awaited.every(({ event }) => event !== undefined)
    if (isComplete) return { log, awaited, whyNot: undefined }
    if (early || log.lost === undefined || tries === MOST_TRIES) return { log, awaited, whyNot: early ?? log.lost }
  }
}

type EventsId = `events.${'restrictions' | 'subledgers' | 'transactions' | 'wires'}`

interface Cause extends Omit<Manner, 'how'> {
  readonly does: string
  readonly names: readonly string[]
  /** Makes records, and returns the events that they should cause. */
  readonly cause: Causing
}

const FREE = 'these events have no registration yet, and no registration has type Poll'
const LATE = 'if no event comes, maxWait must be over an hour'

/** A question on the events of some records, and whether one event gathers several of them. */
const eventsOf = <Id extends EventsId>(id: Id, { does, names, when = FREE, scope = 'money', cause }: Cause) =>
  story<Id>({
    tells: { [id]: `${when}; ${LATE}` } as { readonly [Each in Id]: string },
    how: `${does}, and polls for the events`,
    scope,
    async *tell(service) {
      const { log, awaited, whyNot: why } = await caused(service, names, cause)
      yield { 'webhooks.aggregationSeconds': gathering(awaited) } as never
      if (why) throw why
      yield { [id]: await came(log, awaited) } as never
    },
  })

/** Whether events come to a registration. */
async function came(log: Log, awaited: readonly Awaited[]): Promise<VerdictOn<EventsId>> {
  const namesOf = (some: readonly Awaited[]) => [...new Set(some.map(({ eventName }) => eventName))].join(', ')
  const [there, missing] = [awaited.filter(({ event }) => event), awaited.filter(({ event }) => !event)]
  if (awaited.length === 0) return undefined
  if (missing.length === 0) return is('registered', `${namesOf(there)} came to a registration`)
  const other = log.events.find((event) => awaited.some(({ id }) => isAbout(event, id)))
  if (other) return unknown(`${String(other['eventName'])} came, but some events of ${namesOf(missing)} did not`)
  const seen = `no event ${namesOf(missing)} came`
  return (await log.isAlive()) ? is('never', `${seen}, but a ping came`) : unknown(`${seen}, and not even a ping came`)
}

/** Whether one event names all records that were made together, and how late it came; undefined if the events do not show that. */
export function gathering(all: readonly Awaited[]): VerdictOn<'webhooks.aggregationSeconds'> {
  const together = all.filter(({ at, eventName }) => at !== undefined && eventName === all[0]?.eventName)
  const events = new Set(together.map(({ event }) => event?.['id']))
  const delays = together.map(delayOf).filter((delay) => delay !== undefined)
  const [first = 0] = delays
  if (together.length < 2 || events.has(undefined) || delays.length < together.length) return undefined
  if (delays.some((delay) => delay < -SECOND)) return unknown('events are older than their records')
  const seconds = Math.round(first / SECOND)
  const { resources } = together[0]?.event ?? {}
  const [begun] = Array.isArray(resources) ? resources : []
  if (begun !== undefined && !together.some(({ id }) => String(begun).endsWith(id))) {
    return unknown('the event also names an earlier resource, so it does not show when the gathering began')
  }
  if (events.size === 1) {
    const seen = `one event named ${together.length} resources`
    return seconds > 0
      ? is(seconds, `${seen}, ${seconds} s after the first was made`)
      : differs(`${seen}, and came at once`)
  }
  const seen = `each record had an event of its own, ${seconds} s later`
  if (delays.every((delay) => Math.abs(delay) < SECOND)) return is(null, seen)
  return unknown(`${seen}: the service may gather events, or send them late`)
}

const awaitedOf = (eventName: string, { id, body }: Creation, field: string): Awaited[] =>
  id === undefined ? [] : [{ eventName, id, at: instantIn(body, field) }]

const ofRestrictions = eventsOf('events.restrictions', {
  names: ['Core.Restriction.Placed', 'Core.Restriction.Removed'],
  does: 'places and removes two restrictions that block nothing',
  scope: 'create',
  async cause(service) {
    const place = () => make(service, 'restriction', blockingNothing(service))
    const placed = [await place(), await place()].flatMap((each) =>
      awaitedOf('Core.Restriction.Placed', each, 'createdAt'),
    )
    const removed: Awaited[] = []
    for (const { id } of placed) {
      if (isRemoved(await remove(service, 'restriction', id)))
        removed.push({ eventName: 'Core.Restriction.Removed', id })
    }
    return [...placed, ...removed]
  },
})

const ofSubledgers = eventsOf('events.subledgers', {
  names: ['Core.SubAccount.Opened'],
  does: 'opens a subledger',
  scope: 'create',
  cause: async (service) => awaitedOf('Core.SubAccount.Opened', await openSubledger(service), 'openedAt'),
})

const ofTransactions = eventsOf('events.transactions', {
  names: ['Core.Transaction.Completed', 'Core.Activity.Posted'],
  does: 'transfers one minor unit to a subledger and back',
  when: `the account can pay one minor unit; ${FREE}`,
  async cause(service) {
    const { id = '', body } = await transferAndBack(service)
    const status = fieldsOf(body)['status']
    if (status !== 'Posted') throw new Inconclusive(`a transfer has the status ${String(status)} instead of Posted`)
    return ['Core.Transaction.Completed', 'Core.Activity.Posted'].map((eventName) => ({ eventName, id }))
  },
})

const ofWires = eventsOf('events.wires', {
  names: ['Wire.Payment.Canceled', 'Wire.Payment.Processed', 'Wire.Payment.Rejected'],
  does: 'requests a wire that moves no money, and cancels it after its review',
  when: `${FREE}; a wire leaves Created within maxWait minus the time for which the service gathers events`,
  async cause(service) {
    const { id } = await idleWire(service)
    const keep = Math.min(LONGEST_GATHERING + 3 * AT_ONCE, service.waitLeft / 2)
    const ended = await service.until(() => endOf(service, id), { keep })
    return [{ eventName: `Wire.Payment.${ended === 'Completed' ? 'Processed' : ended}`, id }]
  },
})

/** Cancels a wire if that is possible, and returns its last status; undefined until it has one. */
async function endOf(service: Service, id: string): Promise<string | undefined> {
  const { status } = await readWire(service, id)
  if (status === 'Created' || status === 'Batched' || status === 'Processing') return undefined
  if (status !== 'Hold' && status !== 'Pending') return String(status)
  return (await withdraw(service, id)).isDone ? 'Canceled' : undefined
}

const RECEIVED = 'Wire.Payment.Received'

/** The events of inbound wires come in any case, so they show how events are gathered even if no other events come. */
const ofInbound = story({
  tells: { 'webhooks.aggregationSeconds': 'maxWait is longer than the time for which the service gathers events' },
  how: 'simulates two inbound messages, and polls for the events',
  scope: 'money',
  async *tell(service) {
    const { awaited, whyNot: why } = await caused(service, [RECEIVED], async () => {
      const wires = [inboundMessage(service), inboundMessage(service)]
      const made: Awaited[] = []
      for (const request of wires) {
        const wire = await surely(service, request, 'an inbound message', simulate)
        made.push({ eventName: RECEIVED, id: wire.id, at: instantIn(wire, 'createdAt') })
      }
      return made
    })
    yield { 'webhooks.aggregationSeconds': gathering(awaited) }
    if (why) throw why
  },
})

export const events = {
  ...ofSubledgers,
  ...ofTransactions,
  ...ofWires,
  ...ofRestrictions,
  // Both stories are run; the first verdict other than `unknown` counts.
  'webhooks.aggregationSeconds': {
    ...ofInbound['webhooks.aggregationSeconds'],
    stories: [...ofRestrictions['events.restrictions'].stories, ...ofInbound['webhooks.aggregationSeconds'].stories],
  },
  'wires.canceling': reads<'wires.canceling'>({
    calls: ['cancelWire'],
    when: 'a wire was withdrawn',
    after: ofWires['events.wires'].stories,
    fields: { status: /^Canceled$/ },
  }),
} satisfies Part
