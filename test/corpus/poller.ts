/** A poller: no webhooks, but a job that lists the bank's payments page by page from a mark on, and matches them with its orders. */
import type { Bank } from 'vostro'
import type { BookEntry, Scene } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'
import { createClient, type Wire } from './client.ts'
import { environmentOf, wireTo } from './environment.ts'
import { type Needs, type Partner, partners } from './partner.ts'

const bugs = {
  'never looks behind its mark': 'one change',
  'never takes back an inbound payment': 'one change',
  'treats a payment on hold as finished': 'one change',
  'skips a page that it could not read': 'one change',
  'matches money with the oldest open invoice of its amount': 'one change',
  'sends a rejected order again under its old key': 'one change',
  'lets a late answer overwrite what the list has told': 'an overlap',
  'asks for the details between looking and crediting': 'an overlap',
  'gives an order up after three attempts': 'an outage',
  'sends anew what it does not find in the list': 'two changes',
} as const satisfies Record<string, Needs>
type Bug = keyof typeof bugs

interface Payment extends Wire {
  readonly wasReversed: boolean
}
interface Page {
  readonly results: readonly Payment[]
  readonly hasNextPage: boolean
}
interface Order {
  readonly reference: string
  readonly amount: number
  isSending: boolean
  /** Whether a request of which no answer came may have made a wire. */
  isUnsure: boolean
  isGivenUp: boolean
}
interface Invoice {
  readonly reference: string
  readonly amount: number
  paid: number
}

const PAGE_SIZE = 2
const DAY = 86_400_000

function startPoller(scene: Scene, bug?: Bug) {
  const environment = environmentOf(scene)
  const client = createClient(environment)
  const orders = new Map<string, Order>()
  const invoices = new Map<string, Invoice>()
  const payments = new Map<string, Payment>()
  const credits = new Map<string, Invoice>()
  /** So many payments at the head of the list are done with. */
  let mark = 0
  let reviewedAt = Date.now()
  const triesAtOnce =
    bug === 'gives an order up after three attempts' || bug === 'sends anew what it does not find in the list'
  const attempts = triesAtOnce ? 3 : 1

  const isDead = ({ status }: Payment) => status === 'Rejected' || status === 'Canceled'
  const isOnItsWay = ({ status }: Payment) =>
    bug === 'treats a payment on hold as finished'
      ? status === 'Created' || status === 'Pending'
      : status !== 'Completed' && !['Rejected', 'Canceled'].includes(status)
  const wiresOf = ({ reference }: Order) =>
    [...payments.values()].filter(
      ({ direction, beneficiaryReference }) => direction === 'Outbound' && beneficiaryReference === reference,
    )
  const isSent = (order: Order) => wiresOf(order).some((wire) => !isDead(wire))

  function invoiceOf({ amount, beneficiaryReference = '' }: Payment): Invoice | undefined {
    if (bug !== 'matches money with the oldest open invoice of its amount') return invoices.get(beneficiaryReference)
    return [...invoices.values()].find((invoice) => invoice.amount === amount && invoice.paid === 0)
  }

  /** Takes in what the bank says of a payment; what is older than what is known changes nothing. */
  async function takeIn(payment: Payment): Promise<void> {
    const known = payments.get(payment.id)
    if (!known || isOnItsWay(known)) payments.set(payment.id, payment)
    if (payment.direction !== 'Inbound' || payment.status !== 'Completed' || credits.has(payment.id)) return
    const details =
      bug === 'asks for the details between looking and crediting'
        ? await client.get<Payment>(`wires/v1/payments/${payment.id}`)
        : payment
    const invoice = invoiceOf(details)
    if (!invoice) return
    credits.set(payment.id, invoice)
    invoice.paid += details.amount
  }

  /** Money that went back, however long after. */
  function takeBack(payment: Payment): void {
    if (!payment.wasReversed) return
    payments.set(payment.id, payment)
    const invoice = credits.get(payment.id)
    if (!invoice || bug === 'never takes back an inbound payment') return
    credits.delete(payment.id)
    invoice.paid -= payment.amount
  }

  /** Lists payments from a page on. */
  async function list(from: number): Promise<Payment[]> {
    const found: Payment[] = []
    for (let [pageNumber, hasNextPage] = [from, true]; hasNextPage; pageNumber++) {
      const path = `wires/v1/payments?pageNumber=${pageNumber}&pageSize=${PAGE_SIZE}`
      try {
        const page = await client.get<Page>(path)
        found.push(...page.results)
        hasNextPage = page.hasNextPage
      } catch (error) {
        if (bug !== 'skips a page that it could not read' || pageNumber > from) throw error
      }
    }
    return found
  }

  async function read(): Promise<void> {
    const first = Math.floor(mark / PAGE_SIZE)
    const found = await list(first + 1)
    for (const payment of found) await takeIn(payment)
    const undone = found.findIndex(isOnItsWay)
    mark = Math.max(mark, first * PAGE_SIZE + (undone < 0 ? found.length : undone))
  }

  async function review(): Promise<void> {
    for (const payment of await list(1)) takeBack(payment)
    reviewedAt = Date.now()
  }

  /** The same for each attempt until the bank has rejected the wire: then another one is meant. */
  function keyOf(order: Order): string {
    if (bug === 'sends anew what it does not find in the list') return crypto.randomUUID()
    if (bug === 'sends a rejected order again under its old key') return order.reference
    return `${order.reference} ${wiresOf(order).filter(isDead).length}`
  }

  async function send(order: Order): Promise<void> {
    if (order.isSending || order.isGivenUp || isSent(order)) return
    order.isSending = true
    try {
      if (order.isUnsure) for (const payment of await list(1)) await takeIn(payment)
      order.isUnsure = false
      if (isSent(order)) return
      const body = wireTo(environment.accountNumber, order.amount, order.reference)
      const wire = await client.post<Payment>('wires/v1/payments', body, keyOf(order))
      if (bug === 'lets a late answer overwrite what the list has told') payments.set(wire.id, wire)
      await takeIn(wire)
    } catch (error) {
      order.isUnsure = bug === 'sends anew what it does not find in the list'
      throw error
    } finally {
      order.isSending = false
    }
  }

  /** Sends an order, and leaves it to the job where that does not work. */
  async function trySend(order: Order): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        return await send(order)
      } catch {
        if (attempt < attempts) await scene.sleep({ seconds: 2 })
      }
    }
    order.isGivenUp = bug === 'gives an order up after three attempts'
  }

  const isOpen = () =>
    [...orders.values()].some((order) => !isSent(order)) ||
    [...payments.values()].some(isOnItsWay) ||
    [...invoices.values()].some(({ paid, amount }) => paid < amount)

  scene.every({ minutes: 40 }, async () => {
    for (const order of orders.values()) await trySend(order)
    try {
      if (isOpen()) await read()
      if (bug !== 'never looks behind its mark' && Date.now() - reviewedAt >= DAY) await review()
    } catch {
      // The next round tries again.
    }
  })

  scene.books(() =>
    [...payments.values()].map((payment): BookEntry => {
      const { id: paymentId, amount, status } = payment
      if (isDead(payment) || payment.wasReversed) return { paymentId, amount, status: 'failed' }
      return { paymentId, amount, status: status === 'Completed' ? 'completed' : 'pending' }
    }),
  )
  return {
    /** An order is taken whatever the bank does. */
    async order(reference: string, amount: number) {
      const order = { reference, amount, isSending: false, isUnsure: false, isGivenUp: false }
      orders.set(reference, order)
      await trySend(order)
    },
    invoice: (reference: string, amount: number) => void invoices.set(reference, { reference, amount, paid: 0 }),
    refresh: () => read(),
    isReturned: (reference: string) =>
      [...payments.values()].some((wire) => wire.beneficiaryReference === reference && wire.wasReversed),
    paid: (reference: string) => invoices.get(reference)?.paid ?? 0,
  }
}

