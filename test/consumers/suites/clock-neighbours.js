/**
 * The neighbours of a partner's code, in a process of their own and on real time: a service whose answer comes in two parts, and a
 * database that speaks the protocol of Postgres and sends its rows in several packets. It tells its parent their ports.
 */
import { createServer as createService } from 'node:http'
import { createServer as createDatabase } from 'node:net'

const between = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const service = createService(async (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"rate":')
  await between(300)
  response.end('1.25}')
})

/** A message of the protocol: its letter, its length, its content. */
function message(letter, ...parts) {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(letter), length, content])
}
const int16 = (value) => Buffer.from([value >> 8, value & 255])
const int32 = (value) => Buffer.concat([int16(value >> 16), int16(value & 65_535)])
const text = (value) => Buffer.from(`${value}\0`)

const TEXT_TYPE = 25
const authenticated = message('R', int32(0))
const ready = message('Z', Buffer.from('I'))
const columns = message(
  'T',
  int16(1),
  ...[text('id'), int32(0), int16(0), int32(TEXT_TYPE), int16(-1), int32(-1), int16(0)],
)
const done = message('C', text('SELECT 600'))

/** A hundred rows, each with a number and some padding. */
function rowsFrom(first) {
  const rows = Array.from({ length: 100 }, (_, index) => {
    const value = Buffer.from(String(first + index).padEnd(200, '.'))
    return message('D', int16(1), int32(value.length), value)
  })
  return Buffer.concat(rows)
}

const database = createDatabase((socket) => {
  let hasBegun = false
  socket.on('error', () => {})
  socket.on('data', async (data) => {
    if (!hasBegun) {
      hasBegun = true
      return socket.write(Buffer.concat([authenticated, ready]))
    }
    if (String.fromCharCode(data[0]) !== 'Q') return socket.end()
    socket.write(columns)
    for (let first = 0; first < 600; first += 100) {
      await between(20)
      socket.write(rowsFrom(first))
    }
    socket.write(Buffer.concat([done, ready]))
  })
})

const portOf = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
process.send({ SERVICE_PORT: await portOf(service), DATABASE_PORT: await portOf(database) })
process.on('disconnect', () => process.exit())
