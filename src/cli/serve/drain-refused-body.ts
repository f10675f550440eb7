/**
 * Bodies that are refused for their length. Cancelling such a body ends the connection in Node, and the client would never read the
 * refusal. So the rest of a long body, or of one of unknown length, is read and thrown away, as long as a request may take.
 */
import type { IncomingMessage } from 'node:http'

/** The bytes of a short body: it is never too long, and the adapter reads it in its fastest way. */
const SHORT = 1_024

/** The request with a body that may be cancelled: the connection stays. */
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
    // A body that nobody reads stays unread: Node throws it away once the answer is sent.
    { highWaterMark: 0 },
  )
}
