/** A treasury: what a balance has above its limit is swept by book transfers, and brought back. */
import type { Bank } from 'vostro'
import type { BookEntry, Ends, Scenario } from 'vostro/explore'
import { type Needs, type Partner, partners } from './partner.ts'

const design = 'treasury sweeper'
const bugs = {
  'asks for a movement without a key': 'one change',
  'gives up a movement that it had begun before a restart': 'a crash',
  'puts the hour into the key of a payment that replaces a rejected one': 'two changes',
  'gives a movement up for good after two failures': 'two changes',
} as const satisfies Readonly<Record<string, Needs>>
type Bug = keyof typeof bugs

interface Wire {
  id: string
  status: string
  posting: string
}
interface Subledger {
  accountNumber: string
  availableBalance: number
}
/** A book transfer between operations and reserve. */
interface Movement {
  id: string
  from: string
  to: string
  amount: number
  state: 'asked' | 'done' | 'given up'
  failures: number
}
interface Payment {
  id: string
  amount: number
  attempt: number
  state: 'queued' | 'sent' | 'completed'
  bankId: string | null
  refused: string[]
}

const LIMIT = 500_000

/** What outlives the process: each method is one statement. */
class Ledger {
  movements: Movement[] = []
  payments = new Map<string, Payment>()

  /** A movement begins where none is under way. */
  async begin(from: string, to: string, amount: number): Promise<void> {
    if (this.movements.some(({ state }) => state === 'asked')) return
    this.movements.push({ id: `movement ${this.movements.length + 1}`, from, to, amount, state: 'asked', failures: 0 })
  }
  async underWay(): Promise<Movement | undefined> {
    const movement = this.movements.find(({ state }) => state === 'asked')
    return movement && { ...movement }
  }
  async mark(id: string, changes: Partial<Movement>): Promise<void> {
    const movement = this.movements.find((one) => one.id === id)
    if (movement?.state === 'asked') Object.assign(movement, changes)
  }
  async order(id: string, amount: number): Promise<void> {
    if (!this.payments.has(id))
      this.payments.set(id, { id, amount, attempt: 1, state: 'queued', bankId: null, refused: [] })
  }
  async openPayments(): Promise<Payment[]> {
    return [...this.payments.values()].filter(({ state }) => state !== 'completed').map((row) => ({ ...row }))
  }
  async paymentOf(bankId: string): Promise<Payment | undefined> {
    const row = [...this.payments.values()].find((one) => one.bankId === bankId)
    return row && { ...row }
  }
  /** Where the payment is still as it was read. */
  async change({ id, attempt, state }: Payment, changes: Partial<Payment>): Promise<void> {
    const row = this.payments.get(id)
    if (row?.attempt === attempt && row.state === state) Object.assign(row, changes)
  }
}

