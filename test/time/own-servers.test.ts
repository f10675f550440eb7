/** Servers that the code of a test starts have the time of its bank, whatever they receive. */
import { once } from 'node:events'
import { createServer as createWebServer } from 'node:http'
import { createServer as createHttp2Server, connect as http2Connect } from 'node:http2'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { test } from 'vostro/vitest'

const inTime = test.extend({ bankTime: 'bank' })

async function portOf(server: Pick<Server, 'listen' | 'close' | 'address'>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server as Server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

inTime('gives the data of a bare socket the time of the bank [§3]', async ({ bank }) => {
  const times: string[] = []
  const server = createServer((socket) => {
    socket.on('data', () => {
      times.push(new Date().toISOString())
      setTimeout(() => socket.end(new Date().toISOString()), 40_000)
    })
  })
  const socket = connect(await portOf(server), '127.0.0.1', () => socket.write('a'))

  const [answer] = await once(socket, 'data')

  expect(times).toEqual(['2026-03-02T14:00:00.000Z'])
  expect(String(answer)).toBe('2026-03-02T14:00:40.000Z')
  expect(bank.clock.now).toBe('2026-03-02T09:00:40.000-05:00')
})

inTime('gives an upgraded connection, as of a WebSocket, the time of the bank [§3]', async () => {
  const server = createWebServer()
  server.on('upgrade', (_, socket) => {
    const upgraded = new Date().toISOString()
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n')
    socket.on('data', () => socket.end(`${upgraded} ${new Date().toISOString()}`))
  })
  const socket = connect(await portOf(server), '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: a.test\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n'),
  )
  await once(socket, 'data')
  socket.write('a')

  const [answer] = await once(socket, 'data')

  expect(String(answer)).toBe('2026-03-02T14:00:00.000Z 2026-03-02T14:00:00.000Z')
})

inTime('gives the body of a request over HTTP/2 the time of the bank [§3]', async () => {
  const times: string[] = []
  const server = createHttp2Server().on('stream', (stream) => {
    stream.on('data', () => times.push(new Date().toISOString()))
    stream.on('end', () => stream.end(new Date().toISOString()))
  })
  const session = http2Connect(`http://127.0.0.1:${await portOf(server)}`)
  const request = session.request({ ':method': 'POST' })
  request.end('a')

  const [answer] = await once(request, 'data')
  session.close()

  expect([...times, String(answer)]).toEqual(['2026-03-02T14:00:00.000Z', '2026-03-02T14:00:00.000Z'])
})
