/** A server in another process, which answers in parts. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

const code = `
const http = require('node:http'), net = require('node:net')
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const web = async (request, response) => {
  const [, path, ms] = request.url.split('/')
  if (path === 'silent') return
  if (path === 'length') response.setHeader('content-length', 2)
  if (path === 'stream') response.setHeader('content-type', 'text/event-stream')

  response.write('a')
  await wait(Number(ms))
  if (path !== 'stream') response.end('b')
}
const http1 = http.createServer(web).on('checkContinue', async (request, response) => {
  await wait(60)
  response.writeContinue()
  request.resume().on('end', () => web(request, response))
})
// A database: for each number it answers with so many rows, in packets of its own.
const rows = net.createServer((socket) => {
  socket.on('error', () => {}).on('data', async (asked) => {
    await wait(20)
    for (let row = 0; row < Number(asked); row++) {
      socket.write('row\\n'.repeat(500))
      await new Promise(setImmediate)
    }
    socket.write('end\\n')
  })
})
const greets = net.createServer((socket) => setTimeout(() => socket.end('hello\\n'), 20))
const path = process.argv[1]
const servers = [http1, http.createServer(web), rows, greets, net.createServer(() => {})]
servers.forEach((server, index) => server.listen(index === 1 ? path : 0, '127.0.0.1'))
Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve)))).then(() =>
  process.send(servers.map((server) => server.address().port)))
`

export interface OtherProcess {
  readonly web: number
  readonly database: number
  readonly greeting: number
  readonly silent: number
  end(): void
}

export async function otherProcess(path = ''): Promise<OtherProcess> {
  const child = fork('-e', [code, path], { execArgv: [] })
  const [[web, , database, greeting, silent]] = (await once(child, 'message')) as [number[]]
  return { web, database, greeting, silent, end: () => void child.kill() } as OtherProcess
}
