/** The port: slow and greedy clients, those that go away, and the end of the process. (§8) */
import { type AddressInfo, connect, Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../../src/cli/serve/listen.ts'
import { receiverOf } from '../support/receiver.ts'
import { pushOf } from '../support/requests.ts'
import { clientOf, control } from '../support/served-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openedAt, type Served, servedForFile, serveVostro } from '../support/vostro-process.ts'
import { foundIn } from './bank-in.ts'

/** The server of the tests that do not end theirs. */
const server = servedForFile()

/** A connection of which every byte is ours: what came back, and when it was closed. */
function connectionTo({ origin }: Pick<Served, 'origin'>) {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // A connection that is broken off is what some of these tests are about.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  const until = (wanted: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => wanted.test(text) && resolve(text)
      socket.on('data', look)
      look()
      closed.then(() => reject(new Error(`The connection was closed before ${wanted} came:\n${text}`)))
    })
  return { socket, closed, until }
}

const tokenRequest = ({ clientId: client_id, clientSecret: client_secret, audience }: Served): string =>
  JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret, audience })

const head = (length: number): string =>
  `POST /auth/oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

it('answers what is under way when it is told to end, and ends with 0 [§8]', async () => {
  const served = await serveVostro()
  const { socket, until, closed } = connectionTo(served)
  const body = tokenRequest(served)
  // The server has the head, as it answers to it.
  socket.write(head(body.length).replace('\r\n\r\n', '\r\nexpect: 100-continue\r\n\r\n'))
  await until(/^HTTP\/1\.1 100 /)

  served.process.kill('SIGTERM')
  await expect.poll(() => served.log(), { timeout: 60_000 }).toContain('SIGTERM: answers the requests under way')
  socket.write(body)

  expect(await closed).toMatch(/HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"access_token"/i)
  expect(await served.ended).toMatchObject({ code: 0, signal: null })
})

it('ends with 0 while pages follow it, a receiver is silent and connections stand open, and has kept all [§8]', async () => {
  const folder = temporaryFolder()
  const state = join(folder, 'bank.state')
  const served = await serveVostro(['--state', state, '--push-timeout=600'])
  const silent = await receiverOf(() => undefined)
  const client = await clientOf(served)
  const callbackUrl = silent.url
  await client.call('POST', '/webhooks/v1/registrations', {
    ...pushOf('Wire.Payment.Sent', served.partnerId),
    callbackUrl,
  })
  await client.pay()
  connectionTo(served)
  const followed = (await fetch(`${served.controlUrl}/trace/events`)).text()
  const advanced = control(served, 'POST', '/clock/next-batch')
  await expect.poll(() => silent.bodies.length, { timeout: 60_000 }).toBe(1)

  served.process.kill('SIGTERM')

  expect(await served.ended).toMatchObject({ code: 0, signal: null })
  expect(await followed).toMatch(/^data: \{/)
  expect(await advanced).toMatchObject({ now: '2026-03-02T10:00:00.000-05:00' })
  const bank = (await foundIn(state)).banks.get('main')
  expect(bank?.wires.list().results).toMatchObject([{ status: 'Completed' }])
  expect(bank?.pushes).toMatchObject([{ failure: expect.stringContaining('the process ended before') }])
})

it('goes on where connections cannot be accepted, for too many open files say [§8]', async () => {
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 30 }, async () => new Response('answered'))
  onTestFinished(() => port.close())
  const [server] = (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter(
      (handle): handle is Server =>
        handle instanceof Server && (handle.address() as AddressInfo | null)?.port === port.number,
    )

  for (let times = 0; times < 2; times++) server?.emit('error', new Error('accept EMFILE'))

  const response = await fetch(`http://127.0.0.1:${port.number}/`)
  expect(await response.text()).toBe('answered')
})

