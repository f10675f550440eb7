/**
 * Bodies that are refused for their length. Cancelling such a body ends the connection in Node, and the client would never read the
 * refusal. So the rest of a long body, or of one of unknown length, is read and thrown away, as long as a request may take.
 */
import type { IncomingMessage } from 'node:http'

/** A body of so few bytes is never given up; the adapter reads it in its fastest way. */
const SHORT = 1_024

/** The request, of which the body may be cancelled. */
export function withBodyThatMayStay(request: Request, incoming: IncomingMessage): Request {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  const isShort = coding === undefined && Number(length ?? 0) <= SHORT
  if (isShort || request.method === 'GET' || request.method === 'HEAD') return request
  const { url, method, headers, signal } = request
  // Node wants to know that the answer may come before the body has ended; the types of a page do not know of it.
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
    // A body that is not asked for is not read: Node throws it away when the answer is out.
    { highWaterMark: 0 },
  )
}
