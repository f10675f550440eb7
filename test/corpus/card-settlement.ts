/** Card sales, settled to their merchants each night: sales are claimed by a settlement, and the settlement is paid by a wire. */
import type { Bank } from 'vostro'
import type { BookEntry, Ends, Scenario } from 'vostro/explore'
import { type Needs, type Partner, partners } from './partner.ts'

const design = 'card settlement'
const bugs = {
  'asks for a rejected settlement again under its old key': 'one change',
  'sums the sales up before it looks at the balance, and claims them after': 'an overlap',
  'makes up a key at each attempt when it replaces a rejected settlement': 'two changes',
  'looks up a settlement without a push only once': 'two changes',
} as const satisfies Readonly<Record<string, Needs>>
type Bug = keyof typeof bugs

interface Wire {
  id: string
  status: string
  posting: string
  wasReversed: boolean
}
interface Sale {
  id: string
  merchant: string
  amount: number
  settlement: string | null
}
interface Settlement {
  id: string
  merchant: string
  amount: number
  attempt: number
  state: 'queued' | 'sent' | 'completed'
  bankId: string | null
  past: string[]
  sentAt: number
  wasAsked: boolean
}

const merchants: Record<string, { identifier: string; name: string }> = {
  BAKERY: { identifier: '4400110022', name: 'Corner Bakery' },
  FLORIST: { identifier: '4400330044', name: 'Green Florist' },
}
const net = (amount: number) => amount - Math.round(amount * 0.02)
const HOUR = 3_600_000

/** What outlives the process: each method is one statement. */
class Database {
  sales = new Map<string, Sale>()
  settlements = new Map<string, Settlement>()

  async insertSale(sale: Sale): Promise<void> {
    if (!this.sales.has(sale.id)) this.sales.set(sale.id, { ...sale })
  }
  async salesOf(settlement: string | null): Promise<Sale[]> {
    return [...this.sales.values()].filter((sale) => sale.settlement === settlement).map((sale) => ({ ...sale }))
  }
  async claim(merchant: string, settlement: string): Promise<void> {
    for (const sale of this.sales.values()) {
      if (sale.merchant === merchant && sale.settlement === null) sale.settlement = settlement
    }
  }
  /** Settlements that have sales, and no row. */
  async unwritten(): Promise<{ id: string; merchant: string }[]> {
    const claimed = [...this.sales.values()].filter(
      ({ settlement }) => settlement !== null && !this.settlements.has(settlement),
    )
    return [
      ...new Map(
        claimed.map(({ settlement, merchant }) => [settlement, { id: String(settlement), merchant }]),
      ).values(),
    ]
  }
  async insertSettlement(id: string, merchant: string, amount: number): Promise<void> {
    if (this.settlements.has(id)) return
    this.settlements.set(id, {
      id,
      merchant,
      amount,
      attempt: 1,
      state: 'queued',
      bankId: null,
      past: [],
      sentAt: 0,
      wasAsked: false,
    })
  }
  async open(): Promise<Settlement[]> {
    return [...this.settlements.values()].filter(({ state }) => state !== 'completed').map((row) => ({ ...row }))
  }
  async byBankId(bankId: string): Promise<Settlement | undefined> {
    const row = [...this.settlements.values()].find((one) => one.bankId === bankId)
    return row && { ...row }
  }
  /** Changes a row where it is still as it was read. */
  async update({ id, state, attempt }: Settlement, changes: Partial<Settlement>): Promise<void> {
    const row = this.settlements.get(id)
    if (row?.state === state && row.attempt === attempt) Object.assign(row, changes)
  }
}

class BankClient {
  #token: string | undefined
  readonly #ends: Ends
  readonly #bank: Bank
  constructor(ends: Ends, bank: Bank) {
    this.#ends = ends
    this.#bank = bank
  }