/** Two orders go out while two customers pay the same amount, and somebody looks at the page. */
const rounds = (bug?: Bug) => async (scene: Scene) => {
  const { bank, eventually, sleep } = scene
  const poller = startPoller(scene, bug)
  eventually(() => {
    for (const reference of ['INVOICE 1', 'INVOICE 2']) {
      const received = moneyFor(bank, 'Inbound', reference)
      if (poller.paid(reference) !== received) {
        throw new Error(`${poller.paid(reference)} was credited to ${reference}, and ${received} came`)
      }
    }
    for (const reference of ['ORDER 1', 'ORDER 2']) {
      const wires = wiresFor(bank, 'Outbound', reference)
      if (!wires.some(({ status }) => status === 'Completed')) throw new Error(`${reference} was never paid`)
      if (poller.isReturned(reference) !== wires.some(({ wasReversed }) => wasReversed)) {
        throw new Error(`nobody was told that the money of ${reference} came back`)
      }
    }
  })

  await poller.order('ORDER 1', 10_000)
  const ordering = poller.order('ORDER 2', 20_000)
  await poller.refresh().catch(() => 'the page shows what is known')
  for (const reference of ['INVOICE 1', 'INVOICE 2']) {
    poller.invoice(reference, 40_000)
    bank.wires.simulateInbound(inboundWire(bank, { amount: 40_000, beneficiaryReference: reference }))
  }
  // A little before the job comes by.
  await sleep({ minutes: 39, seconds: 40 })
  const refreshing = poller.refresh().catch(() => 'the page shows what is known')
  await sleep({ minutes: 50 })
  await Promise.all([ordering, refreshing])
}

const wiresFor = (bank: Bank, direction: string, reference: string) =>
  bank.wires
    .list({ pageSize: 50 })
    .results.filter((wire) => wire.direction === direction && wire.beneficiaryReference === reference)

const moneyFor = (bank: Bank, direction: string, reference: string) =>
  wiresFor(bank, direction, reference)
    .filter(({ posting, wasReversed }) => posting === 'Posted' && !wasReversed)
    .reduce((sum, { amount }) => sum + amount, 0)

export const poller: readonly Partner[] = partners<Bug>('poller without webhooks', rounds, bugs, {
  deskDecisions: true,
}).map((partner) =>
  // A wire must be over before the answer to its request has been taken in.
  partner.bug === 'lets a late answer overwrite what the list has told'
    ? { ...partner, options: { ...partner.options, bank: { release: 'instant' } } }
    : partner,
)
