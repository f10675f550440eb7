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

it('answers the requests under way at SIGTERM, and exits with 0 [§8]', async () => {
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

it('exits with 0 and has stored everything, despite live pages, a silent receiver and open connections [§8]', async () => {
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

it('cuts off a client that goes on sending after SIGTERM, and answers the others [§8]', async () => {
  let answer = (_: Response): void => {}
  let isAsked = false
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 1 }, async (request) => {
    if (request.method === 'POST') return new Response(await request.text().catch(() => ''))
    isAsked = true
    return await new Promise((resolve) => {
      answer = resolve
    })
  })
  const asked = fetch(`http://127.0.0.1:${port.number}/`)
  await expect.poll(() => isAsked, { timeout: 60_000 }).toBe(true)
  const half = connectionTo({ origin: `http://127.0.0.1:${port.number}` })
  half.socket.write(head(500).replace('\r\n\r\n', '\r\nexpect: 100-continue\r\n\r\n{'))
  await half.until(/^HTTP\/1\.1 100 /)

  const closed = port.close()
  await half.closed
  answer(new Response('in time'))

  expect(await (await asked).text()).toBe('in time')
  await closed
})

it('reads the next request of a connection after the last answer, and none from a closed connection [§8]', async () => {
  const paths: string[] = []
  const answers: (() => void)[] = []
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 30 }, async ({ url }) => {
    paths.push(new URL(url).pathname)
    return await new Promise((resolve) => void answers.push(() => resolve(new Response(`answer to ${url}`))))
  })
  onTestFinished(() => port.close())
  const { socket, until, closed } = connectionTo({ origin: `http://127.0.0.1:${port.number}` })
  socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
  await expect.poll(() => paths, { timeout: 60_000 }).toEqual(['/1'])

  answers[0]?.()
  await until(/answer to \S+1/)
  await expect.poll(() => paths, { timeout: 60_000 }).toEqual(['/1', '/2'])
  socket.destroy()
  await closed
  const [response] = await Promise.all([fetch(`http://127.0.0.1:${port.number}/4`), answered(answers, 3)])

  expect(await response.text()).toContain('/4')
  expect(paths).toEqual(['/1', '/2', '/4'])
})

/** Gives the answer of this number as soon as it is asked for. */
async function answered(answers: readonly (() => void)[], number: number): Promise<void> {
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(number)
  answers[number - 1]?.()
}

it('keeps running if connections cannot be accepted, for example with too many open files [§8]', async () => {
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

it('cuts off a client that does not read its answer after SIGTERM [§8]', async () => {
  const port = await listen({ host: '127.0.0.1', port: 0, requestTimeout: 30 }, async () => new Response(endless()))
  const { socket, until } = connectionTo({ origin: `http://127.0.0.1:${port.number}` })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until(/^HTTP\/1\.1 200 /)
  socket.pause()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())

  const closed = port.close()
  vi.advanceTimersByTime(4_000)

  await expect(closed).resolves.toBeUndefined()
})

/** A body that comes as fast as it is read, and has no end. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) })
}

it('exits at once at the second signal [§8]', async () => {
  const served = await serveVostro()
  const { socket, until } = connectionTo(served)
  socket.write(head(10).replace('\r\n\r\n', '\r\nexpect: 100-continue\r\n\r\n'))
  await until(/^HTTP\/1\.1 100 /)
  served.process.kill('SIGINT')
  await expect.poll(() => served.log(), { timeout: 60_000 }).toContain('SIGINT')

  served.process.kill('SIGINT')

  expect(await served.ended).toMatchObject({ code: 130 })
})

it('cuts off a client that takes too long to send its request, and serves the others meanwhile [§8]', async () => {
  const served = await serveVostro(['--request-timeout=1'])
  const { socket, closed } = connectionTo(served)

  socket.write('POST /auth/oauth/token HTTP/1.1\r\nhost: localhost\r\n')
  const clock = await control(served, 'GET', '/clock')

  expect(clock).toMatchObject({ now: '2026-03-02T09:00:00.000-05:00' })
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
})

it('refuses a body that is too long with 413, with or without a declared length, and keeps running [§8]', async () => {
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

it.for(['1227.0.0.1', '127.0.0.0.1:80', 'localhost:99999'])('answers 400 to the invalid host %s [§4]', async (host) => {
  const served = await server()
  const { socket, closed } = connectionTo(served)

  socket.write(
    `POST /_vostro/reset HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 2000\r\n\r\n${' '.repeat(2_000)}`,
  )

  expect(await closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"request_is_invalid"/)
  expect(served.log()).toBe('')
})

it('closes the connection if a fault withholds the answer of an operation that was done [§7]', async () => {
  const served = await openedAt(server())
  const client = await clientOf(served)
  await control(served, 'POST', '/faults', { fault: 'lostAnswer', endpoint: 'createWire' })

  await expect(client.pay()).rejects.toThrow('fetch failed')

  const { body } = await client.call('GET', '/wires/v1/payments')
  expect((body as { results: unknown[] }).results).toHaveLength(1)
})

it('keeps running if a client disconnects in the middle of its request [§8]', async () => {
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

/** A port whose answers have twenty megabytes, and the paths of those that were broken off. */
async function withLongAnswers(limits: { requestTimeout: number; mostUnread?: number }, together = 1) {
  const broken = new Map<string, () => void>()
  const brokenOff: string[] = []
  let asked = 0
  let answerAll = () => {}
  const all = new Promise<void>((resolve) => {
    answerAll = resolve
  })
  const port = await listen({ host: '127.0.0.1', port: 0, ...limits }, async ({ url, signal }) => {
    const { pathname } = new URL(url)
    signal.addEventListener('abort', () => {
      brokenOff.push(pathname)
      broken.get(pathname)?.()
    })
    if (++asked >= together) answerAll()
    await all
    return new Response('x'.repeat(20_000_000))
  })
  const until = (path: string) => new Promise<void>((resolve) => broken.set(path, resolve))
  return { port: port.number, until, brokenOff }
}

it('cuts off a client that does not read its answer [§8]', async () => {
  const { port, until, brokenOff } = await withLongAnswers({ requestTimeout: 1 })
  const end = until('/unread')

  await unreadBy(port, '/unread')
  await end

  expect(brokenOff).toEqual(['/unread'])
})

it('cuts off the oldest answers if all clients together leave too much unread [§8]', async () => {
  const { port, until, brokenOff } = await withLongAnswers({ requestTimeout: 600, mostUnread: 30_000_000 }, 4)
  const ends = ['/1', '/2', '/3'].map(until)

  for (const path of ['/1', '/2', '/3', '/4']) unreadBy(port, path)
  await Promise.all(ends)

  expect(brokenOff.sort()).toEqual(['/1', '/2', '/3'])
})
