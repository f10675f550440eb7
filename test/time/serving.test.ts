/** Servers of this process that were started before the tests run on real time: the clock stands still until they answer. */
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { createServer as createHttp2Server, connect as http2Connect } from 'node:http2'
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect } from 'vitest'
import { followClock } from 'vostro/time'
import { test } from 'vostro/vitest'

const web = createServer(async (request, response) => {
  if (request.url === '/silent') return
  if (request.url === '/stream') {
    response.write('a')
    setTimeout(() => response.write('b'), 30)
  }
  const wait = request.url === '/late' ? 3_600_000 : 60
  // Through promises and timers one after the other, as handlers do.
  await new Promise((resolve) => setTimeout(resolve, wait))
  setTimeout(() => response.end('c'), 20)
})
const lines = createNetServer((socket) => socket.on('data', (line) => setTimeout(() => socket.write(line), 60)))
const web2 = createHttp2Server().on('stream', (stream) => setTimeout(() => stream.end('c'), 60))

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
beforeAll(async () => {
  for (const server of [web, lines, web2]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  web.closeAllConnections()
  for (const server of [web, lines, web2]) server.close()
})

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())
const getText = (path: string) =>
  new Promise<string>((resolve, reject) =>
    get({ host: '127.0.0.1', port: portOf(web), path, agent }, (answer) => resolve(text(answer))).on('error', reject),
  )

const asks: [string, () => Promise<string>][] = [
  ['fetch', async () => (await fetch(`http://127.0.0.1:${portOf(web)}/`)).text()],
  [
    'fetch with a time-out',
    async () => (await fetch(`http://127.0.0.1:${portOf(web)}/`, { signal: AbortSignal.timeout(1_000) })).text(),
  ],
  ['fetch of a streamed body', async () => (await fetch(`http://127.0.0.1:${portOf(web)}/stream`)).text()],
  ['a connection that is kept', async () => (await getText('/stream')) && getText('/')],
  [
    'a bare socket',
    async () => {
      const socket = connect(portOf(lines), '127.0.0.1', () => socket.write('c'))
      const [line] = await once(socket, 'data')
      socket.destroy()
      return String(line)
    },
  ],
  [
    'HTTP/2',
    async () => {
      const session = http2Connect(`http://127.0.0.1:${portOf(web2)}`)
      const answer = await text(session.request({ ':path': '/' }))
      session.close()
      return answer
    },
  ],
]

for (const [name, ask] of asks) {
  test(`stands still while ${name} waits for a server of this process that runs in real time [§3]`, async ({
    bank,
  }) => {
    using _ = followClock(bank)
    setInterval(() => {}, 1_000)

    for (let nth = 0; nth < 2; nth++) expect(await ask()).toMatch(/c$/)

    expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
  })
}

for (const path of ['/silent', '/late']) {
  test(`advances to the time-out of a request to ${path}, which has no answer for hours [§3]`, async ({ bank }) => {
    using _ = followClock(bank)
    const signal = AbortSignal.timeout(10_000)

    await expect(fetch(`http://127.0.0.1:${portOf(web)}${path}`, { signal })).rejects.toThrow('timeout')

    expect(bank.clock.now).toBe('2026-03-02T09:00:10.000-05:00')
  })
}

test('stands still while a module is imported [§3]', async ({ bank }) => {
  using _ = followClock(bank)
  setInterval(() => {}, 1_000)

  expect(await import('./loaded-later.ts')).toMatchObject({ loaded: 'later' })
  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})
