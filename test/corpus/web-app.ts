/**
 * A web application: users press "pay" and press it again, an admin's page shows where each order is, the bank's pushes arrive meanwhile.
 * A map of what is under way keeps a second press from paying; versions of the rows keep the page, the push and the tick from writing
 * over each other.
 */
import type { Scenario, Scene } from 'vostro/explore'
import { createClient, type Notification, type Wire } from './client.ts'
import { environmentOf, wireTo } from './environment.ts'
import { type Partner, partners } from './partner.ts'

type Bug =
  | 'makes a key for each press'
  | 'frees the order before the answer has come'
  | 'keeps a failed press in its map'
  | 'lets the page write over a newer row'
  | 'puts an order back to sent when its push was faster'
  | 'adds to the total that it read before the call'
  | 'never goes on with a payment that its user has given up'
  | 'stops looking for a payment after two hours'

interface Order {
  readonly id: string
  readonly amount: number
  readonly version: number
  readonly state: 'open' | 'paying' | 'sent' | 'completed'
  /** The idempotency key, from the moment at which it is being paid. */
  readonly key?: string
  readonly paymentId?: string
  readonly sentAt?: number
  /** What the admin's page shows. */
  readonly bankStatus?: string
}

/** The table of orders. A row is written by whoever has its newest version, or changed in place. */
class Orders {
  readonly #rows = new Map<string, Order>()

  add(id: string, amount: number): void {
    this.#rows.set(id, { id, amount, version: 1, state: 'open' })
  }

  all(): Order[] {
    return [...this.#rows.values()]
  }

  read(id: string): Order {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`There is no ${id}.`)
    return row
  }

  change(id: string, changes: Partial<Order>): Order {
    const row = this.read(id)
    const changed = { ...row, ...changes, version: row.version + 1 }
    this.#rows.set(id, changed)
    return changed
  }

  /** Whether the row was written: not where another has written since it was read. */
  write(order: Order): boolean {
    if (this.read(order.id).version !== order.version) return false
    this.#rows.set(order.id, { ...order, version: order.version + 1 })
    return true
  }
}

const HOUR = 3_600_000

