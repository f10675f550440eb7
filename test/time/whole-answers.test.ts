/** An answer of another process is under way until it is whole: the clock stands still meanwhile. */
import { on, once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import axios from 'axios'
import { setupServer } from 'msw/node'
import { Client } from 'undici'
import { afterAll, beforeAll, expect } from 'vitest'
import { followClock } from 'vostro/time'
import { test } from 'vostro/vitest'
import { type OtherProcess, otherProcess } from './other-process.ts'

const path = join(tmpdir(), `vostro-${process.pid}.sock`)
let other: OtherProcess
beforeAll(async () => {
  other = await otherProcess(path)
})
afterAll(() => other.end())

const urlOf = (path: string) => `http://127.0.0.1:${other.web}${path}`

async function received(to: object): Promise<string> {
  const [answer] = (await once(get(to), 'response')) as [IncomingMessage]
  return text(answer)
}

async function continued(): Promise<string> {
  const asked = request({ port: other.web, path: '/chunks/60', method: 'POST', headers: { expect: '100-continue' } })
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.end('c')
  return text((await once(asked, 'response'))[0] as IncomingMessage)
}

async function pipelined(): Promise<string> {
  const client = new Client(urlOf(''), { pipelining: 2 })
  const texts = ['/chunks/60', '/length/60'].map(async (path) =>
    (await client.request({ path, method: 'GET' })).body.text(),
  )
  const answers = await Promise.all(texts)
  await client.close()
  return answers.join(' ')
}

async function throughMsw(): Promise<string> {
  const server = setupServer()
  server.listen({ onUnhandledRequest: 'bypass' })
  const answer = await received({ port: other.web, path: '/chunks/100' }).finally(() => server.close())
  return answer
}

/** All lines up to the one that ends an answer, read as drivers of databases do. */
async function linesOf(socket: Socket, last: string): Promise<string> {
  const idle = setTimeout(() => socket.destroy(), 30_000)
  let all = ''
  for await (const [data] of on(socket, 'data') as AsyncIterable<[Buffer]>) {
    idle.refresh()
    all += data
    if (all.endsWith(last)) break
  }
  clearTimeout(idle)
  return all
}

async function queried(): Promise<string> {
  const socket = connect(other.database, '127.0.0.1')
  let lines = ''
  for (const rows of [1, 200, 3]) {
    socket.write(String(rows))
    lines = await linesOf(socket, 'end\n')
  }
  socket.destroy()
  return lines
}

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const answers: [string, () => Promise<string>, RegExp | string][] = [
  ['fetch of chunks', async () => (await fetch(urlOf('/chunks/100'))).text(), 'ab'],
  ['fetch of a known length', async () => (await fetch(urlOf('/length/100'))).text(), 'ab'],
  ['node:http on a kept connection', () => received({ port: other.web, path: '/length/60', agent }), 'ab'],
  ['node:http through a Unix socket', () => received({ socketPath: path, path: '/chunks/60' }), 'ab'],
  ['node:http through MSW', throughMsw, 'ab'],
  ['axios', async () => (await axios.get(urlOf('/chunks/60'))).data, 'ab'],
  ['a request with 100-continue', continued, 'ab'],
  ['pipelined requests', pipelined, 'ab ab'],
  ['a database with a result of many packets', queried, /^(row\n){1500}end\n$/],
  ['a greeting', () => linesOf(connect(other.greeting, '127.0.0.1'), 'hello\n'), 'hello\n'],
]

for (const [name, ask, answer] of answers) {
  test(`stands still until the answer is complete: ${name} [§3]`, async ({ bank }) => {
    using _ = followClock(bank)
    let fired = false
    AbortSignal.timeout(10_000).onabort = () => {
      fired = true
    }

    for (let nth = 0; nth < 2; nth++) expect(await ask()).toMatch(answer)

    expect([fired, bank.clock.now]).toEqual([false, '2026-03-02T09:00:00.000-05:00'])
  })
}

test('goes on while a stream of another process waits for its next event [§3]', async ({ bank }) => {
  using _ = followClock(bank)

  const leaving = new AbortController()
  const events = await fetch(urlOf('/stream/0'), { signal: leaving.signal })
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  leaving.abort()

  expect([events.status, bank.clock.now]).toEqual([200, '2026-03-02T09:00:30.000-05:00'])
})

test('advances to the time-out of a request that another process does not answer [§3]', async ({ bank }) => {
  using _ = followClock(bank)
  const signal = AbortSignal.timeout(10_000)

  await expect(fetch(urlOf('/silent'), { signal })).rejects.toThrow('timeout')

  expect(bank.clock.now).toBe('2026-03-02T09:00:10.000-05:00')
})
