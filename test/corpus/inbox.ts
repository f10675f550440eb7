/**
 * A payment service with an inbox: its receiver stores each notification under its unique event id and answers at once. A worker goes
 * through the inbox, reads each payment at the bank, credits customers and settles orders. A sweep every other night finds what was never told.
 */
import type { Ends, Scenario } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'
import { AnswerError, createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { partners } from './partner.ts'

type Bug =
  | 'leaves what it has buried after two failed reads'
  | 'moves the watermark to the time at which the sweep ended'
  | 'checks whether a payment was credited, and reads the payment only then'
  | 'never gives back the rows that it had claimed when it ended'
  | 'takes a wire that is not found for one that was refused'

type Status = 'pending' | 'completed' | 'failed'

interface Row {
  readonly eventId: string
  readonly path: string
  state: 'new' | 'claimed' | 'buried' | 'done'
  failures: number
}

interface Order {
  readonly id: string
  readonly amount: number
  paymentId?: string
  status: Status
}

/** The tables; each method is one transaction. */
class Tables {
  readonly inbox = new Map<string, Row>()
  readonly orders = new Map<string, Order>()
  readonly credits: { readonly paymentId: string; readonly customer: string; readonly amount: number }[] = []
  watermark = 0

  async receive(eventId: string, path: string): Promise<void> {
    if (!this.inbox.has(eventId)) this.inbox.set(eventId, { eventId, path, state: 'new', failures: 0 })
  }
  async newRows(): Promise<Row[]> {
    return [...this.inbox.values()].filter(({ state }) => state === 'new').map((row) => ({ ...row }))
  }
  async mark(eventId: string, state: Row['state']): Promise<void> {
    const row = this.inbox.get(eventId)
    if (row) row.state = state
  }
  /** A read that fails twice is put aside, so that it does not keep the worker. */
  async failed(eventId: string): Promise<void> {
    const row = this.inbox.get(eventId)
    if (!row) return
    row.failures += 1
    row.state = row.failures < 2 ? 'new' : 'buried'
  }
  async giveBack(state: 'claimed' | 'buried'): Promise<void> {
    for (const row of this.inbox.values()) if (row.state === state) Object.assign(row, { state: 'new', failures: 0 })
  }
  /** What a sweep needs to know: how far the last one came, which payments were told of, whether rows are buried. */
  async beforeSweep() {
    const rows = [...this.inbox.values()]
    const told = rows.map(({ path }) => path)
    return { watermark: this.watermark, told, hasBuried: rows.some(({ state }) => state === 'buried') }
  }
  async isCredited(paymentId: string): Promise<boolean> {
    return this.credits.some((credit) => credit.paymentId === paymentId)
  }
  async credit(eventId: string, { id: paymentId, amount, beneficiaryReference }: Wire, isUnique: boolean) {
    const isNew = !(await this.isCredited(paymentId))
    if (isNew || !isUnique) this.credits.push({ paymentId, customer: beneficiaryReference ?? 'unknown', amount })
    await this.mark(eventId, 'done')
  }
  async order(id: string, amount: number): Promise<Order> {
    const order = this.orders.get(id) ?? { id, amount, status: 'pending' }
    this.orders.set(id, order)
    return { ...order }
  }
  async sent(id: string, paymentId: string): Promise<void> {
    const order = this.orders.get(id)
    if (order) order.paymentId = paymentId
  }
  async openOrders(): Promise<Order[]> {
    return [...this.orders.values()].filter(({ status }) => status === 'pending').map((order) => ({ ...order }))
  }
  async settle(paymentId: string, status: Status): Promise<void> {
    for (const order of this.orders.values()) if (order.paymentId === paymentId) order.status = status
  }
  async moveWatermark(to: number): Promise<void> {
    this.watermark = to
  }
}

const callbackUrl = 'https://inbox.example/hooks'
const pathOf = (paymentId: string) => `wires/v1/payments/${paymentId}`
const ended = (status: string) => ['Completed', 'Rejected', 'Canceled'].includes(status)
const statusOf = (status: string): Status =>
  status === 'Completed' ? 'completed' : ended(status) ? 'failed' : 'pending'

async function startService(ends: Ends, environment: Environment, database: Tables, bug?: Bug) {
  const tables = ends.store(database)
  const client = createClient({ ...environment, fetch: ends.fetch })
  /** Whether there may be something to do: an idle worker leaves the tables alone. */
  let hasWork = true
  let isRegistered = false

  async function register(): Promise<void> {
    if (isRegistered) return
    for (const name of ['Wire.Payment.Sent', 'Wire.Payment.Received']) await client.register(name, callbackUrl)
    isRegistered = true
  }

  async function send({ id, amount }: Order): Promise<void> {
    const wire = await client.post<Wire>('wires/v1/payments', wireTo(environment.accountNumber, amount, id), id)
    await tables.sent(id, wire.id)
  }

  async function credit(row: Row, wire: Wire): Promise<void> {
    const isUnique = bug !== 'checks whether a payment was credited, and reads the payment only then'
    await tables.credit(row.eventId, wire, isUnique)
  }

  async function handle(row: Row): Promise<void> {
    const claims = bug === 'never gives back the rows that it had claimed when it ended'
    try {
      if (claims) await tables.mark(row.eventId, 'claimed')
      if (bug === 'checks whether a payment was credited, and reads the payment only then') {
        const paymentId = row.path.split('/').at(-1) ?? ''
        if (await tables.isCredited(paymentId)) return await tables.mark(row.eventId, 'done')
      }
      const wire = await client.get<Wire>(row.path)
      if (!ended(wire.status)) {
        if (claims) await tables.mark(row.eventId, 'new')
      } else if (wire.direction === 'Inbound' && wire.status === 'Completed') await credit(row, wire)
      else {
        await tables.settle(wire.id, statusOf(wire.status))
        await tables.mark(row.eventId, 'done')
      }
    } catch {
      await tables.failed(row.eventId)
    }
  }

  /** An order that is open: it is sent, again with its key, or its wire is asked for. */
  async function follow(order: Order): Promise<void> {
    if (order.paymentId === undefined) return await send(order)
    try {
      const { status } = await client.get<Wire>(pathOf(order.paymentId))
      if (ended(status)) await tables.settle(order.paymentId, statusOf(status))
    } catch (error) {
      const isMissing = error instanceof AnswerError && error.status === 404
      if (!isMissing || bug !== 'takes a wire that is not found for one that was refused') throw error
      await tables.settle(order.paymentId, 'failed')
    }
  }

  async function work(): Promise<void> {
    if (!hasWork) return
    hasWork = false
    try {
      const rows = await tables.newRows()
      hasWork ||= rows.length > 0
      for (const row of rows) await handle(row)
      const orders = await tables.openOrders()
      hasWork ||= orders.length > 0
      for (const order of orders) await follow(order)
    } catch {
      hasWork = true
    }
  }

  /** Finds inbound wires that no notification has told of. */
  async function sweep(): Promise<void> {
    const { watermark, told, hasBuried } = await tables.beforeSweep()
    if (hasBuried && bug !== 'leaves what it has buried after two failed reads') {
      // Before, as it may be done and fail.
      hasWork = true
      await tables.giveBack('buried')
    }
    const wires: Wire[] = []
    for (let page = 1, isLast = false; !isLast; page++) {
      const path = `wires/v1/payments?pageNumber=${page}&pageSize=50`
      const { results, hasNextPage } = await client.get<{ results: Wire[]; hasNextPage: boolean }>(path)
      wires.push(...results.filter(({ createdAt }) => Date.parse(createdAt) >= watermark))
      isLast = !hasNextPage
    }
    const newest = Math.max(watermark, ...wires.map(({ createdAt }) => Date.parse(createdAt)))
    const isTime = bug === 'moves the watermark to the time at which the sweep ended'
    for (const { id, direction } of wires) {
      if (direction !== 'Inbound' || told.includes(pathOf(id))) continue
      // Before, as it may be stored and fail.
      hasWork = true
      await tables.receive(`sweep ${id}`, pathOf(id))
    }
    if (isTime) await tables.moveWatermark(Date.now())
    else if (newest > watermark) await tables.moveWatermark(newest)
  }

  const tick = async () => {
    await register().catch(() => undefined)
    await work()
  }

  if (bug !== 'never gives back the rows that it had claimed when it ended') {
    await retried(() => tables.giveBack('claimed'))
  }
  ends.connect(callbackUrl, async (request) => {
    const { id, resources } = (await request.json()) as Notification
    for (const path of resources) await tables.receive(id, path)
    hasWork = true
    return new Response('stored')
  })
  ends.every({ minutes: 20 }, tick)
  ends.every({ days: 2 }, () => sweep().catch(() => undefined))
  await tick()
  void sweep().catch(() => undefined)

  return {
    async pay(id: string, amount: number): Promise<void> {
      const order = await tables.order(id, amount)
      hasWork = true
      if (order.paymentId === undefined) await send(order).catch(() => undefined)
    },
    refresh: work,
  }
}

function booksOf({ orders, credits }: Tables) {
  const outbound = [...orders.values()].flatMap(({ paymentId, amount, status }) =>
    paymentId === undefined ? [] : [{ paymentId, amount, status }],
  )
  const inbound = credits.map(({ paymentId, amount }) => ({ paymentId, amount, status: 'completed' as const }))
  return [...outbound, ...inbound]
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { bank, process, books, eventually, sleep } = scene
    const environment = environmentOf(scene)
    const database = new Tables()
    const accepted = new Set<string>()
    books(() => booksOf(database))
    eventually(() => {
      for (const id of accepted) {
        if (database.orders.get(id)?.status === 'pending') throw new Error(`${id} was accepted and never ended`)
      }
      const inbound = bank.wires.list({ pageSize: 50 }).results.filter(({ direction }) => direction === 'Inbound')
      const received = inbound
        .filter(({ status }) => status === 'Completed')
        .reduce((sum, { amount }) => sum + amount, 0)
      const credited = database.credits.reduce((sum, { amount }) => sum + amount, 0)
      if (credited !== received) throw new Error(`${credited} is credited, and ${received} came in`)
    })

    const service = await process((ends) => startService(ends, environment, database, bug))
    // A user who sees an error presses the button again, a little later.
    const press = (question: Parameters<typeof service.ask<void>>[0]) =>
      retried(async () => {
        await sleep({ minutes: 2 })
        await service.ask(question)
      })
    await sleep({ seconds: 10 })
    bank.wires.simulateInbound(inboundWire(bank, { amount: 40_000, beneficiaryReference: 'CUSTOMER 7' }))
    // The customer looks for the money just before the worker would.
    await sleep({ minutes: 17, seconds: 40 })
    await press(({ refresh }) => refresh())
    await sleep({ minutes: 12 })
    await press(({ pay }) => pay('ORDER 1', 25_000))
    accepted.add('ORDER 1')
    await service.ask(({ refresh }) => refresh()).catch(() => undefined)
  }

export const inbox = partners<Bug>('inbox', scenarioWith, {
  'leaves what it has buried after two failed reads': 'an outage',
  'moves the watermark to the time at which the sweep ended': 'two changes',
  'checks whether a payment was credited, and reads the payment only then': 'an overlap',
  'never gives back the rows that it had claimed when it ended': 'a crash',
  'takes a wire that is not found for one that was refused': 'two changes',
})
