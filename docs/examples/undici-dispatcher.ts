/**
 * The package undici opens its own sockets, so MSW 2 never sees its requests. This interceptor passes them to the bank. Use
 * `new Agent().compose(toBank(bank))` as the dispatcher of `request`, of undici's own `fetch`, or of all calls.
 */
import type { Dispatcher } from 'undici'
import type { Bank } from 'vostro'

/** Returns an interceptor that lets a bank answer every request of the dispatcher. */
export function toBank(bank: Bank): Dispatcher.DispatcherComposeInterceptor {
  return () => (options, handler) => {
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: [],
      rawTrailers: [],
      pause: () => {},
      resume: () => {},
      abort: () => {},
    } as unknown as Dispatcher.DispatchController
    const answer = async () => {
      const { origin = '', path, method } = options
      const body = await textOf(options.body)
      const init = { method, headers: headersOf(options.headers), ...(body === '' ? {} : { body }) }
      const response = await bank.fetch(new URL(path, String(origin)), init)
      handler.onRequestStart?.(controller, {})
      handler.onResponseStart?.(controller, response.status, Object.fromEntries(response.headers), response.statusText)
      handler.onResponseData?.(controller, Buffer.from(await response.text()))
      handler.onResponseEnd?.(controller, {})
    }
    // The error of a fetch has the error of the socket as its cause.
    answer().catch((error) => handler.onResponseError?.(controller, error.cause ?? error))
    return true
  }
}

/** Returns the text of a body, which undici passes as text, as bytes, or in pieces. */
async function textOf(body: Dispatcher.DispatchOptions['body']): Promise<string> {
  if (body === null || body === undefined) return ''
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body).toString()
  const pieces: Uint8Array[] = []
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Returns a record of headers, which undici passes as a record, or as a list of names and values in turn. */
function headersOf(given: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  if (!Array.isArray(given)) return { ...(given as Record<string, string>) }
  const pairs = given.flatMap((name, index) => (index % 2 === 0 ? [[String(name), String(given[index + 1])]] : []))
  return Object.fromEntries(pairs)
}
