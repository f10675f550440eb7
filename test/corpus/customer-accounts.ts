/**
 * A partner that keeps money for its customers: a subledger and a balance of its own for each, credits for wires that come in, transfers
 * between customers, and accounts frozen while a dispute lasts. A tick takes up what is open, and a sweep each day what nobody told of.
 */
import type { Scenario, Scene } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'
import { AnswerError, type Notification, retried, type Wire } from './client.ts'
import { type Environment, environmentOf } from './environment.ts'
import { partners } from './partner.ts'

const bugs = {
  'trusts the client identifier of a transfer': 'one change',
  'sweeps on from the newest wire that it knows': 'one change',
  'credits whatever has left the hold': 'one change',
  'takes back a wire that it never credited': 'two changes',
  'forgets a restriction that nobody confirmed': 'two changes',
  'moves the money of a refused transfer': 'an overlap',
  'credits without a second look': 'an overlap',
} as const
type Bug = keyof typeof bugs

type Incoming = Wire & { readonly wasReversed: boolean }

interface Customer {
  readonly title: string
  accountNumber: string | undefined
  balance: number
}

interface Transfer {
  readonly id: string
  readonly from: Customer
  readonly to: Customer
  readonly amount: number
  state: 'open' | 'done' | 'refused'
}

interface Credit {
  readonly paymentId: string
  customer?: Customer
  amount: number
  state: 'expected' | 'credited' | 'refused' | 'taken back'
  looks: number
}

interface Dispute {
  readonly id: string
  readonly customer: Customer
  restrictionId: string | undefined
  isWithdrawn: boolean
  isSettled: boolean
}

/** What is on hold for longer than a few ticks is left to the sweep. */
const LOOKS = 3
const ignored = () => undefined

