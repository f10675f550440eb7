/**
 * Bodies that are given up. Whoever refuses one that is too long cancels it, which with Node ends the connection, and the client would
 * never read the refusal. So of a long body, or one of unknown length, what is still to come is thrown away as it comes, as long as a
 * request may take.
 */
import type { IncomingMessage } from 'node:http'

/** Nobody gives up so few bytes; they are read as the adapter reads them best. */
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
    // What nobody asks for is not read: Node throws it away when the answer is out.
    { highWaterMark: 0 },
  )
}
