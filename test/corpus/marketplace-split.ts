/** A marketplace: the money of one inbound wire is split between its sellers. */
import type { Bank } from 'vostro'
import type { BookEntry, Ends, Scenario } from 'vostro/explore'
import { type Needs, type Partner, partners } from './partner.ts'

const design = 'marketplace split'
const bugs = {
  'writes the shares one by one, and takes an order with one share for split': 'a crash',
  'writes its answer to a rejection over a row that has changed meanwhile': 'two changes',
  'asks no more about a share that was paid to the second account': 'two changes',
} as const satisfies Readonly<Record<string, Needs>>
type Bug = keyof typeof bugs

interface Wire {
  id: string
  status: string
  posting: string
  direction: string
  amount: number
  beneficiaryReference?: string
}
interface Order {
  id: string
  reference: string
  amount: number
  state: 'seen' | 'paid' | 'split' | 'void'
}
interface Share {
  id: string
  order: string
  seller: string
  amount: number
  /** To the seller's first account, and where that is refused to the second one; then a person looks at it. */
  attempt: number
  key: string
  state: 'queued' | 'sent' | 'completed' | 'stuck'
  bankId: string | null
  refused: string[]
}

const sellers = [
  { name: 'Oak Tables', percent: 60, accounts: ['5500110011', '5500110012'] },
  { name: 'Lamp Works', percent: 30, accounts: ['5500220021', '5500220022'] },
]

/** Each method is one statement, or one transaction. */
class Market {
  orders = new Map<string, Order>()
  shares = new Map<string, Share>()

  async see(id: string, reference: string, amount: number): Promise<void> {
    if (!this.orders.has(id)) this.orders.set(id, { id, reference, amount, state: 'seen' })
  }
  async ordersIn(state: Order['state']): Promise<Order[]> {
    return [...this.orders.values()].filter((order) => order.state === state).map((order) => ({ ...order }))
  }
  async turn(id: string, from: Order['state'], to: Order['state']): Promise<void> {
    const order = this.orders.get(id)
    if (order?.state === from) order.state = to
  }
  async addShares(shares: readonly Share[]): Promise<void> {
    for (const share of shares) if (!this.shares.has(share.id)) this.shares.set(share.id, { ...share })
  }
  async sharesOf(order: string): Promise<Share[]> {
    return [...this.shares.values()].filter((share) => share.order === order).map((share) => ({ ...share }))
  }
  async sharesIn(state: Share['state']): Promise<Share[]> {
    return [...this.shares.values()].filter((share) => share.state === state).map((share) => ({ ...share }))
  }
  async shareOf(bankId: string): Promise<Share | undefined> {
    const share = [...this.shares.values()].find((one) => one.bankId === bankId)
    return share && { ...share }
  }
  /** Where it is still at the attempt and in the state in which it was read. */
  async change({ id, attempt, state }: Share, changes: Partial<Share>): Promise<void> {
    const share = this.shares.get(id)
    if (share?.attempt === attempt && share.state === state) Object.assign(share, changes)
  }
  async overwrite(id: string, changes: Partial<Share>): Promise<void> {
    const share = this.shares.get(id)
    if (share) Object.assign(share, changes)
  }
}

class Api {
  private token: string | undefined
  private readonly ends: Ends
  private readonly bank: Bank
  constructor(ends: Ends, bank: Bank) {
    this.ends = ends
    this.bank = bank
  }

  /** Reads wait for their answer, however long it takes; a create has twenty seconds, and two attempts. */
  async read<Answer>(path: string): Promise<Answer> {
    return await this.send<Answer>(path, { method: 'GET' })
  }
  async create(body: object, key: string): Promise<Wire> {
    const attempt = () =>
      this.send<Wire>(
        '/wires/v1/payments',
        { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) },
        key,
      )
    return await attempt().catch(() => this.ends.sleep({ seconds: 10 }).then(attempt))
  }

  private async send<Answer>(path: string, init: RequestInit, key?: string): Promise<Answer> {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (key) headers.set('idempotency-key', key)
    this.token ??= await this.login()
    const { token } = this
    headers.set('authorization', `Bearer ${token}`)
    const answer = await this.ends.fetch(this.bank.urls.baseUrl + path, { ...init, headers })
    if (answer.status === 401 && token === this.token) this.token = undefined
    if (!answer.ok) throw new Error(`${init.method} ${path}: ${answer.status}`)
    return (await answer.json()) as Answer
  }

  private async login(): Promise<string> {
    const { clientId, clientSecret, audience } = this.bank.partner
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience,
    })
    const answer = await this.ends.fetch(`${this.bank.urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (!answer.ok) throw new Error(`login: ${answer.status}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }
}