function createHttp({ fetch, baseUrl, authUrl, clientId, clientSecret, audience }: Environment) {
  let token: string | undefined

  async function tokenOf(): Promise<string> {
    if (token !== undefined) return token
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${authUrl}/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new AnswerError('the token server', response.status)
    token = ((await response.json()) as { access_token: string }).access_token
    return token
  }

  return <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key?: string): Promise<T> =>
    retried(async () => {
      const authorization = `Bearer ${await tokenOf()}`
      const headers = { authorization, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
      const response = await fetch(`${baseUrl}/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (response.status === 401) token = undefined
      if (response.status === 409) await new Promise((resolve) => setTimeout(resolve, 10_000))
      if (response.status !== 200) throw new AnswerError(`${method} ${path}`, response.status)
      return (await response.json()) as T
    })
}

function createAccounts(environment: Environment, every: Scene['every'], bug: Bug | undefined) {
  const { accountNumber: masterAccountNumber, partnerId, connect } = environment
  const callbackUrl = 'https://partner.example/wires'
  const restrictionsPath = `core/v1/dda/accounts/${masterAccountNumber}/restrictions`
  const call = createHttp(environment)
  const customers = new Map<string, Customer>()
  const transfers = new Map<string, Transfer>()
  const credits = new Map<string, Credit>()
  const disputes = new Map<string, Dispute>()
  let isRegistered = false
  let newestWire = ''

  async function register(): Promise<void> {
    if (isRegistered) return
    const registration = { partnerId, eventName: 'Wire.Payment.Received', registrationType: 'Push', callbackUrl }
    await call('POST', 'webhooks/v1/registrations', registration, 'register Wire.Payment.Received')
    isRegistered = true
  }

  async function openAccount(customer: Customer): Promise<string> {
    if (customer.accountNumber !== undefined) return customer.accountNumber
    const { title } = customer
    const asked = { masterAccountNumber, title }
    const opened = await call<{ accountNumber: string }>('POST', 'core/v1/dda/subaccounts', asked, `open ${title}`)
    customer.accountNumber = opened.accountNumber
    return opened.accountNumber
  }

  const creditOf = (paymentId: string): Credit => {
    const credit = credits.get(paymentId) ?? { paymentId, amount: 0, state: 'expected', looks: 0 }
    credits.set(paymentId, credit)
    return credit
  }

  function give(credit: Credit, customer: Customer): void {
    if (credit.state !== 'expected' && bug !== 'credits without a second look') return
    customer.balance += credit.amount
    credit.state = 'credited'
  }

  function takeBack(credit: Credit, customer: Customer): void {
    const isTheirs = credit.state === 'credited' || bug === 'takes back a wire that it never credited'
    if (isTheirs && credit.state !== 'taken back') customer.balance -= credit.amount
    credit.state = 'taken back'
  }

  function takeDown({ id, direction, accountNumber, amount, status, posting, wasReversed, createdAt }: Incoming): void {
    const customer = [...customers.values()].find((each) => each.accountNumber === accountNumber)
    if (direction !== 'Inbound' || customer === undefined) return
    const credit = Object.assign(creditOf(id), { customer, amount })
    if (createdAt > newestWire) newestWire = createdAt
    const isPosted = bug === 'credits whatever has left the hold' ? status !== 'Hold' : posting === 'Posted'
    if (wasReversed) takeBack(credit, customer)
    else if (isPosted) give(credit, customer)
    else if (status === 'Rejected') credit.state = 'refused'
  }

  const look = async (paymentId: string) => takeDown(await call('GET', `wires/v1/payments/${paymentId}`))

  /** Brings balances up to date, as one who looks at them or spends them expects. */
  async function refresh(...those: readonly Customer[]): Promise<void> {
    for (const customer of those)
      for (const credit of credits.values())
        if (credit.state === 'expected' && credit.customer === customer) await look(credit.paymentId)
  }

  async function sweep(): Promise<void> {
    // Fifty are more than ever come in before the next sweep.
    const { results } = await call<{ results: Incoming[] }>('GET', 'wires/v1/payments?pageSize=50')
    for (const wire of results) {
      if (bug === 'sweeps on from the newest wire that it knows' && wire.createdAt < newestWire) continue
      if (wire.wasReversed || credits.get(wire.id)?.state !== 'credited') takeDown(wire)
    }
  }

  async function carryOut(transfer: Transfer): Promise<void> {
    const { id, from, to, amount } = transfer
    const accounts = { debitAccountNumber: from.accountNumber, creditAccountNumber: to.accountNumber }
    const key = bug === 'trusts the client identifier of a transfer' ? undefined : `transfer ${id}`
    const asked = { ...accounts, amount, clientIdentifier: id }
    const { status } = await call<{ status: string }>('POST', 'core/v1/transactions', asked, key)
    if (transfer.state !== 'open') return
    const isRefused = status === 'Rejected' && bug !== 'moves the money of a refused transfer'
    transfer.state = isRefused ? 'refused' : 'done'
    if (isRefused) return
    from.balance -= amount
    to.balance += amount
  }

  /** Places the restriction of a dispute, or lifts it. One whose answer was lost is asked for again: its key finds it. */
  async function settle(dispute: Dispute): Promise<void> {
    const { id, customer } = dispute
    const isUnconfirmed = dispute.restrictionId === undefined
    if (isUnconfirmed && !(dispute.isWithdrawn && bug === 'forgets a restriction that nobody confirmed')) {
      const { accountNumber: subAccountNumber } = customer
      const asked = { subAccountNumber, appliesTo: 'SubAccounts', transactionType: 'Debit', reason: id }
      dispute.restrictionId = (await call<{ id: string }>('POST', restrictionsPath, asked, `restrict ${id}`)).id
    }
    if (dispute.isWithdrawn && dispute.restrictionId !== undefined) {
      await call('DELETE', `${restrictionsPath}/${dispute.restrictionId}`).catch((error: unknown) => {
        if (!(error instanceof AnswerError && error.status === 404)) throw error
      })
    }
    dispute.isSettled = dispute.isWithdrawn
  }

  connect(callbackUrl, async (request) => {
    const [path = ''] = ((await request.json()) as Notification).resources
    const credit = creditOf(path.split('/').at(-1) ?? '')
    if (credit.state === 'expected') await look(credit.paymentId)
    return new Response('taken')
  })

  every({ minutes: 20 }, async () => {
    await register().catch(ignored)
    for (const customer of customers.values()) await openAccount(customer).catch(ignored)
    for (const credit of credits.values())
      if (credit.state === 'expected' && credit.looks++ < LOOKS) await look(credit.paymentId).catch(ignored)
    for (const transfer of transfers.values()) if (transfer.state === 'open') await carryOut(transfer).catch(ignored)
    for (const dispute of disputes.values())
      if (!dispute.isSettled && (dispute.isWithdrawn || !dispute.restrictionId)) await settle(dispute).catch(ignored)
  })
  every({ days: 1 }, () => sweep().catch(ignored))

  const customerOf = (title: string): Customer => {
    const customer = customers.get(title) ?? { title, accountNumber: undefined, balance: 0 }
    customers.set(title, customer)
    return customer
  }
  return {
    start: () => register().catch(ignored),
    customers,
    transfers,
    credits,
    open: (title: string) => openAccount(customerOf(title)),
    show: (title: string) => refresh(customerOf(title)),
    transfer: async (id: string, from: string, to: string, amount: number): Promise<void> => {
      let transfer = transfers.get(id)
      if (transfer === undefined) {
        const isFrozen = [...disputes.values()].some(({ customer, isSettled }) => customer.title === from && !isSettled)
        if (isFrozen) throw new Error(`${from} is in dispute`)
        transfer = { id, from: customerOf(from), to: customerOf(to), amount, state: 'open' }
        transfers.set(id, transfer)
      }
      if (transfer.state !== 'open') return
      await refresh(transfer.from, transfer.to)
      await carryOut(transfer)
    },
    freeze: async (id: string, title: string): Promise<void> => {
      const customer = customerOf(title)
      const dispute = { id, customer, restrictionId: undefined, isWithdrawn: false, isSettled: false }
      disputes.set(id, dispute)
      await refresh(customer)
      await settle(dispute)
    },
    withdraw: async (id: string): Promise<void> => {
      const dispute = disputes.get(id)
      if (dispute) await settle(Object.assign(dispute, { isWithdrawn: true }))
    },
  }
}

const scenarioWith =
  (bug?: Bug): Scenario =>
  async (scene) => {
    const { bank } = scene
    const accounts = createAccounts(environmentOf(scene), scene.every, bug)
    scene.books(() =>
      [...accounts.credits.values()].flatMap(({ paymentId, amount, customer, state }) => {
        const status = state === 'expected' ? 'pending' : state === 'credited' ? 'completed' : 'failed'
        return customer === undefined ? [] : [{ paymentId, amount, status }]
      }),
    )
    scene.eventually(() => {
      for (const { title, accountNumber, balance } of accounts.customers.values()) {
        const atBank = bank.subledgers.get(accountNumber ?? '').currentBalance
        if (atBank !== balance) throw new Error(`${title} has ${balance} in our books, and ${atBank} at the bank`)
      }
      if (bank.subledgers.list().results.length !== accounts.customers.size) throw new Error("subledgers are nobody's")
      if ([...accounts.transfers.values()].some(({ state }) => state === 'open')) throw new Error('a transfer is open')
      const [left] = bank.restrictions.list({ accountNumber: bank.masterAccount.accountNumber }).results
      if (left) throw new Error(`${left.reason} is over, and its account still frozen`)
    })
    /** A user who sees an error presses the button again, soon and after a coffee. */
    const pressing = <T>(press: () => Promise<T>): Promise<T> =>
      press()
        .catch(() => scene.sleep({ minutes: 3 }).then(press))
        .catch(() => scene.sleep({ minutes: 15 }).then(press))

    await accounts.start()
    const tenant = await pressing(() => accounts.open('Tenant'))
    const landlord = await pressing(() => accounts.open('Landlord'))
    bank.wires.simulateInbound(inboundWire(tenant, { amount: 50_000 }))
    await scene.sleep({ minutes: 2 })
    bank.wires.simulateInbound(inboundWire(landlord, { amount: 30_000 }))
    await scene.sleep({ minutes: 5 })
    await Promise.all([
      accounts.show('Tenant').catch(ignored),
      pressing(() => accounts.transfer('DEPOSIT', 'Landlord', 'Tenant', 8_000)),
    ])
    await Promise.all([
      pressing(() => accounts.transfer('REFUND', 'Landlord', 'Tenant', 1_500)),
      accounts.freeze('DISPUTE 1', 'Landlord').catch(ignored),
    ])
    await scene.sleep({ minutes: 5 })
    await accounts.withdraw('DISPUTE 1').catch(ignored)
  }

export const customerAccounts = partners<Bug>('customer accounts with transfers and disputes', scenarioWith, bugs, {
  deskDecisions: true,
})
