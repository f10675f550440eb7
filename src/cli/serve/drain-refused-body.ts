/**
 * Reads the rest of a body that is refused for its length, and throws it away. If the body were cancelled instead, Node would end the
 * connection, and the client would never read the refusal. The time limit of the request ends the reading, too.
 */
import type { IncomingMessage } from 'node:http'

/** A body of up to so many bytes is never refused for its length: it is left to the adapter, which reads it faster. */
const SHORT = 1_024

/** The request with a body that can be cancelled without the end of the connection. */
export function withCancellableBody(request: Request, incoming: IncomingMessage): Request {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  const isShort = coding === undefined && Number(length ?? 0) <= SHORT
  if (isShort || request.method === 'GET' || request.method === 'HEAD') return request
  const { url, method, headers, signal } = request
  // Node needs `duplex` for a body that is a stream; the types of the DOM do not have it.
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: new Headers([...headers]),
    signal,
    body: bodyOf(incoming),
    duplex: 'half',
  }
  return new Request(url, init)
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let [isBegun, isGivenUp] = [false, false]
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    isBegun = true
    incoming.on('data', (chunk: Buffer) => {
      if (isGivenUp) return
      controller.enqueue(new Uint8Array(chunk))
      incoming.pause()
    })
    incoming.once('end', () => isGivenUp || controller.close())
    incoming.once('error', (error) => isGivenUp || controller.error(error))
  }
  return new ReadableStream(
    {
      pull(controller) {
        if (!isBegun) begin(controller)
        incoming.resume()
      },
      cancel() {
        isGivenUp = true
        incoming.resume()
      },
    },
    // Nothing is read in advance: Node throws an unread body away once the answer is sent.
    { highWaterMark: 0 },
  )
}