function webApp(scene: Scene, bug?: Bug) {
  const environment = environmentOf(scene)
  const { accountNumber } = environment
  const client = createClient(environment)
  const orders = new Orders()
  const ledger = { paid: 0 }
  const underWay = new Map<string, Promise<void>>()

  /** Tries four times within a minute, as somebody waits for it. */
  async function attempted<T>(attempt: () => Promise<T>): Promise<T> {
    for (const seconds of [2, 10, 30]) {
      try {
        return await attempt()
      } catch {
        await scene.sleep({ seconds })
      }
    }
    return await attempt()
  }

  async function pay(id: string): Promise<void> {
    const before = underWay.get(id)
    if (before) return await before
    const work = payNow(id)
    underWay.set(id, work)
    if (bug === 'keeps a failed press in its map') {
      await work
      underWay.delete(id)
      return
    }
    try {
      return bug === 'frees the order before the answer has come' ? work : await work
    } finally {
      underWay.delete(id)
    }
  }

  async function payNow(id: string): Promise<void> {
    let order = orders.read(id)
    if (order.state === 'open') {
      await requireFunds(order.amount)
      order = orders.change(id, { state: 'paying', key: crypto.randomUUID() })
    }
    if (order.state === 'paying') await send(order)
  }

  async function requireFunds(amount: number): Promise<void> {
    const account = await attempted(() =>
      client.get<{ availableBalance: number }>(`core/v1/dda/subaccounts/${accountNumber}`),
    )
    if (account.availableBalance < amount) throw new Error('There is too little money.')
  }

  async function send({ id, amount, key }: Order): Promise<void> {
    const keyOfWire = bug === 'makes a key for each press' ? crypto.randomUUID() : key
    const wire = await attempted(() =>
      client.post<Wire>('wires/v1/payments', wireTo(accountNumber, amount, id), keyOfWire),
    )
    // A push can have told already that it is completed.
    const isNews = orders.read(id).state === 'paying' || bug === 'puts an order back to sent when its push was faster'
    if (isNews) orders.change(id, { state: 'sent', paymentId: wire.id, sentAt: Date.now(), bankStatus: wire.status })
  }

  /** What the bank says of a payment, for its order. */
  async function learn(paymentId: string): Promise<void> {
    const paidBefore = ledger.paid
    const wire = await client.get<Wire>(`wires/v1/payments/${paymentId}`)
    const order = orders.all().find(({ id }) => id === wire.beneficiaryReference)
    if (!order || order.state === 'completed' || wire.status !== 'Completed') return
    orders.change(order.id, { state: 'completed', paymentId, bankStatus: wire.status })
    const total = bug === 'adds to the total that it read before the call' ? paidBefore : ledger.paid
    ledger.paid = total + order.amount
  }

  /** The admin's page: asks the bank where each order is that is on its way. */
  async function page(): Promise<Order[]> {
    for (const order of orders.all()) {
      if (order.state !== 'sent') continue
      const wire = await client.get<Wire>(`wires/v1/payments/${order.paymentId}`)
      const { status: bankStatus } = wire
      if (bug === 'lets the page write over a newer row') orders.change(order.id, { ...order, bankStatus })
      else orders.write({ ...order, bankStatus })
    }
    return orders.all()
  }

  /** What no push has told of, and what a user has left when the bank did not answer. */
  async function tick(): Promise<void> {
    for (const { id, state, paymentId, sentAt } of orders.all()) {
      const isOld = sentAt !== undefined && Date.now() - sentAt > 2 * HOUR
      if (isOld && bug === 'stops looking for a payment after two hours') continue
      const isLeft = state === 'paying' && bug !== 'never goes on with a payment that its user has given up'
      // What fails now is up to the next tick.
      if (isLeft) await pay(id).catch(() => undefined)
      if (state === 'sent' && paymentId !== undefined) await learn(paymentId).catch(() => undefined)
    }
  }

  async function start(): Promise<void> {
    const callbackUrl = 'https://shop.example/hooks'
    scene.connect(callbackUrl, async (request) => {
      const { resources } = (await request.json()) as Notification
      for (const resource of resources) await learn(resource.split('/').at(-1) ?? '')
      return new Response('taken')
    })
    for (const minutes of [1, 15, 0]) {
      try {
        await client.register('Wire.Payment.Sent', callbackUrl)
        break
      } catch (error) {
        if (minutes === 0) throw error
        await scene.sleep({ minutes })
      }
    }
    scene.every({ minutes: 90 }, tick)
  }

  return { start, pay, page, orders, ledger }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { sleep } = scene
    const { start, pay, page, orders, ledger } = webApp(scene, bug)
    scene.books(() =>
      orders.all().flatMap(({ paymentId, amount, state }) => {
        if (paymentId === undefined) return []
        return [{ paymentId, amount, status: state === 'completed' ? ('completed' as const) : ('pending' as const) }]
      }),
    )
    scene.eventually(() => {
      const hanging = orders.all().filter(({ state }) => state === 'paying' || state === 'sent')
      if (hanging.length > 0) throw new Error(`${hanging.map(({ id, state }) => `${id} is ${state}`)} for good.`)
      const completed = orders.all().filter(({ state }) => state === 'completed')
      const paid = completed.reduce((sum, { amount }) => sum + amount, 0)
      if (ledger.paid !== paid) throw new Error(`The shop counts ${ledger.paid} as paid, and ${paid} was.`)
    })

    // None of them waits for another.
    const people: Promise<unknown>[] = []
    const somebody = (does: Promise<unknown>) => {
      people.push(does)
      does.catch(() => undefined) // it is awaited in the end
    }
    // A user who is shown an error tries once more in a quarter of an hour.
    const press = (id: string) => pay(id).catch(() => sleep({ minutes: 15 }).then(() => pay(id)))
    orders.add('ORDER 1', 10_000)
    orders.add('ORDER 2', 2_500)
    await start()
    somebody(press('ORDER 1'))
    await sleep({ seconds: 5 })
    somebody(press('ORDER 1'))
    // This one closes the tab when there is an error.
    somebody(pay('ORDER 2').catch(() => undefined))
    await sleep({ minutes: 1 })
    somebody(page().catch(() => undefined))
    await sleep({ minutes: 70 })
    await Promise.all(people)
  }

export const webApps: readonly Partner[] = partners<Bug>('web app', scenarioWith, {
  'makes a key for each press': 'two changes',
  'frees the order before the answer has come': 'an overlap',
  'keeps a failed press in its map': 'an outage',
  'lets the page write over a newer row': 'an overlap',
  'puts an order back to sent when its push was faster': 'an overlap',
  'adds to the total that it read before the call': 'an overlap',
  'never goes on with a payment that its user has given up': 'an outage',
  'stops looking for a payment after two hours': 'two changes',
})