  /** A create is tried three times, with one key. */
  async create<Answer>(path: string, body: object, key: string): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.ask<Answer>('POST', path, body, key)
      } catch (error) {
        if (attempt === 3) throw error
        await this.#ends.sleep({ seconds: 5 * attempt })
      }
    }
  }

  async ask<Answer>(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    this.#token ??= await this.#newToken()
    const token = this.#token
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    if (key !== undefined) headers['idempotency-key'] = key
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(45_000) }
    if (body !== undefined) init.body = JSON.stringify(body)
    const answer = await this.#ends.fetch(this.#bank.urls.baseUrl + path, init)
    if (answer.status === 401 && this.#token === token) this.#token = undefined
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`)
    return (await answer.json()) as Answer
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret, audience } = this.#bank.partner
    const answer = await this.#ends.fetch(`${this.#bank.urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience,
      }),
      signal: AbortSignal.timeout(45_000),
    })
    if (!answer.ok) throw new Error(`No token: ${answer.status}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }
}

function start(ends: Ends, bank: Bank, database: Database, bug?: Bug) {
  const rows = ends.store(database)
  const client = new BankClient(ends, bank)
  const { accountNumber } = bank.masterAccount

  const look = async (row: Settlement) => {
    const wire = await client.ask<Wire>('GET', `/wires/v1/payments/${row.bankId}`)
    if (wire.status === 'Completed' && wire.posting === 'Posted') await rows.update(row, { state: 'completed' })
    if (wire.status !== 'Rejected' && wire.status !== 'Canceled') return
    const past = [...row.past, wire.id]
    await rows.update(row, { state: 'queued', attempt: row.attempt + 1, bankId: null, past, wasAsked: false })
  }

  const send = async (row: Settlement) => {
    const { identifier, name } = merchants[row.merchant]!
    let key = `${row.id}-${row.attempt}`
    if (bug === 'asks for a rejected settlement again under its old key') key = row.id
    if (bug === 'makes up a key at each attempt when it replaces a rejected settlement' && row.attempt > 1)
      key = crypto.randomUUID()
    const body = {
      accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier, name },
      beneficiaryReference: row.id,
      amount: row.amount,
    }
    const wire = await ends.intend(`settle ${row.id}`, () => client.create<Wire>('/wires/v1/payments', body, key))
    await rows.update(row, { state: 'sent', bankId: wire.id, sentAt: Date.now() })
  }

  const checkFunds = () => client.ask<{ availableBalance: number }>('GET', `/core/v1/dda/subaccounts/${accountNumber}`)

  const close = async () => {
    const unsettled = await rows.salesOf(null)
    for (const merchant of Object.keys(merchants)) {
      const sales = unsettled.filter((sale) => sale.merchant === merchant)
      if (sales.length === 0) continue
      const id = `SETTLE ${sales[0]!.id}`
      if (bug === 'sums the sales up before it looks at the balance, and claims them after') {
        const sum = sales.reduce((total, { amount }) => total + net(amount), 0)
        if ((await checkFunds()).availableBalance < sum) continue
        await rows.insertSettlement(id, merchant, sum)
      }
      await rows.claim(merchant, id)
    }
    for (const { id, merchant } of await rows.unwritten()) {
      const sum = (await rows.salesOf(id)).reduce((total, { amount }) => total + net(amount), 0)
      if ((await checkFunds()).availableBalance < sum) continue
      await rows.insertSettlement(id, merchant, sum)
    }
  }

  const work = async () => {
    for (const row of await rows.open()) {
      if (row.state === 'queued') await send(row)
      else if (bug === 'looks up a settlement without a push only once') {
        if (row.wasAsked || Date.now() - row.sentAt < 3 * HOUR) continue
        await rows.update(row, { wasAsked: true })
        await look(row)
      } else if (Date.now() - row.sentAt >= HOUR) await look(row)
    }
  }

  ends.connect('https://acquirer.example/hooks', async (request) => {
    const { resources } = (await request.json()) as { resources: string[] }
    try {
      for (const resource of resources) {
        const row = await rows.byBankId(resource.split('/').at(-1) ?? '')
        if (row?.state === 'sent') await look(row)
      }
      return new Response('taken')
    } catch {
      return new Response('later', { status: 503 })
    }
  })
  ends.every({ hours: 3 }, close)
  ends.every({ hours: 1 }, work)
  return {
    sell: (id: string, merchant: string, amount: number) => rows.insertSale({ id, merchant, amount, settlement: null }),
  }
}

const scenarioOf =
  (bug?: Bug): Scenario =>
  async ({ bank, process, books, eventually, sleep }) => {
    const database = new Database()
    for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://acquirer.example/hooks',
      })
    }
    const service = await process((ends) => start(ends, bank, database, bug))

    books(() =>
      [...database.settlements.values()].flatMap(({ bankId, past, amount, state }): BookEntry[] => [
        ...past.map((paymentId) => ({ paymentId, amount, status: 'failed' as const })),
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
    )
    eventually(() => {
      for (const [merchant, { identifier }] of Object.entries(merchants)) {
        const sold = [...database.sales.values()]
          .filter((sale) => sale.merchant === merchant)
          .reduce((sum, { amount }) => sum + net(amount), 0)
        const wires = bank.wires
          .list({ pageSize: 50 })
          .results.filter(({ beneficiary, status }) => beneficiary.identifier === identifier && status === 'Completed')
        const paid = wires.reduce((sum, { amount }) => sum + amount, 0)
        if (paid !== sold) throw new Error(`${merchant} sold ${sold}, and was paid ${paid}.`)
      }
    })

    const sell = async (id: string, merchant: string, amount: number) => {
      const ask = () => service.ask((api) => api.sell(id, merchant, amount))
      await ask().catch(() => sleep({ minutes: 5 }).then(ask))
    }
    await sell('S1', 'BAKERY', 10_000)
    await sell('S2', 'FLORIST', 4_000)
    await sleep({ hours: 3, seconds: 10 })
    await sell('S3', 'BAKERY', 2_500)
    await sleep({ hours: 6 })
  }

export const cardSettlement: readonly Partner[] = partners(design, scenarioOf, bugs, {
  deskDecisions: true,
  maxRuns: 1_500,
})
