/** The clock does not go by itself while anything is under way: through MSW, in another thread, on a socket. */
import { randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { followClock } from 'vostro/time'

/** Anything that goes on in the background: the clock would go there by itself as soon as nothing else seemed to happen. */
const inTheBackground = () => setInterval(() => {}, 1_000)

const clients: [string, (url: string) => Promise<unknown>][] = [
  ['fetch', async (url) => (await fetch(url)).json()],
  ['axios', (url) => axios.get(url)],
  ['axios through fetch', (url) => axios.get(url, { adapter: 'fetch' })],
  ['got', (url) => got(url).json()],
  ['ky', (url) => ky(url).json()],
]

it.each(clients)('stands still while %s calls the bank through MSW [§4]', async (_, ask) => {
  const bank = createBank()
  const server = setupServer(...bankHandlers(bank))
  server.listen({ onUnhandledRequest: 'error' })
  const time = followClock(bank)
  inTheBackground()

  try {
    for (let nth = 0; nth < 10; nth++) await ask(`${bank.urls.authUrl}/.well-known/openid-configuration`)
  } finally {
    time.giveBack()
    server.close()
  }

  expect(bank.requests).toHaveLength(10)
  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

const text = Buffer.from('a payment '.repeat(200_000))
const works: [string, () => Promise<unknown>][] = [
  ['a file is read', () => readFile(new URL(import.meta.url))],
  ['a key is derived', () => promisify(scrypt)('secret', 'salt', 64)],
  ['random bytes are drawn', () => promisify(randomBytes)(1_000_000)],
  ['something is compressed', async () => promisify(gunzip)(await promisify(gzip)(text))],
  ['a digest is made', () => crypto.subtle.digest('SHA-256', text)],
]

it.each(works)('stands still while %s [§3]', async (_, work) => {
  const bank = createBank()
  using __ = followClock(bank)
  inTheBackground()

  for (let nth = 0; nth < 5; nth++) await work()

  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

/** A server of another process: it answers each line after some real time. */
async function otherProcess(): Promise<{ port: number; end: () => void }> {
  const { fork } = await import('node:child_process')
  const code = `require('node:net').createServer((socket) => socket.on('data', (line) => setTimeout(() => socket.write(line), 20)))
    .listen(0, function () { process.send(this.address().port) })`
  const child = fork('-e', [code], { execArgv: ['-e', code] })
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  return { port, end: () => void child.kill() }
}

/** A client of a database: it asks, and waits for the answer. */
function lineClient(port: number) {
  const socket = new Socket().connect(port)
  const ask = (line: string) =>
    new Promise<string>((resolve) => {
      socket.once('data', (answer) => resolve(String(answer)))
      socket.write(line)
    })
  return { ask, end: () => void socket.destroy() }
}

it('stands still during a request to a server in another process, on an old or a new connection [§3]', async () => {
  const bank = createBank()
  const { port, end } = await otherProcess()
  const before = lineClient(port)
  await before.ask('hello')
  const time = followClock(bank)
  inTheBackground()

  const after = lineClient(port)
  for (let nth = 0; nth < 3; nth++) expect([await before.ask('a'), await after.ask('b')]).toEqual(['a', 'b'])
  time.giveBack()
  for (const close of [before.end, after.end, end]) close()

  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it('goes on if a server of this process waits, also on bare sockets [§3]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const server = createServer((socket) =>
    socket.on('data', async (line) => {
      await wait(5_000)
      socket.write(line)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { ask, end } = lineClient((server.address() as { port: number }).port)
  inTheBackground()

  for (let nth = 0; nth < 3; nth++) await ask('a')
  end()
  server.close()

  expect(bank.clock.now).toBe('2026-03-02T09:00:15.000-05:00')
})

it('advances to the time-out of a request that is never answered [§4]', async () => {
  const bank = createBank()
  const server = setupServer(http.get('https://silent.example/', () => new Promise(() => {})))
  server.listen({ onUnhandledRequest: 'error' })
  const time = followClock(bank)

  try {
    await expect(fetch('https://silent.example/', { signal: AbortSignal.timeout(10_000) })).rejects.toThrow('timeout')
    const once = { retry: { limit: 0 }, timeout: { request: 20_000 } }
    await expect(got('https://silent.example/', once).json()).rejects.toThrow("Timeout awaiting 'request'")
    await expect(ky('https://silent.example/', { retry: 0, timeout: 30_000 })).rejects.toThrow('timed out')
  } finally {
    time.giveBack()
    server.close()
  }

  // A millisecond, as got begins again after none.
  expect(bank.clock.now).toMatch(/^2026-03-02T09:01:00\.00/)
})
