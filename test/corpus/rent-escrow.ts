/** Rent in escrow: a tenant pays in by wire, a dispute holds the money, and the landlord is paid out. */
import type { Bank } from 'vostro'
import type { BookEntry, Ends, Scenario } from 'vostro/explore'
import { type Needs, type Partner, partners } from './partner.ts'

const design = 'rent escrow'
const bugs = {
  'looks for a dispute before it reads the deposit, and not again': 'an overlap',
  'requests a new payout after a rejection before it has recorded that': 'two changes',
  'makes up the key of a payout as it sends it': 'a crash',
} as const satisfies Readonly<Record<string, Needs>>
type Bug = keyof typeof bugs

interface Wire {
  id: string
  status: string
  posting: string
  direction: string
  amount: number
  wasReversed: boolean
  beneficiaryReference?: string
}
interface Rent {
  /** The inbound wire. */
  id: string
  reference: string
  amount: number
  isDisputed: boolean
  state: 'received' | 'deposited' | 'paying' | 'sent' | 'paid' | 'returned'
  dueAt: number
  attempt: number
  key: string
  payout: string | null
  failed: string[]
}

/** Rents, one row for each deposit; each method is one statement. */
class Rents {
  rows = new Map<string, Rent>()
  disputes = new Set<string>()

  async add(id: string, reference: string, amount: number): Promise<void> {
    if (this.rows.has(id)) return
    const isDisputed = this.disputes.has(reference)
    this.rows.set(id, {
      id,
      reference,
      amount,
      isDisputed,
      state: 'received',
      dueAt: 0,
      attempt: 1,
      key: '',
      payout: null,
      failed: [],
    })
  }
  async open(): Promise<Rent[]> {
    return [...this.rows.values()]
      .filter(({ state }) => state !== 'paid' && state !== 'returned')
      .map((row) => ({ ...row }))
  }
  async find(paymentId: string): Promise<Rent | undefined> {
    const row = [...this.rows.values()].find(({ id, payout }) => id === paymentId || payout === paymentId)
    return row && { ...row }
  }
  /** Changes a row that is still in the state and at the attempt in which it was read. */
  async change({ id, state, attempt }: Rent, changes: Partial<Rent>): Promise<void> {
    const row = this.rows.get(id)
    if (row?.state === state && row.attempt === attempt) Object.assign(row, changes)
  }
  /** The payout begins, unless there is a dispute: one statement, so that no dispute comes between. */
  async release({ id }: Rent, key: string, evenDisputed: boolean): Promise<void> {
    const row = this.rows.get(id)
    if (row?.state === 'deposited' && (evenDisputed || !row.isDisputed)) Object.assign(row, { state: 'paying', key })
  }
  /** Says whether the dispute came in time. */
  async dispute(reference: string): Promise<boolean> {
    const row = [...this.rows.values()].find((one) => one.reference === reference)
    if (row && row.state !== 'received' && row.state !== 'deposited') return false
    this.disputes.add(reference)
    if (row) row.isDisputed = true
    return true
  }
  async settle(reference: string): Promise<void> {
    this.disputes.delete(reference)
    for (const row of this.rows.values()) if (row.reference === reference) row.isDisputed = false
  }
}

class BankClient {
  private token: string | undefined
  private readonly ends: Ends
  private readonly bank: Bank
  constructor(ends: Ends, bank: Bank) {
    this.ends = ends
    this.bank = bank
  }

  async post(path: string, body: object, key: string): Promise<Wire> {
    let failure: unknown
    for (let attempt = 1; attempt <= 3; attempt++) {
      try {
        return await this.call<Wire>(path, { method: 'POST', body: JSON.stringify(body) }, { 'idempotency-key': key })
      } catch (error) {
        failure = error
        await this.ends.sleep({ seconds: attempt * 3 })
      }
    }
    throw failure
  }

  async call<Answer>(path: string, init: RequestInit = {}, more: Record<string, string> = {}): Promise<Answer> {
    const { urls, partner } = this.bank
    if (this.token === undefined) {
      const { clientId: client_id, clientSecret: client_secret, audience } = partner
      const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret, audience })
      const answer = await this.request(`${urls.authUrl}/oauth/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      this.token = ((await answer.json()) as { access_token: string }).access_token
    }
    const token = this.token
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
    try {
      return (await (await this.request(urls.baseUrl + path, { ...init, headers })).json()) as Answer
    } catch (error) {
      if (error instanceof Error && error.cause === 401 && this.token === token) this.token = undefined
      throw error
    }
  }

  private async request(url: string, init: RequestInit): Promise<Response> {
    const answer = await this.ends.fetch(url, { ...init, signal: AbortSignal.timeout(45_000) })
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`, { cause: answer.status })
    return answer
  }
}

