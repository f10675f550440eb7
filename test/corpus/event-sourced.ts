/**
 * A treasury whose truth is its events: a command appends to the stream of its order at an expected version, a process manager reads
 * the log from its checkpoint on and calls the bank, and what was spent is a projection that is rebuilt from the same log.
 */
import type { Ends, Scenario } from 'vostro/explore'
import { createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { partners } from './partner.ts'

type Bug =
  | 'keys a wire by the version of its stream'
  | 'looks into the list of wires instead of repeating its key'
  | 'moves its checkpoint on before the bank has answered'
  | 'saves a projection and its position apart'
  | 'records the end of a wire at any version'
  | 'keeps a stream in its cache when an append fails'
  | 'begins at the end of the log when its checkpoint cannot be loaded'

type Event =
  | { readonly type: 'PaymentRequested'; readonly order: string; readonly amount: number }
  | { readonly type: 'SubmissionFailed'; readonly order: string }
  | { readonly type: 'WireSubmitted'; readonly order: string; readonly paymentId: string }
  | { readonly type: 'WireEnded'; readonly order: string; readonly status: string; readonly amount: number }

interface Recorded {
  readonly position: number
  readonly event: Event
}

class VersionConflictError extends Error {}

/** The event store: streams by order, one log over all of them, and the documents of its subscribers. */
class EventStore {
  readonly log: Recorded[] = []
  readonly documents = new Map<string, number>()

  async append(order: string, expectedVersion: number | 'any', event: Event): Promise<void> {
    const version = this.#stream(order).length
    if (expectedVersion !== 'any' && expectedVersion !== version) throw new VersionConflictError(`${order}: ${version}`)
    this.log.push({ position: this.log.length + 1, event })
  }
  async read(order: string): Promise<Event[]> {
    return this.#stream(order)
  }
  async readAll(after: number): Promise<Recorded[]> {
    return this.log.slice(after)
  }
  async load(names: readonly string[]): Promise<number[]> {
    return names.map((name) => this.documents.get(name) ?? 0)
  }
  async save(documents: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, value] of Object.entries(documents)) this.documents.set(name, value)
  }

  #stream(order: string): Event[] {
    return this.log.map(({ event }) => event).filter((event) => event.order === order)
  }
}

const callbackUrl = 'https://treasury.example/hooks'
const ends: readonly string[] = ['Completed', 'Rejected', 'Canceled']