it('ends at once with the second signal [§8]', async () => {
  const served = await serveVostro()
  const { socket, until } = connectionTo(served)
  socket.write(head(10).replace('\r\n\r\n', '\r\nexpect: 100-continue\r\n\r\n'))
  await until(/^HTTP\/1\.1 100 /)
  served.process.kill('SIGINT')
  await expect.poll(() => served.log(), { timeout: 60_000 }).toContain('SIGINT')

  served.process.kill('SIGINT')

  expect(await served.ended).toMatchObject({ code: 130 })
})

it('ends a client that takes too long to send its request, and serves the others meanwhile [§8]', async () => {
  const served = await serveVostro(['--request-timeout=1'])
  const { socket, closed } = connectionTo(served)

  socket.write('POST /auth/oauth/token HTTP/1.1\r\nhost: localhost\r\n')
  const clock = await control(served, 'GET', '/clock')

  expect(clock).toMatchObject({ now: '2026-03-02T09:00:00.000-05:00' })
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
})

it('refuses a body that is too long with 413, whether or not its length was told, and goes on [§8]', async () => {
  const served = await serveVostro(['--most-bytes=2000'])
  const url = `${served.authUrl}/oauth/token`
  const headers = { 'content-type': 'application/json' }
  async function* chunks() {
    for (let count = 0; count < 200; count++) yield new TextEncoder().encode('x'.repeat(10_000))
  }
  // Node takes what comes piece by piece, and the types of a page do not know of it.
  const init = { method: 'POST', headers, body: chunks(), duplex: 'half' } as unknown as RequestInit

  const told = await fetch(url, { method: 'POST', headers, body: 'x'.repeat(2_000_000) })
  const untold = await fetch(url, init)

  expect([told.status, untold.status]).toEqual([413, 413])
  expect(await (await clientOf(served)).pay()).toMatch(/^[0-9a-f-]{36}$/)
})

it.for(['1227.0.0.1', '127.0.0.0.1:80', 'localhost:99999'])(
  'refuses the host %s, which is none, with 400 [§4]',
  async (host) => {
    const served = await server()
    const { socket, closed } = connectionTo(served)

    socket.write(
      `POST /_vostro/reset HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 2000\r\n\r\n${' '.repeat(2_000)}`,
    )

    expect(await closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"request_is_invalid"/)
    expect(served.log()).toBe('')
  },
)

it('breaks the connection where a fault keeps the answer back, and the operation was done [§7]', async () => {
  const served = await openedAt(server())
  const client = await clientOf(served)
  await control(served, 'POST', '/faults', { fault: 'lostAnswer', endpoint: 'createWire' })

  await expect(client.pay()).rejects.toThrow('fetch failed')

  const { body } = await client.call('GET', '/wires/v1/payments')
  expect((body as { results: unknown[] }).results).toHaveLength(1)
})

it('goes on when a client goes away in the middle of its request [§8]', async () => {
  const served = await openedAt(server())
  const { socket } = connectionTo(served)
  await new Promise<void>((resolve) => void socket.write(`${head(5_000)}{"grant_type"`, () => resolve()))

  socket.resetAndDestroy()

  const client = await clientOf(served)
  expect(await client.statusOf(await client.pay())).toBe('Created')
  expect(served.log()).toBe('')
})

/** A client that asks for a page and reads no more than the beginning of the answer. Resolves when that has come. */
async function unreadBy(port: number, path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
}

it('breaks off an answer whose client does not read it [§8]', async () => {
  const brokenOff = new Promise<void>((resolve) => {
    const answer = async ({ signal }: Request) => {
      signal.addEventListener('abort', () => resolve())
      return new Response('x'.repeat(20_000_000))
    }
    void listen({ host: '127.0.0.1', port: 0, requestTimeout: 1 }, answer).then((port) => {
      onTestFinished(() => port.close())
      return unreadBy(port.number, '/')
    })
  })

  await expect(brokenOff).resolves.toBeUndefined()
})

it('closes the connections that are left some seconds after it is told to end [§8]', async () => {
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 30 }, async () => new Response(endless()))
  await unreadBy(port.number, '/')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  const closed = port.close()
  vi.advanceTimersByTime(8_000)

  await expect(closed).resolves.toBeUndefined()
})

/** A body that comes as fast as it is read, and has no end. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) })
}
