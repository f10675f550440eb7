/**
 * The bugs that reach production: notifications that come twice, swapped, late, before the answer, or not at all. Each story is
 * told to a correct consumer and to one with a planted bug; the story must tell them apart. (§6)
 */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { createPaymentBook, type Notification, type PaymentBook } from '../../docs/examples/payment-book.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

const url = 'https://partner.example/hooks'

/** What a partner's books must say in the end: the money that came in, each payment once. */
interface Books {
  receive(notification: Notification): Promise<void>
  readonly income: number
}

/** Looks each payment up, takes each event in once. */
function correctBooks(bank: Bank): Books {
  const book: PaymentBook = createPaymentBook(async (path) => await lookUp(bank, path))
  return {
    receive: (notification) => book.receive(notification),
    get income() {
      return [...book.entries.values()].reduce((sum, { amount }) => sum + amount, 0)
    },
  }
}

/** The planted bug: adds up what each event names, however often it comes. */
function booksWithoutDeduplication(bank: Bank): Books {
  let income = 0
  return {
    async receive({ resources }) {
      for (const path of resources) income += (await lookUp(bank, path)).amount
    },
    get income() {
      return income
    },
  }
}

async function lookUp(bank: Bank, path: string): Promise<{ status: string; amount: number }> {
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  return await (await bank.fetch(`${bank.urls.baseUrl}/${path}`, { headers })).json()
}

function connected(booksOf: (bank: Bank) => Books, eventName = 'Wire.Payment.Received') {
  const bank = createBank({ seed: 7 })
  const books = booksOf(bank)
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl: url })
  bank.webhooks.connect(url, async (request) => {
    await books.receive(await request.json())
    return new Response('taken')
  })
  const receive = (amount: number) =>
    bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber, { amount }))
  return { bank, books, receive }
}

const consumers = [
  ['a correct consumer', correctBooks, 100],
  ['one without deduplication', booksWithoutDeduplication, 200],
] as const

it.each(consumers)(
  'delivers an event twice to %s, which counts %3$i for a payment of 100 [§6]',
  async (_, booksOf, income) => {
    const { bank, books, receive } = connected(booksOf)
    receive(100)
    await bank.settled()

    await bank.outbox.deliver(bank.events[0]!.id)

    expect(books.income).toBe(income)
  },
)

it.each(consumers)(
  'loses the acknowledgement of %s and delivers again, so that it counts %3$i for a payment of 100 [§6]',
  async (_, booksOf, income) => {
    const { bank, books, receive } = connected(booksOf)
    bank.outbox.hold()
    receive(100)

    await bank.outbox.deliver(bank.events[0]!.id, { loseAnswer: true })
    bank.outbox.resume()
    await bank.clock.advanceAsync({ minutes: 1 })

    expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['lost', 'delivered'])
    expect(books.income).toBe(income)
  },
)

it('swaps two notifications, so that a receiver which keeps the last one keeps the wrong one [§6]', async () => {
  const { bank, books, receive } = connected(correctBooks)
  const lastCame: string[] = []
  bank.webhooks.connect(url, async (request) => {
    const notification = (await request.json()) as Notification
    await books.receive(notification)
    lastCame.splice(0, 1, notification.resources[0] ?? '')
    return new Response('taken')
  })
  bank.outbox.hold()
  const [first] = [receive(100), receive(200)]
  for (const { id } of [...bank.events].reverse()) await bank.outbox.deliver(id)

  expect(books.income).toBe(300)
  expect(lastCame).toEqual([`wires/v1/payments/${first?.id}`])
})

it('suspends a receiver that is down, and sends each event once after the restart [§6]', async () => {
  const { bank, books, receive } = connected(correctBooks)
  let isDown = true
  bank.webhooks.connect(url, async (request) => {
    if (isDown) return new Response('down', { status: 503 })
    await books.receive(await request.json())
    return new Response('taken')
  })
  receive(100)
  await bank.clock.advanceAsync({ minutes: 5 })
  receive(200)
  await bank.clock.advanceAsync({ minutes: 5 })
  const { id, status } = bank.webhooks.list().results[0]!

  isDown = false
  bank.webhooks.restart(id)
  await bank.settled()

  expect(status).toBe('Suspended')
  expect(books.income).toBe(300)
  expect(bank.pushes.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(2)
})

it('delivers the event before the answer to the request that caused it [§6]', async () => {
  const bank = createBank({ seed: 7, release: 'instant' })
  const knownWhenSent: boolean[] = []
  const created = new Set<string>()
  const eventName = 'Wire.Payment.Sent'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl: url })
  bank.webhooks.connect(url, async (request) => {
    const { resources } = (await request.json()) as Notification
    knownWhenSent.push(created.has(resources[0]?.split('/').at(-1) ?? ''))
    return new Response('taken')
  })
  const pay = async () => {
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(outboundWire(bank.masterAccount.accountNumber, { amount: 100 }))
    const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })
    created.add((await response.json()).id)
  }

  await pay()
  await bank.settled()
  bank.outbox.beforeAnswer()
  await pay()

  expect(knownWhenSent).toEqual([true, false])
})

it('polls for events instead of having them pushed [§6]', async () => {
  const bank = createBank({ seed: 7 })
  const books = correctBooks(bank)
  const eventName = 'Wire.Payment.Received'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Poll', callbackUrl: url })
  for (const amount of [100, 200]) bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber, { amount }))
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }

  for (let poll = 0; poll < 3; poll++) {
    const { results } = await (await bank.fetch(`${bank.urls.baseUrl}/webhooks/v1/events/poll`, { headers })).json()
    for (const notification of results) await books.receive(notification)
  }

  expect(books.income).toBe(300)
  expect(bank.pushes).toEqual([])
})