async function startTreasury(processEnds: Ends, environment: Environment, database: EventStore, bug?: Bug) {
  const { fetch, connect, every, sleep } = processEnds
  const store = processEnds.store(database)
  const client = createClient({ ...environment, fetch, connect })
  const cache = new Map<string, Event[]>()
  /** The orders whose wires have not ended, with the ids of those that were submitted. */
  const open = new Map<string, string | undefined>()
  let seen = 0
  let isBehind = true
  let isRegistered = false
  let working: Promise<void> | undefined
  let [spent = 0, spentUpTo = 0] = await retried(() => store.load(['spent', 'spent up to']))
  let checkpoint = await loadCheckpoint()

  async function loadCheckpoint(): Promise<number> {
    const attempt = async () => (await store.load(['checkpoint']))[0] ?? 0
    if (bug !== 'begins at the end of the log when its checkpoint cannot be loaded') return await retried(attempt)
    return await attempt().catch(async () => (await store.readAll(0)).length)
  }

  async function load(order: string): Promise<Event[]> {
    const events = cache.get(order) ?? (await store.read(order))
    cache.set(order, events)
    return events
  }

  async function append(event: Event, events: readonly Event[], version: number | 'any' = events.length) {
    const { order } = event
    isBehind = true
    try {
      await store.append(order, version, event)
    } catch (error) {
      if (bug !== 'keeps a stream in its cache when an append fails') cache.delete(order)
      throw error
    }
    cache.set(order, [...events, event])
  }

  /** Once more after a minute: by then a request that is still under way at the bank has ended. */
  async function twice<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch {
      await sleep({ minutes: 1 })
      return await attempt()
    }
  }

  function createWire(order: string, amount: number, version: number): Promise<Wire> {
    const key = bug === 'keys a wire by the version of its stream' ? `${order} ${version}` : order
    const wire = wireTo(environment.accountNumber, amount, order)
    if (bug !== 'looks into the list of wires instead of repeating its key') {
      return twice(() => client.post<Wire>('wires/v1/payments', wire, key))
    }
    return retried(async () => {
      const { results } = await client.get<{ results: Wire[] }>('wires/v1/payments?pageSize=50')
      const made = results.find(({ beneficiaryReference }) => beneficiaryReference === order)
      return made ?? (await client.post<Wire>('wires/v1/payments', wire, crypto.randomUUID()))
    }, 2)
  }

  async function submit(order: string, amount: number): Promise<void> {
    const events = await load(order)
    if (events.some(({ type }) => type === 'WireSubmitted')) return
    let wire: Wire
    try {
      wire = await createWire(order, amount, events.length)
    } catch (error) {
      await append({ type: 'SubmissionFailed', order }, events)
      throw error
    }
    await append({ type: 'WireSubmitted', order, paymentId: wire.id }, events)
  }

  async function settle(order: string): Promise<void> {
    const events = await load(order)
    const paymentId = open.get(order)
    if (paymentId === undefined || events.some(({ type }) => type === 'WireEnded')) return
    const { status, amount } = await client.get<Wire>(`wires/v1/payments/${paymentId}`)
    if (!ends.includes(status)) return
    const version = bug === 'records the end of a wire at any version' ? 'any' : events.length
    await append({ type: 'WireEnded', order, status, amount }, events, version)
  }

  /** The projection: what was spent, with the position up to which it is. */
  async function project({ position, event }: Recorded): Promise<void> {
    if (event.type !== 'WireEnded' || position <= spentUpTo) return
    const total = event.status === 'Completed' ? spent + event.amount : spent
    if (bug === 'saves a projection and its position apart') {
      await store.save({ spent: total })
      await store.save({ 'spent up to': position })
    } else await store.save({ spent: total, 'spent up to': position })
    spent = total
    spentUpTo = position
  }

  /** The process manager: a request that it has not handled yet becomes a wire. */
  async function manage({ position, event }: Recorded): Promise<void> {
    if (event.type !== 'PaymentRequested' || position <= checkpoint) return
    if (bug === 'moves its checkpoint on before the bank has answered') await store.save({ checkpoint: position })
    await submit(event.order, event.amount)
    checkpoint = position
    await store.save({ checkpoint })
  }

  async function catchUp(): Promise<void> {
    while (isBehind) {
      isBehind = false
      try {
        for (const recorded of await store.readAll(seen)) {
          const { event } = recorded
          if (event.type === 'PaymentRequested') open.set(event.order, undefined)
          if (event.type === 'WireSubmitted') open.set(event.order, event.paymentId)
          if (event.type === 'WireEnded') open.delete(event.order)
          await project(recorded)
          await manage(recorded)
          seen = recorded.position
        }
      } catch {
        isBehind = true
        return // the next tick goes on from here
      }
    }
  }

  /** One at a time: whoever comes while it works waits for its end. */
  function work(): Promise<void> {
    working ??= catchUp().finally(() => {
      working = undefined
    })
    return working
  }

  async function tick(): Promise<void> {
    if (!isRegistered) {
      isRegistered = await client.register('Wire.Payment.Sent', callbackUrl).then(
        () => true,
        () => false,
      )
    }
    await work()
    for (const order of [...open.keys()]) await settle(order).catch(() => undefined)
    await work()
  }

  connect(callbackUrl, async (request) => {
    const { resources } = (await request.json()) as Notification
    try {
      for (const [order, paymentId] of [...open]) {
        if (resources.some((resource) => resource.split('/').at(-1) === paymentId)) await settle(order)
      }
      await work()
      return new Response('taken')
    } catch {
      return new Response('try again', { status: 500 })
    }
  })
  every({ minutes: 20 }, tick)
  await tick()

  return {
    async pay(order: string, amount: number): Promise<void> {
      const events = await load(order)
      if (events.length === 0) await append({ type: 'PaymentRequested', order, amount }, events)
      await work()
    },
  }
}

type Status = 'pending' | 'completed' | 'failed'

/** What the treasury shows: each wire that it submitted, folded out of the log. */
function* booksOf({ log }: EventStore) {
  for (const { event } of log) {
    if (event.type !== 'WireSubmitted') continue
    const { order, paymentId } = event
    let amount = 0
    let status: Status = 'pending'
    for (const { event: other } of log) {
      if (other.order !== order) continue
      if (other.type === 'PaymentRequested') amount = other.amount
      if (other.type === 'WireEnded') status = other.status === 'Completed' ? 'completed' : 'failed'
    }
    yield { paymentId, amount, status }
  }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { process, books, eventually, sleep } = scene
    const environment = environmentOf(scene)
    const database = new EventStore()
    const accepted = new Map<string, number>()
    books(() => booksOf(database))
    eventually(() => {
      for (const order of accepted.keys()) {
        const ended = database.log.some(({ event }) => event.type === 'WireEnded' && event.order === order)
        if (!ended) throw new Error(`${order} was accepted and never ended`)
      }
      const completed = [...booksOf(database)].filter(({ status }) => status === 'completed')
      const total = completed.reduce((sum, { amount }) => sum + amount, 0)
      const spent = database.documents.get('spent') ?? 0
      if (spent !== total) throw new Error(`${spent} is shown as spent, and ${total} was`)
    })

    const treasury = await process((ends) => startTreasury(ends, environment, database, bug))
    // A user who sees an error presses the button again, a little later.
    const press = async (order: string, amount: number) => {
      await retried(async () => {
        await sleep({ minutes: 2 })
        await treasury.ask(({ pay }) => pay(order, amount))
      })
      accepted.set(order, amount)
    }
    await press('ORDER 1', 10_000)
    await press('ORDER 2', 25_000)
  }

export const eventSourced = partners<Bug>('event-sourced', scenarioWith, {
  'keys a wire by the version of its stream': 'two changes',
  'looks into the list of wires instead of repeating its key': 'two changes',
  'moves its checkpoint on before the bank has answered': 'a crash',
  'saves a projection and its position apart': 'a crash',
  'records the end of a wire at any version': 'an overlap',
  'keeps a stream in its cache when an append fails': 'one change',
  'begins at the end of the log when its checkpoint cannot be loaded': 'a crash',
})
