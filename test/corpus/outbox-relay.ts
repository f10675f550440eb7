/**
 * A partner with a transactional outbox: an order and the message that it is to be paid are written at once, and a relay sends what is in
 * the outbox. The relay claims a message for a while, so that the one after a crash can take it over.
 */
import type { Ends, Scenario } from 'vostro/explore'
import { createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { partners } from './partner.ts'

const bugs = {
  'writes an order and its message one after the other': 'one change',
  'gives up after three tries': 'two changes',
  'counts its rounds into the key': 'two changes',
  'makes the key when it sends': 'a crash',
  'never takes over what a dead relay had claimed': 'one change',
  'removes a message before it keeps what came of it': 'a crash',
} as const
type Bug = keyof typeof bugs

interface Order {
  readonly id: string
  readonly amount: number
  readonly state: 'placed' | 'sent' | 'completed' | 'failed'
  readonly paymentId?: string
}

/** That an order is to be paid. */
interface Message {
  readonly orderId: string
  readonly key: string
  readonly rounds: number
  readonly claimedUntil: number
}

class Database {
  readonly orders = new Map<string, Order>()
  readonly outbox = new Map<string, Message>()

  async order(id: string): Promise<Order | undefined> {
    return this.orders.get(id)
  }

  async ordersIn(state: Order['state']): Promise<Order[]> {
    return [...this.orders.values()].filter((order) => order.state === state)
  }

  /** Hands out messages that nobody works on, and keeps others from them for a while. */
  async claim(now: number, forMinutes: number): Promise<Message[]> {
    const free = [...this.outbox.values()].filter(({ claimedUntil }) => claimedUntil <= now)
    for (const message of free)
      this.outbox.set(message.orderId, { ...message, claimedUntil: now + forMinutes * 60_000 })
    return free
  }

  /** Writes all or nothing. */
  async transaction(work: (changes: Changes) => Promise<void>): Promise<void> {
    const changes = new Changes()
    await work(changes)
    for (const order of changes.orders) this.orders.set(order.id, order)
    for (const message of changes.messages) this.outbox.set(message.orderId, message)
    for (const orderId of changes.done) this.outbox.delete(orderId)
  }
}

class Changes {
  readonly orders: Order[] = []
  readonly messages: Message[] = []
  readonly done: string[] = []

  async putOrder(order: Order): Promise<void> {
    this.orders.push(order)
  }

  async putMessage(message: Message): Promise<void> {
    this.messages.push(message)
  }

  async removeMessage(orderId: string): Promise<void> {
    this.done.push(orderId)
  }
}

const TRIES = 3
const CLAIMED_FOR = 15
const ignored = () => undefined

async function start(ends: Ends, environment: Environment, rows: Database, bug: Bug | undefined) {
  const { accountNumber } = environment
  const callbackUrl = 'https://partner.example/wires'
  const database = ends.store(rows)
  const { get, post, register } = createClient({ ...environment, fetch: ends.fetch, connect: ends.connect })
  const keys = new Map<string, string>()
  let isRegistered = false

  async function registerOnce(): Promise<void> {
    if (isRegistered) return
    await register('Wire.Payment.Sent', callbackUrl)
    isRegistered = true
  }

  function keyOf({ orderId, key, rounds }: Message): string {
    if (bug === 'counts its rounds into the key') return `${key} ${rounds}`
    if (bug !== 'makes the key when it sends') return key
    const made = keys.get(orderId) ?? crypto.randomUUID()
    keys.set(orderId, made)
    return made
  }

  /** A try whose answer was lost can be under way for half a minute, during which the next one is refused. */
  async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
    for (let time = 1; time < TRIES; time++) {
      try {
        return await attempt()
      } catch {
        await ends.sleep({ seconds: 20 })
      }
    }
    return await attempt()
  }

  async function send(message: Message): Promise<void> {
    const { orderId, rounds } = message
    const order = await database.order(orderId)
    if (order === undefined) return
    let paymentId: string
    try {
      const wire = wireTo(accountNumber, order.amount, orderId)
      paymentId = (await patiently(() => post<Wire>('wires/v1/payments', wire, keyOf(message)))).id
    } catch {
      await database.transaction(async (changes) => {
        if (bug === 'gives up after three tries') {
          await changes.putOrder({ ...order, state: 'failed' })
          await changes.removeMessage(orderId)
        } else {
          await changes.putMessage({ ...message, rounds: rounds + 1, claimedUntil: 0 })
        }
      })
      return
    }
    const remove = (changes: Changes) => changes.removeMessage(orderId)
    const isSplit = bug === 'removes a message before it keeps what came of it'
    if (isSplit) await retried(() => database.transaction(remove))
    await retried(() =>
      database.transaction(async (changes) => {
        await changes.putOrder({ ...order, paymentId, state: 'sent' })
        if (!isSplit) await remove(changes)
      }),
    )
  }

  async function relay(): Promise<void> {
    const forMinutes = bug === 'never takes over what a dead relay had claimed' ? Number.POSITIVE_INFINITY : CLAIMED_FOR
    for (const message of await database.claim(Date.now(), forMinutes)) await send(message)
  }

  async function look(order: Order): Promise<void> {
    const { posting } = await get<Wire>(`wires/v1/payments/${order.paymentId}`)
    if (posting !== 'Posted') return
    await database.transaction((changes) => changes.putOrder({ ...order, state: 'completed' }))
  }

  ends.connect(callbackUrl, async (request) => {
    const [path = ''] = ((await request.json()) as Notification).resources
    for (const order of await database.ordersIn('sent')) if (path.endsWith(`/${order.paymentId}`)) await look(order)
    return new Response('taken')
  })

  ends.every({ minutes: 40 }, async () => {
    await registerOnce().catch(ignored)
    await relay().catch(ignored)
    for (const order of await database.ordersIn('sent')) await look(order).catch(ignored)
  })

  await registerOnce().catch(ignored)
  return {
    place: async (id: string, amount: number): Promise<void> => {
      if (await database.order(id)) return
      const order: Order = { id, amount, state: 'placed' }
      const message: Message = { orderId: id, key: crypto.randomUUID(), rounds: 0, claimedUntil: 0 }
      if (bug === 'writes an order and its message one after the other') {
        await database.transaction((changes) => changes.putOrder(order))
        await database.transaction((changes) => changes.putMessage(message))
      } else {
        await database.transaction(async (changes) => {
          await changes.putOrder(order)
          await changes.putMessage(message)
        })
      }
      // The order is taken; whatever goes wrong from here on is the tick's.
      await relay().catch(ignored)
    },
  }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { bank, sleep, process } = scene
    const rows = new Database()
    scene.books(() =>
      [...rows.orders.values()].flatMap(({ paymentId, amount, state }) => {
        const status = state === 'completed' || state === 'failed' ? state : 'pending'
        return paymentId === undefined ? [] : [{ paymentId, amount, status }]
      }),
    )
    scene.eventually(() => {
      const wires = bank.wires.list().results
      for (const { id, state } of rows.orders.values()) {
        const isPaid = wires.some(({ beneficiaryReference }) => beneficiaryReference === id)
        if (isPaid ? state !== 'completed' : state !== 'failed') throw new Error(`${id} is ${state} for good`)
      }
    })

    const service = await process((ends) => start(ends, environmentOf(scene), rows, bug))
    for (const [id, amount] of [['ORDER 1', 21_000] as const, ['ORDER 2', 8_500] as const]) {
      // A user who sees an error presses the button again, when the service is back and later once more.
      const pressed = () => service.ask(({ place }) => place(id, amount))
      await pressed()
        .catch(() => sleep({ minutes: 2 }).then(pressed))
        .catch(() => sleep({ minutes: 2 }).then(pressed))
    }
  }

export const outboxRelay = partners<Bug>('an outbox and a relay that claims messages', scenarioWith, bugs)
