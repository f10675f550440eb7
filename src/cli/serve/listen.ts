/**
 * Serves a function from Request to Response on a port, with srvx. A client that sends or reads too slowly is cut off. If a client goes away, its request is aborted.
 * The requests under way are answered before the port closes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ReadableStream as Stream } from 'node:stream/web'
import type { ServerRequest } from 'srvx'
import { toNodeHandler } from 'srvx/node'
import { UsageError } from '../../core/errors.ts'
import { Refusal, refusedBy } from '../../server/refusal.ts'

export interface Listening {
  readonly host: string
  /** 0 for a free port. */
  readonly port: number
  /** Seconds that a client may take to send a request, and to read the next part of its answer. */
  readonly requestTimeout: number
  /** The most bytes of answers that wait for all clients together to read them. */
  readonly mostUnread?: number
}

export interface Port {
  readonly number: number
  /** Takes no more requests, and resolves when all requests under way are answered or, after some seconds, cut off. */
  readonly close: () => Promise<void>
}

/** @returns undefined to break the connection */
export type Answer = (request: Request) => Promise<Response | undefined>

/** Node's own objects behind a request of the adapter. They have these types because only HTTP/1.1 is served. */
interface NodeRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The seconds that a client has for its headers, which are short. */
const HEADERS_SECONDS = 10
/** The milliseconds that a connection without a request stays open. */
const IDLE = 5_000
/** The seconds that a client may go on sending or reading after `close()`: Node itself enforces no limits then. */
const SENDING = 4
/** The milliseconds from `close()` until every connection is closed: a container is killed ten seconds after its signal. */
const GRACE = 8_000
/** The most bytes that wait to be read, by default: many times the longest usual answer. */
const MOST_UNREAD = 128 * 1_048_576
/** The milliseconds between two checks for slow clients. */
const LOOK = 1_000

export async function listen(where: Listening, answer: Answer): Promise<Port> {
  const { host, port, requestTimeout, mostUnread = MOST_UNREAD } = where
  const connections = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  /** The last answer of each connection. The next request waits for it, so that answers cannot pile up if a client does not read them. */
  const lastAnswers = new WeakMap<Socket, Promise<void>>()
  let isClosing = false
  let isLooking = false
  /** Breaks off the oldest answers that wait for their clients, until the bound for all of them holds again. */
  const endSlowReaders = () => {
    isLooking = false
    let unread = 0
    for (const { req } of [...underWay].reverse()) {
      unread += req.socket.writableLength
      if (unread > mostUnread) req.socket.destroy()
    }
  }
  const handler = toNodeHandler(async (request: ServerRequest) => {
    const { req, res } = (request.runtime as unknown as { node: NodeRequest }).node
    if (!hasAddress(request)) return refusedBy(new Refusal('request_is_invalid', NO_ADDRESS))
    makeBodyCancellable(request, req)
    const response = await answer(request)
    // The client sees a broken network: no byte of an answer.
    if (response === undefined) res.destroy()
    // In the next turn, the answers of this one are written.
    if (!isLooking) setImmediate(endSlowReaders)
    isLooking = true
    return response ?? new Response(null, { status: 500 })
  }) as (incoming: IncomingMessage, outgoing: ServerResponse) => void
  const server = createServer(
    {
      requestTimeout: requestTimeout * 1_000,
      headersTimeout: Math.min(requestTimeout, HEADERS_SECONDS) * 1_000,
      keepAliveTimeout: IDLE,
      connectionsCheckingInterval: LOOK,
    },
    (incoming, outgoing) => {
      const { socket } = incoming
      const answered = new Promise<void>((resolve) => void outgoing.once('close', resolve)).then(() => {
        underWay.delete(outgoing)
        // If the head of an answer was sent before `close()`, it lacks "connection: close". So its connection ends here.
        if (isClosing) socket.destroySoon()
      })
      const take = () => {
        underWay.add(outgoing)
        if (isClosing) outgoing.setHeader('connection', 'close')
        handler(incoming, outgoing)
        return answered
      }
      const before = lastAnswers.get(socket)
      lastAnswers.set(socket, before ? before.then(() => (incoming.destroyed ? undefined : take())) : take())
    },
  )
  // A connection that stood still: it is idle, or its client does not read. If it waits for an answer, it stays.
  server.setTimeout(requestTimeout * 1_000 + 2 * LOOK, (connection) => {
    const isWaiting = [...underWay].some(({ req }) => req.socket === connection)
    if (!isWaiting || connection.writableLength > 0) connection.destroy()
  })
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  /** Ends every connection except those whose request is complete and whose answer has not begun. */
  const breakOff = () => {
    const waiting = [...underWay].filter(({ req, headersSent }) => req.complete && !headersSent)
    const sockets = new Set(waiting.map(({ req }) => req.socket))
    for (const connection of connections) if (!sockets.has(connection)) connection.destroy()
  }
  await opened(server, host, port)
  return {
    number: (server.address() as AddressInfo).port,
    close: async () => {
      isClosing = true
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      const closed = new Promise((resolve) => server.close(resolve))
      // Browsers open connections in advance, on which no request has come yet.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
      let waited = 0
      // Connections of clients end by the wall clock, whatever the virtual time of the banks is.
      const looking = setInterval(() => {
        waited += LOOK
        if (waited >= GRACE) server.closeAllConnections()
        else if (waited >= Math.min(requestTimeout, SENDING) * 1_000) breakOff()
      }, LOOK)
      await closed
      clearInterval(looking)
    },
  }
}

/** When the URL is first read, the adapter makes it from the Host header, and may throw. */
function hasAddress(request: Request): boolean {
  try {
    return URL.canParse(request.url)
  } catch {
    return false
  }
}

const NO_ADDRESS =
  'Failed to answer: the Host header and the path make no URL. Send the host and port that the server printed.'

/** Why the port cannot be opened, by the system's code. */
const facts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Give another --port, or leave it out to get a free port.',
  EACCES: 'this user may not listen there. Give a --port above 1023.',
  EADDRNOTAVAIL: 'this machine does not have the address. Give another --host.',
  ENOTFOUND: 'no address is known for the name. Give another --host.',
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // An error after the port is open, such as a connection refused because too many files are open, does not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      const fact = facts[error.code ?? '']
      reject(fact ? new UsageError(`Failed to listen on ${host}, port ${port}: ${fact}`) : error)
    })
    server.listen({ host, port }, resolve)
  })
}

/**
 * Reads the rest of a body that is refused for its length, and throws it away. If the body were cancelled instead, Node would end the
 * connection, and the client would never read the refusal. The time limit of the request ends the reading, too.
 */
function makeBodyCancellable(request: Request, incoming: IncomingMessage): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  let body: Stream<Uint8Array> | undefined
  // The stream is made only when it is asked for: the adapter reads a text fastest without a stream.
  Object.defineProperty(request, 'body', {
    get: () => {
      body ??= Stream.from(chunksOf(incoming))
      return body
    },
  })
}

async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false })
  } finally {
    incoming.resume()
  }
}