function start(ends: Ends, bank: Bank, rents: Rents, bug?: Bug) {
  const table = ends.store(rents)
  const client = new BankClient(ends, bank)
  const { accountNumber } = bank.masterAccount

  const lookUp = (id: string) => client.call<Wire>(`/wires/v1/payments/${id}`)
  const isPosted = ({ status, posting }: Wire) => status === 'Completed' && posting === 'Posted'

  const pay = async (rent: Rent, key: string): Promise<Wire> =>
    await ends.intend(`pay out ${rent.reference}`, () =>
      client.post(
        '/wires/v1/payments',
        {
          accountNumber,
          businessFunctionCode: 'CTR',
          receiverRoutingNumber: '026009593',
          beneficiary: { idCode: 'D', identifier: '8800550055', name: 'Hill Street Homes' },
          beneficiaryReference: rent.reference,
          amount: rent.amount,
        },
        key,
      ),
    )

  async function takeIn(rent: Rent): Promise<void> {
    const wire = await lookUp(rent.id)
    if (isPosted(wire)) await table.change(rent, { state: 'deposited', dueAt: Date.now() + 2 * 3_600_000 })
    if (wire.status === 'Rejected') await table.change(rent, { state: 'returned' })
  }

  async function release(rent: Rent): Promise<void> {
    if (rent.isDisputed || Date.now() < rent.dueAt) return
    const wire = await lookUp(rent.id)
    if (wire.wasReversed) return await table.change(rent, { state: 'returned' })
    const evenDisputed = bug === 'looks for a dispute before it reads the deposit, and not again'
    await table.release(rent, `rent ${rent.id} 1`, evenDisputed)
  }

  async function payOut(rent: Rent): Promise<void> {
    const key = bug === 'makes up the key of a payout as it sends it' ? crypto.randomUUID() : rent.key
    const { id } = await pay(rent, key)
    await table.change(rent, { state: 'sent', payout: id })
  }

  async function lookAfter(rent: Rent): Promise<void> {
    const wire = await lookUp(rent.payout ?? '')
    if (isPosted(wire)) await table.change(rent, { state: 'paid' })
    if (wire.status !== 'Rejected' && wire.status !== 'Canceled') return
    const attempt = rent.attempt + 1
    const next = { attempt, failed: [...rent.failed, wire.id], key: `rent ${rent.id} ${attempt}` }
    if (bug === 'requests a new payout after a rejection before it has recorded that') {
      const { id } = await pay(rent, crypto.randomUUID())
      await table.change(rent, { ...next, payout: id })
    } else await table.change(rent, { ...next, state: 'paying', payout: null })
  }

  const steps = { received: takeIn, deposited: release, paying: payOut, sent: lookAfter, paid: null, returned: null }
  const step = async (rent: Rent) => await steps[rent.state]?.(rent)

  async function readList(): Promise<void> {
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = await client.call<{ results: Wire[]; hasNextPage: boolean }>(
        `/wires/v1/payments?pageSize=50&pageNumber=${pageNumber}`,
      )
      hasMore = page.hasNextPage
      for (const { id, direction, beneficiaryReference = '', amount } of page.results) {
        if (direction === 'Inbound' && !(await table.find(id))) await table.add(id, beneficiaryReference, amount)
      }
    }
  }

  ends.connect('https://escrow.example/events', async (request) => {
    try {
      const { eventName, resources } = (await request.json()) as { eventName: string; resources: string[] }
      for (const id of resources.map((resource) => resource.slice(resource.lastIndexOf('/') + 1))) {
        if (eventName === 'Wire.Payment.Received') {
          const wire = await lookUp(id)
          await table.add(id, wire.beneficiaryReference ?? '', wire.amount)
        } else {
          const rent = await table.find(id)
          if (rent?.state === 'sent' && rent.payout === id) await step(rent)
        }
      }
      return new Response('thank you')
    } catch {
      return new Response('try again', { status: 500 })
    }
  })
  ends.every({ minutes: 30 }, async () => {
    await readList().catch(() => {}) // the next time
    for (const rent of await table.open()) await step(rent)
  })
  return {
    dispute: (reference: string) => table.dispute(reference),
    settle: (reference: string) => table.settle(reference),
  }
}

const scenarioOf =
  (bug?: Bug): Scenario =>
  async ({ bank, process: run, books, eventually, sleep }) => {
    const rents = new Rents()
    for (const eventName of ['Wire.Payment.Received', 'Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://escrow.example/events',
      })
    }
    const service = await run((ends) => start(ends, bank, rents, bug))
    const inTime = new Set<string>()

    books(() =>
      [...rents.rows.values()].flatMap(({ id, amount, state, payout, failed }): BookEntry[] => [
        {
          paymentId: id,
          amount,
          status: state === 'received' ? 'pending' : state === 'returned' ? 'failed' : 'completed',
        },
        ...failed.map((paymentId) => ({ paymentId, amount, status: 'failed' as const })),
        ...(payout
          ? [{ paymentId: payout, amount, status: state === 'paid' ? ('completed' as const) : ('pending' as const) }]
          : []),
      ]),
    )
    eventually(() => {
      for (const { reference, state } of rents.rows.values()) {
        const isDisputed = inTime.has(reference)
        const ends: readonly Rent['state'][] = [isDisputed ? 'deposited' : 'paid', 'returned']
        if (!ends.includes(state)) throw new Error(`${reference} is ${state}, disputed: ${isDisputed}.`)
      }
      if (rents.rows.size !== 2) throw new Error(`${rents.rows.size} rents came in.`)
    })

    const paysIn = (beneficiaryReference: string, amount: number) =>
      bank.wires.simulateInbound(bank.wires.plausibleInbound({ beneficiaryReference, amount }))
    paysIn('FLAT 1', 120_000)
    paysIn('FLAT 2', 95_000)
    const asked = <Answer>(ask: () => Promise<Answer>) => ask().catch(() => sleep({ minutes: 5 }).then(ask))
    await sleep({ hours: 1 })
    await asked(() => service.ask((api) => api.dispute('FLAT 1')))
    await sleep({ hours: 1, minutes: 30, seconds: 10 }) // just after the payouts are due
    if (await asked(() => service.ask((api) => api.dispute('FLAT 2')))) inTime.add('FLAT 2')
    await sleep({ hours: 1 })
    await asked(() => service.ask((api) => api.settle('FLAT 1')))
    await sleep({ hours: 3 })
  }

export const rentEscrow: readonly Partner[] = partners(design, scenarioOf, bugs, {
  deskDecisions: true,
  maxRuns: 1_500,
})
