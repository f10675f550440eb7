/** Three places for pushes to go: captured, a handler in process, a real server beside MSW. (§6) */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { expressReceiver } from '../../docs/examples/express-receiver.ts'
import { fastifyReceiver } from '../../docs/examples/fastify-receiver.ts'
import { honoReceiver } from '../../docs/examples/hono-receiver.ts'
import { createPaymentBook, type PaymentBook } from '../../docs/examples/payment-book.ts'
import { inboundWire } from '../support/wire.ts'

/** A book that looks payments up over the bank's HTTP edge. */
function bookOf(bank: Bank): PaymentBook {
  return createPaymentBook(async (path) => {
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
    return await (await bank.fetch(`${bank.urls.baseUrl}/${path}`, { headers })).json()
  })
}

function register(bank: Bank, callbackUrl: string) {
  const eventName = 'Wire.Payment.Received'
  return bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
}

const receive = (bank: Bank) =>
  bank.wires.simulateInbound(inboundWire(bank.masterAccount.accountNumber, { amount: 2_500 }))

it('captures pushes for a test that reads only notifications [§6]', () => {
  const bank = createBank()
  register(bank, 'https://partner.example/hooks')

  const wire = receive(bank)

  expect(bank.pushes).toMatchObject([
    {
      outcome: 'captured',
      notification: { eventName: 'Wire.Payment.Received', resources: [`wires/v1/payments/${wire.id}`] },
    },
  ])
})

it('pushes into a Hono application, in process [§6]', async () => {
  const bank = createBank()
  const book = bookOf(bank)
  register(bank, 'https://partner.example/hooks')
  bank.webhooks.connect('https://partner.example/hooks', honoReceiver(book).fetch)

  const wire = receive(bank)
  await bank.settled()

  expect(bank.pushes).toMatchObject([{ outcome: 'delivered', answer: { status: 200, body: 'taken' } }])
  expect(book.entries.get(`wires/v1/payments/${wire.id}`)).toEqual({ status: 'Hold', amount: 2_500 })
})

/** A server that listens on a port of the system's choice. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

const servers: [string, (book: PaymentBook) => Promise<{ url: string; close: () => unknown }>][] = [
  [
    'an Express application',
    async (book) => {
      const server = createServer(expressReceiver(book))
      return { url: await listen(server), close: () => server.close() }
    },
  ],
  [
    'a Fastify application',
    async (book) => {
      const app = fastifyReceiver(book)
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      return { url: `${address}/hooks`, close: () => app.close() }
    },
  ],
  [
    'a plain Node server',
    async (book) => {
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        await book.receive(JSON.parse(Buffer.concat(chunks).toString()))
        response.end('taken')
      })
      return { url: await listen(server), close: () => server.close() }
    },
  ],
]

it.each(servers)('pushes over real HTTP to %s, although MSW refuses all unknown requests [§6]', async (_, start) => {
  const bank = createBank()
  const book = bookOf(bank)
  const { url, close } = await start(book)
  const msw = setupServer(...bankHandlers(bank))
  msw.listen({ onUnhandledRequest: 'error' })
  try {
    register(bank, url)
    bank.webhooks.connect(url, fetch)

    const wire = receive(bank)
    await bank.settled()

    expect(bank.pushes).toMatchObject([{ outcome: 'delivered', answer: { status: 200, body: 'taken' } }])
    expect(book.entries.get(`wires/v1/payments/${wire.id}`)).toEqual({ status: 'Hold', amount: 2_500 })
  } finally {
    msw.close()
    await close()
  }
})

it('records that a real server is down, and tries again until it answers [§6]', async () => {
  const bank = createBank()
  const book = bookOf(bank)
  const probe = createServer()
  const url = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  register(bank, url)
  bank.webhooks.connect(url, fetch)
  receive(bank)
  await bank.settled()
  const server = createServer(expressReceiver(book))
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))

  await bank.clock.advanceAsync({ minutes: 1 })
  server.close()

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['failed', 'delivered'])
  expect(book.taken).toBe(1)
})

it('signs pushes as Standard Webhooks requires if the test asks for it [§6]', async () => {
  const bank = createBank()
  const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const verified: unknown[] = []
  register(bank, 'https://partner.example/hooks')
  bank.webhooks.connect(
    'https://partner.example/hooks',
    async (request) => {
      // The library compares with the host's clock, so the test sets that to the bank's.
      vi.setSystemTime(bank.clock.now)
      verified.push(webhook.verify(await request.text(), Object.fromEntries(request.headers)))
      return new Response('taken')
    },
    {
      sign: (body, { id, at }) => ({
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at / 1_000)),
        'webhook-signature': webhook.sign(id, new Date(at), body),
      }),
    },
  )
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    receive(bank)
    await bank.settled()
  } finally {
    vi.useRealTimers()
  }

  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['delivered'])
  expect(verified).toEqual([bank.events[0]])
})
