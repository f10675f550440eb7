/**
 * Reads the rest of a body that is refused for its length, and throws it away. If the body were cancelled instead, Node would end the
 * connection, and the client would never read the refusal. The time limit of the request ends the reading, too.
 */
import type { IncomingMessage } from 'node:http'
import { ReadableStream as Stream } from 'node:stream/web'

export function makeBodyCancellable(request: Request, incoming: IncomingMessage): void {
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