function clientOf({ fetch }: Ends, { urls, partner }: Bank) {
  let bearer: Promise<string> | undefined

  const send = async <Answer>(url: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
    if (answer.status === 401) bearer = undefined
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
    return (await answer.json()) as Answer
  }
  const newToken = async () => {
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
      audience: partner.audience,
    })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await send<{ access_token: string }>(`${urls.authUrl}/oauth/token`, init)).access_token
  }
  const token = () => {
    bearer ??= newToken().catch((error: unknown) => {
      bearer = undefined
      throw error
    })
    return bearer
  }
  return {
    get: async <Answer>(path: string) =>
      await send<Answer>(urls.baseUrl + path, { headers: { authorization: `Bearer ${await token()}` } }),
    post: async <Answer>(path: string, body: object, key?: string) => {
      const headers = {
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      }
      return await send<Answer>(urls.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
  }
}

interface Accounts {
  readonly operations: string
  readonly reserve: string
}

function start(ends: Ends, bank: Bank, ledger: Ledger, { operations, reserve }: Accounts, bug?: Bug) {
  const table = ends.store(ledger)
  const client = clientOf(ends, bank)
  const begun = new Set<string>()

  const balanceOf = async (account: string) =>
    (await client.get<Subledger>(`/core/v1/dda/subaccounts/${account}`)).availableBalance

  /** What is under way is asked for again, under its key, until the bank has said that it is done. */
  async function finish({ id, from, to, amount, failures }: Movement): Promise<void> {
    const key = bug === 'asks for a movement without a key' ? undefined : id
    let status: string
    try {
      ;({ status } = await client.post<{ status: string }>(
        '/core/v1/transactions',
        { debitAccountNumber: from, creditAccountNumber: to, amount, description: id },
        key,
      ))
    } catch (error) {
      const isGivenUp = bug === 'gives a movement up for good after two failures' && failures === 1
      await table.mark(id, isGivenUp ? { state: 'given up' } : { failures: failures + 1 })
      throw error
    }
    await table.mark(id, { state: status === 'Posted' ? 'done' : 'given up' })
  }

  async function refresh(payment: Payment): Promise<void> {
    const { id, status, posting } = await client.get<Wire>(`/wires/v1/payments/${payment.bankId}`)
    if (status === 'Completed' && posting === 'Posted') await table.change(payment, { state: 'completed' })
    if (status === 'Rejected' || status === 'Canceled') {
      await table.change(payment, {
        state: 'queued',
        attempt: payment.attempt + 1,
        bankId: null,
        refused: [...payment.refused, id],
      })
    }
  }

  async function pay(payment: Payment): Promise<void> {
    const wire = {
      accountNumber: operations,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '021000021',
      beneficiary: { idCode: 'D', identifier: '6600770077', name: 'Northern Steel' },
      beneficiaryReference: payment.id,
      amount: payment.amount,
    }
    let key = `${payment.id} ${payment.attempt}`
    if (bug === 'puts the hour into the key of a payment that replaces a rejected one' && payment.attempt > 1) {
      key += ` ${new Date().toISOString().slice(0, 13)}`
    }
    const { id } = await client.post<Wire>('/wires/v1/payments', wire, key)
    await table.change(payment, { state: 'sent', bankId: id })
  }

  async function goOn(movement: Movement): Promise<void> {
    if (bug !== 'gives up a movement that it had begun before a restart' || begun.has(movement.id))
      await finish(movement)
    else await table.mark(movement.id, { state: 'given up' })
  }

  /** One movement of money at a time: what is under way, else a payment that is due, else a sweep. */
  async function tick(): Promise<void> {
    const movement = await table.underWay()
    if (movement) return await goOn(movement)
    const open = await table.openPayments()
    for (const payment of open) if (payment.state === 'sent') await refresh(payment)
    const next = open.find(({ state }) => state === 'queued')
    if (!next && open.length > 0) return // its money may come back
    const available = await balanceOf(operations)
    if (next && available >= next.amount) return await pay(next)
    if (next) await table.begin(reserve, operations, next.amount - available)
    else if (available > LIMIT) await table.begin(operations, reserve, available - LIMIT)
    const begins = await table.underWay()
    if (!begins) return
    begun.add(begins.id)
    await finish(begins)
  }

  ends.connect('https://treasury.example/hooks', async (request) => {
    const { resources } = (await request.json()) as { resources: string[] }
    try {
      for (const resource of resources) {
        const payment = await table.paymentOf(resource.split('/')[3] ?? '')
        if (payment?.state === 'sent') await refresh(payment)
      }
      return new Response('taken')
    } catch {
      return new Response('later', { status: 503 })
    }
  })
  ends.every({ minutes: 30 }, tick)
  return { order: (id: string, amount: number) => table.order(id, amount) }
}

const scenarioOf =
  (bug?: Bug): Scenario =>
  async ({ bank, process, books, eventually, sleep }) => {
    const ledger = new Ledger()
    const open = (title: string) =>
      bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title }).accountNumber
    const accounts = { operations: open('Operations'), reserve: open('Reserve') }
    for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://treasury.example/hooks',
      })
    }
    bank.transactions.transfer({
      debitAccountNumber: bank.masterAccount.accountNumber,
      creditAccountNumber: accounts.operations,
      amount: 800_000,
    })
    const service = await process((ends) => start(ends, bank, ledger, accounts, bug))

    books(() =>
      [...ledger.payments.values()].flatMap(({ bankId, refused, amount, state }): BookEntry[] => [
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
    )
    eventually(() => {
      const moved = (account: string) =>
        ledger.movements.reduce((sum, { from, to, amount, state }) => {
          if (state !== 'done') return sum
          return sum + (to === account ? amount : 0) - (from === account ? amount : 0)
        }, 0)
      const wires = bank.wires.list({ pageSize: 50 }).results.filter(({ status }) => status === 'Completed')
      if (wires.length !== ledger.payments.size)
        throw new Error(`${wires.length} payments were made of ${ledger.payments.size}.`)
      const spent = wires.reduce((sum, { amount, wasReversed }) => sum + (wasReversed ? 0 : amount), 0)
      const expected = { operations: 800_000 + moved(accounts.operations) - spent, reserve: moved(accounts.reserve) }
      for (const name of ['operations', 'reserve'] as const) {
        const { currentBalance } = bank.subledgers.get(accounts[name])
        if (currentBalance !== expected[name])
          throw new Error(`The ledger has ${expected[name]} for ${name}, and the bank ${currentBalance}.`)
      }
    })

    await sleep({ hours: 1 })
    const order = () => service.ask((api) => api.order('STEEL 17', 620_000))
    await order().catch(() => sleep({ minutes: 5 }).then(order))
    await sleep({ hours: 4 })
  }

export const treasurySweeper: readonly Partner[] = partners(design, scenarioOf, bugs, {
  deskDecisions: true,
  maxRuns: 1_500,
})
