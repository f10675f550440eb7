/**
 * An invoice service on a SQL database: each request, a user's or a push, is one transaction. The bank is called once it has committed,
 * and a poll goes on with whatever has failed since.
 */
import type { Scenario } from 'vostro/explore'
import { AnswerError, type Notification, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { type Partner, partners } from './partner.ts'

type Bug =
  | 'calls the bank before it commits'
  | 'drops the key when it repeats with a new token'
  | 'takes a new key after a refusal'
  | 'pays anew what the list does not show'
  | 'gives up after two attempts'
  | 'puts back what was settled while it waited for the answer'
  | 'settles what it read before it asked'
  | 'takes a server error for a refusal'

interface Tables {
  invoices: {
    readonly id: string
    readonly supplier: string
    readonly amount: number
    readonly status: 'open' | 'approved' | 'submitted' | 'paid' | 'failed'
    readonly key: string
    readonly attempts: number
    readonly paymentId?: string
  }
  suppliers: { readonly id: string; readonly paid: number }
  events: { readonly id: string }
}
type Table = keyof Tables
type Invoice = Tables['invoices']

/** Serializable isolation: whoever read what another has changed since cannot commit. */
class Transaction {
  readonly #committed: Map<string, object>
  readonly #read = new Map<string, object | undefined>()
  readonly #written = new Map<string, object>()

  constructor(committed: Map<string, object>) {
    this.#committed = committed
  }

  async find<Name extends Table>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    return this.#row(table, id)
  }

  async insert<Name extends Table>(table: Name, row: Tables[Name]): Promise<void> {
    if (this.#row(table, row.id)) throw new Error(`${table} has ${row.id} already`)
    this.#written.set(`${table} ${row.id}`, row)
  }

  async update<Name extends Table>(table: Name, id: string, changes: Partial<Tables[Name]>): Promise<void> {
    this.#written.set(`${table} ${id}`, { ...this.#row(table, id), ...changes })
  }

  commit(): void {
    for (const [place, row] of this.#read) {
      if (this.#committed.get(place) !== row) throw new Error(`${place} was changed by another transaction`)
    }
    for (const [place, row] of this.#written) this.#committed.set(place, row)
  }

  #row<Name extends Table>(table: Name, id: string): Tables[Name] | undefined {
    const place = `${table} ${id}`
    if (!this.#read.has(place)) this.#read.set(place, this.#committed.get(place))
    return (this.#written.get(place) ?? this.#read.get(place)) as Tables[Name] | undefined
  }
}

class Database {
  readonly #rows = new Map<string, object>()

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const transaction = new Transaction(this.#rows)
    const result = await work(transaction)
    transaction.commit()
    return result
  }

  async select<Name extends Table>(table: Name): Promise<Tables[Name][]> {
    const places = [...this.#rows].filter(([place]) => place.startsWith(`${table} `))
    return places.map(([, row]) => row as Tables[Name])
  }
}

/** The service's own client: it keeps its token until the bank says 401, and asks once more with a new one then. */
function clientOf(environment: Environment, bug?: Bug) {
  const { fetch, baseUrl, authUrl, clientId, clientSecret, audience } = environment
  const json = { 'content-type': 'application/json' }
  let token: string | undefined

  async function authorization(): Promise<{ authorization: string }> {
    if (token === undefined) {
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
      const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
      const response = await fetch(`${authUrl}/oauth/token`, init)
      if (response.status !== 200) throw new AnswerError('the token server', response.status)
      token = ((await response.json()) as { access_token: string }).access_token
    }
    return { authorization: `Bearer ${token}` }
  }

  return async function call<Answer>(path: string, body?: object, key?: string): Promise<Answer> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const url = `${baseUrl}/${path}`
    const keyed = key === undefined ? json : { ...json, 'idempotency-key': key }
    let response = await fetch(url, { ...init, headers: { ...keyed, ...(await authorization()) } })
    if (response.status === 401) {
      token = undefined
      const headers = bug === 'drops the key when it repeats with a new token' ? json : keyed
      response = await fetch(url, { ...init, headers: { ...headers, ...(await authorization()) } })
    }
    if (response.status !== 200) throw new AnswerError(path, response.status)
    return (await response.json()) as Answer
  }
}

const CALLBACK_URL = 'https://invoices.example/wires'
const shown = (status: Invoice['status']) =>
  status === 'paid' ? 'completed' : status === 'failed' ? 'failed' : 'pending'

function createService(environment: Environment, database: Database, bug?: Bug) {
  const call = clientOf(environment, bug)
  const underWay = new Set<string>()
  let isRegistered = false

  async function register(): Promise<void> {
    const { partnerId } = environment
    const registration = { partnerId, eventName: 'Wire.Payment.Sent', callbackUrl: CALLBACK_URL }
    await call('webhooks/v1/registrations', { ...registration, registrationType: 'Push' }, 'register')
    isRegistered = true
  }

  async function send({ id, amount, key, attempts }: Invoice): Promise<Wire> {
    const wire = wireTo(environment.accountNumber, amount, id)
    if (bug !== 'pays anew what the list does not show') return await call('wires/v1/payments', wire, key)
    const pay = () => call<Wire>('wires/v1/payments', wire)
    const payUnlessListed = async () => {
      const { results } = await call<{ results: Wire[] }>('wires/v1/payments?pageSize=50')
      return results.find(({ beneficiaryReference }) => beneficiaryReference === id) ?? (await pay())
    }
    return attempts > 0 ? await payUnlessListed() : await pay().catch(payUnlessListed)
  }

  async function submit(id: string): Promise<void> {
    const invoice = await database.transaction((transaction) => transaction.find('invoices', id))
    if (invoice?.status !== 'approved' || underWay.has(id)) return
    underWay.add(id)
    try {
      const { id: paymentId } = await send(invoice)
      await database.transaction(async (transaction) => {
        const { status } = (await transaction.find('invoices', id)) ?? invoice
        // Its push may have been here first.
        if (status !== 'approved' && bug !== 'puts back what was settled while it waited for the answer') return
        await transaction.update('invoices', id, { status: 'submitted', paymentId })
      })
    } catch (error) {
      await database.transaction((transaction) => transaction.update('invoices', id, afterFailure(invoice, error)))
    } finally {
      underWay.delete(id)
    }
  }

  /** Users see that it takes longer; the key stays, as nobody knows what became of the attempts so far. */
  function afterFailure({ id, attempts, key }: Invoice, error: unknown): Partial<Invoice> {
    const failed = { attempts: attempts + 1 }
    if (bug === 'gives up after two attempts' && failed.attempts === 2) return { ...failed, status: 'failed' }
    const status = error instanceof AnswerError ? error.status : undefined
    const isNewKey =
      (bug === 'takes a new key after a refusal' && status === 429) ||
      (bug === 'takes a server error for a refusal' && status !== undefined)
    return { ...failed, key: isNewKey ? `${id}/${failed.attempts}` : key }
  }

  async function settle(transaction: Transaction, wire: Wire, read?: Invoice): Promise<void> {
    const invoice = read ?? (await transaction.find('invoices', wire.beneficiaryReference ?? ''))
    if (invoice?.status !== 'approved' && invoice?.status !== 'submitted') return
    if (wire.posting === 'Posted') {
      await transaction.update('invoices', invoice.id, { status: 'paid', paymentId: wire.id })
      const supplier = await transaction.find('suppliers', invoice.supplier)
      await transaction.update('suppliers', invoice.supplier, { paid: (supplier?.paid ?? 0) + wire.amount })
    } else if (wire.status === 'Rejected' || wire.status === 'Canceled') {
      await transaction.update('invoices', invoice.id, { status: 'failed', paymentId: wire.id })
    }
  }

  /** One request: a transaction, and what it leaves for afterwards. What fails there is left to the poll. */
  async function request(
    route: (transaction: Transaction, afterwards: (task: () => Promise<void>) => void) => Promise<number>,
  ): Promise<number> {
    const tasks: (() => Promise<void>)[] = []
    try {
      const status = await database.transaction((transaction) => route(transaction, (task) => tasks.push(task)))
      await Promise.allSettled(tasks.map((task) => task()))
      return status
    } catch {
      return 500
    }
  }

  const approve = (id: string) =>
    request(async (transaction, afterwards) => {
      const invoice = await transaction.find('invoices', id)
      if (invoice?.status === 'open') {
        if (bug === 'calls the bank before it commits') {
          const { id: paymentId } = await send(invoice)
          await transaction.update('invoices', id, { status: 'submitted', paymentId })
          return 200
        }
        await transaction.update('invoices', id, { status: 'approved' })
      }
      afterwards(() => submit(id))
      return 200
    })

  const receive = ({ id, resources }: Notification) =>
    request(async (transaction) => {
      if (await transaction.find('events', id)) return 200
      await transaction.insert('events', { id })
      for (const path of resources) await settle(transaction, await call<Wire>(path))
      return 200
    })

  async function goOn(invoice: Invoice): Promise<void> {
    if (invoice.status === 'approved') return await submit(invoice.id)
    if (invoice.status !== 'submitted') return
    const wire = await call<Wire>(`wires/v1/payments/${invoice.paymentId}`)
    const read = bug === 'settles what it read before it asked' ? invoice : undefined
    await database.transaction((transaction) => settle(transaction, wire, read))
  }

  async function poll(): Promise<void> {
    if (!isRegistered) await register().catch(() => undefined)
    const invoices = await database.select('invoices').catch(() => [])
    for (const invoice of invoices) await goOn(invoice).catch(() => undefined)
  }

  environment.connect(CALLBACK_URL, async (push) => new Response(null, { status: await receive(await push.json()) }))
  return { approve, poll, start: () => register().catch(() => undefined) }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { bank, books, eventually, every, sleep, store } = scene
    const database = new Database()
    await database.transaction(async (transaction) => {
      const open = { supplier: 'Example Supplier', status: 'open', attempts: 0 } as const
      await transaction.insert('invoices', { ...open, id: 'INVOICE 1', amount: 12_000, key: 'INVOICE 1' })
      await transaction.insert('invoices', { ...open, id: 'INVOICE 2', amount: 7_500, key: 'INVOICE 2' })
      await transaction.insert('suppliers', { id: open.supplier, paid: 0 })
    })
    books(async () =>
      (await database.select('invoices')).flatMap(({ paymentId, amount, status }) =>
        paymentId === undefined ? [] : [{ paymentId, amount, status: shown(status) }],
      ),
    )
    eventually(async () => {
      const [supplier] = await database.select('suppliers')
      let paid = 0
      for (const { id, amount, status } of await database.select('invoices')) {
        const isSent = bank.wires.list().results.some(({ beneficiaryReference }) => beneficiaryReference === id)
        if (isSent ? status !== 'paid' : status !== 'open') throw new Error(`${id} is ${status}, wire sent: ${isSent}`)
        if (isSent) paid += amount
      }
      if (supplier?.paid !== paid) throw new Error(`the supplier has ${supplier?.paid} for invoices of ${paid}`)
    })

    const service = createService(environmentOf(scene), store(database), bug)
    await service.start()
    every({ minutes: 20 }, service.poll)

    async function press(id: string): Promise<void> {
      for (let time = 1; (await service.approve(id)) !== 200; time++) {
        if (time === 3) throw new Error(`${id} could not be approved`)
        await sleep({ minutes: 1 })
      }
    }
    await press('INVOICE 1')
    await sleep({ hours: 9, minutes: 44, seconds: 45 })
    // Just before the last batch of the day.
    await press('INVOICE 2')
    await sleep({ hours: 2 })
  }

export const requestScoped: readonly Partner[] = partners('request-scoped with SQL', scenarioWith, {
  'calls the bank before it commits': 'two changes',
  'drops the key when it repeats with a new token': 'two changes',
  'takes a new key after a refusal': 'two changes',
  'pays anew what the list does not show': 'two changes',
  'gives up after two attempts': 'two changes',
  'puts back what was settled while it waited for the answer': 'an overlap',
  'settles what it read before it asked': 'an overlap',
  'takes a server error for a refusal': 'one change',
})