function start(ends: Ends, bank: Bank, market: Market, bug?: Bug) {
  const rows = ends.store(market)
  const api = new Api(ends, bank)
  const path = (id: string) => `/wires/v1/payments/${id}`

  async function confirm(order: Order): Promise<void> {
    const wire = await api.read<Wire>(path(order.id))
    if (wire.status === 'Rejected') await rows.turn(order.id, 'seen', 'void')
    if (wire.status === 'Completed' && wire.posting === 'Posted') await rows.turn(order.id, 'seen', 'paid')
  }

  async function split({ id, reference, amount }: Order): Promise<void> {
    const shares = sellers.map(({ name, percent }, index): Share => {
      const share = `${reference}/${index}`
      return {
        id: share,
        order: id,
        seller: name,
        amount: (amount * percent) / 100,
        attempt: 0,
        key: `${share}/0`,
        state: 'queued',
        bankId: null,
        refused: [],
      }
    })
    if (bug === 'writes the shares one by one, and takes an order with one share for split') {
      const isSplit = (await rows.sharesOf(id)).length > 0
      if (!isSplit) for (const share of shares) await rows.addShares([share])
    } else await rows.addShares(shares)
    await rows.turn(id, 'paid', 'split')
  }

  async function pay(share: Share): Promise<void> {
    const seller = sellers.find(({ name }) => name === share.seller)!
    const body = {
      accountNumber: bank.masterAccount.accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: seller.accounts[share.attempt % 2]!, name: seller.name },
      beneficiaryReference: share.id,
      amount: share.amount,
    }
    const { id } = await ends.intend(`share ${share.id}`, () => api.create(body, share.key))
    await rows.change(share, { state: 'sent', bankId: id })
  }

  async function follow(share: Share): Promise<void> {
    const { id, status, posting } = await api.read<Wire>(path(share.bankId!))
    if (status === 'Completed' && posting === 'Posted') await rows.change(share, { state: 'completed' })
    if (status !== 'Rejected' && status !== 'Canceled') return
    const refused = [...share.refused, id]
    if (share.attempt === 1) return await rows.change(share, { state: 'stuck', bankId: null, refused })
    const next = { attempt: 1, state: 'queued' as const, bankId: null, refused }
    if (bug === 'writes its answer to a rejection over a row that has changed meanwhile') {
      await rows.overwrite(share.id, { ...next, key: crypto.randomUUID() })
    } else await rows.change(share, { ...next, key: `${share.id}/1` })
  }

  async function findOrders(): Promise<void> {
    const { results } = await api.read<{ results: Wire[] }>('/wires/v1/payments?pageSize=50')
    for (const { id, direction, beneficiaryReference, amount } of results) {
      if (direction === 'Inbound') await rows.see(id, beneficiaryReference ?? id, amount)
    }
  }

  async function work(): Promise<void> {
    await findOrders().catch(() => {}) // in half an hour again
    for (const order of await rows.ordersIn('seen')) await confirm(order)
    for (const order of await rows.ordersIn('paid')) await split(order)
    for (const share of await rows.sharesIn('queued')) await pay(share)
    for (const share of await rows.sharesIn('sent')) {
      if (bug === 'asks no more about a share that was paid to the second account' && share.attempt === 1) {
        const { status } = await api.read<Wire>(path(share.bankId!))
        if (status === 'Completed') await rows.change(share, { state: 'completed' })
      } else await follow(share)
    }
  }

  ends.connect('https://market.example/bank', async (request) => {
    try {
      const { eventName, resources } = (await request.json()) as { eventName: string; resources: string[] }
      for (const resource of resources) {
        const id = resource.split('/').pop() ?? ''
        if (eventName === 'Wire.Payment.Received') {
          const { beneficiaryReference, amount } = await api.read<Wire>(path(id))
          await rows.see(id, beneficiaryReference ?? id, amount)
        } else {
          const share = await rows.shareOf(id)
          const isLeft =
            bug === 'asks no more about a share that was paid to the second account' && share?.attempt === 1
          if (share?.state === 'sent' && !(isLeft && eventName === 'Wire.Payment.Rejected')) await follow(share)
        }
      }
      for (const share of await rows.sharesIn('queued')) await pay(share) // a refused one goes to the second account at once
      return new Response('taken')
    } catch {
      return new Response('again, please', { status: 502 })
    }
  })
  ends.every({ minutes: 30 }, work)
}

const scenarioOf =
  (bug?: Bug): Scenario =>
  async ({ bank, process, books, eventually, sleep }) => {
    const market = new Market()
    for (const eventName of ['Wire.Payment.Received', 'Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://market.example/bank',
      })
    }
    await process((ends) => start(ends, bank, market, bug))

    books(() => [
      ...[...market.orders.values()].map(
        ({ id, amount, state }): BookEntry => ({
          paymentId: id,
          amount,
          status: state === 'seen' ? 'pending' : state === 'void' ? 'failed' : 'completed',
        }),
      ),
      ...[...market.shares.values()].flatMap(({ bankId, refused, amount, state }): BookEntry[] => [
        ...refused.map((paymentId) => ({ paymentId, amount, status: 'failed' as const })),
        ...(bankId
          ? [
              {
                paymentId: bankId,
                amount,
                status: state === 'completed' ? ('completed' as const) : ('pending' as const),
              },
            ]
          : []),
      ]),
    ])
    eventually(() => {
      for (const { id, reference, amount, state } of market.orders.values()) {
        if (state === 'void') continue
        const shares = [...market.shares.values()].filter(({ order }) => order === id)
        const done = shares
          .filter((share) => share.state === 'completed' || share.state === 'stuck')
          .reduce((sum, share) => sum + share.amount, 0)
        if (done !== amount * 0.9) throw new Error(`Of ${reference} ${done} went to the sellers.`)
      }
    })

    await sleep({ minutes: 10 })
    bank.wires.simulateInbound(bank.wires.plausibleInbound({ beneficiaryReference: 'ORDER 1', amount: 200_000 }))
    await sleep({ hours: 4 })
  }

export const marketplaceSplit: readonly Partner[] = partners(design, scenarioOf, bugs, {
  deskDecisions: true,
  maxRuns: 2_500,
})
