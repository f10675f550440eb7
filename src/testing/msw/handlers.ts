/** The endpoint table as MSW handlers. Only this folder imports msw, and `vitest/browser.ts`, which has its worker. */
import * as msw from 'msw'
import { HttpResponse, http, passthrough } from 'msw'
import type { Bank } from '../../bank/bank.ts'
import { isOfEndedTest, tellRunningTests } from '../../bank/current/current-bank.ts'
import { withoutLastSlashes } from '../../bank/http/match-path.ts'
import { isNoAnswer, socketErrorOf } from '../../bank/http/no-answer.ts'
import { addressesWithout, portOf } from '../../bank/port.ts'
import { nodeModule } from '../../bank/shell/host/platform.ts'
import { jsonOf } from '../../bank/shell/state/exchange.ts'
import type { HandlerOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import { isUsageError, type UsageError } from '../../core/errors.ts'
import { noteRepeat } from './listen.ts'

export type { HandlerOptions }

type HttpHandler = ReturnType<typeof http.all>

/**
 * The MSW handlers of a bank. They answer every call of the endpoint table below the bank's three addresses, and refuse every
 * other call there. They also answer and record pushes that are sent to registered callback addresses. Handlers that a test adds
 * with `server.use(…)` go first. Works with MSW 2.7 and later, and 3.
 *
 * @param bank - the bank that answers; or a function that finds the bank for each request, such as `currentBank` of `vostro/vitest`
 * @param options - `baseUrl`, `authUrl`, `loanBaseUrl` (by default those of the bank), and `only: 'specified'`
 * @throws {UsageError} if `bank` is neither a bank nor a function, or an option cannot be used
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(bank))
 * server.listen({ onUnhandledRequest: 'error' })
 * ```
 */
export function bankHandlers(bank: Bank | (() => Bank), options: HandlerOptions = {}): HttpHandler[] {
  const find = typeof bank === 'function' ? bank : () => bank
  const served = new WeakMap<Bank, Served>()
  const serve = (): Served => {
    const found = find()
    let own = served.get(found)
    if (own === undefined) {
      own = servedBy(found, options)
      for (const prefix of own.prefixes) prefixes.add(prefix)
      served.set(found, own)
    }
    return own
  }
  // If no bank can be found, these addresses tell which requests are the bank's: addresses of the options, and of banks found before.
  const prefixes = new Set<string>()
  if (typeof bank === 'function') for (const prefix of prefixesOf(addressesWithout(options))) prefixes.add(prefix)
  else serve()
  const tryToServe = (): Served | UsageError => {
    try {
      return serve()
    } catch (error) {
      if (isUsageError(error)) return error
      throw error
    }
  }

  const services = handlerFor(
    'vostro: the banking API, the token server and the loan service',
    ({ url }) => {
      const found = tryToServe()
      return isBelow(url, isUsageError(found) ? prefixes : found.prefixes)
    },
    async (request) => {
      const found = tryToServe()
      if (!isUsageError(found)) return await respond(found.answer, request)
      // 421, misdirected: no bank can answer this request.
      const message = `Failed to answer "${request.method} ${new URL(request.url).pathname}". ${found.message}`
      // Code under test may mistake the status for an answer of the bank, so the test itself fails, too.
      if (!isOfEndedTest(found)) tellRunningTests(message)
      return HttpResponse.json({ errors: [{ code: 9999, message }] }, { status: 421 })
    },
  )
  const callbacks = handlerFor(
    'vostro: pushes to registered callback addresses',
    ({ method, url }) => {
      const found = method === 'POST' && tryToServe()
      return found && !isUsageError(found) && found.port.isCallback(url)
    },
    async (request) => {
      const { port } = serve()
      // A push of the bank itself to a real server passes through.
      if (port.isSending(request.url)) return passthrough()
      port.receivePush(request.url, jsonOf(await request.text().catch(() => '')) ?? null)
      return new HttpResponse(null, { status: 200 })
    },
  )
  return [services, callbacks]
}

type Served = ReturnType<typeof servedBy>

function servedBy(bank: Bank, options: HandlerOptions) {
  const port = portOf(bank)
  const { addresses, answer } = port.serve(options)
  return { port, answer, prefixes: prefixesOf(addresses) }
}

/**
 * MSW takes a function as predicate only from 2.11 on, so the predicate is replaced after the handler is made. The new predicate returns a
 * plain boolean, because older versions do not await a promise.
 */
function handlerFor(
  header: string,
  isMeant: (request: Request) => boolean,
  resolve: (request: Request) => Promise<Response>,
): HttpHandler {
  const handler = http.all(/.*/, async ({ request, requestId }) => {
    const isRepeat = taken.get(request) === requestId
    taken.set(request, requestId)
    // MSW takes the answer of the first time, and none for the second.
    return isRepeat ? noteRepeat() : await resolve(request)
  })
  const predicate = ({ request }: { request: Request }) => isMeant(request)
  handler.predicate = predicate as unknown as typeof handler.predicate
  // The text that server.listHandlers() shows.
  handler.info.header = header
  return handler
}

/** The requests that came to a handler, with their ids. If two servers of MSW are open in one process, MSW gives each request twice. */
const taken = new WeakMap<Request, string>()

/** A request of Node's `http`, behind one of MSW's. */
interface ClientRequest {
  once(event: 'close', closed: () => void): void
}

/** The request of a client that uses Node's `http`; undefined for `fetch`, and in a browser. */
function clientRequestOf(request: Request): ClientRequest | undefined {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'kRawRequest')
  const raw = key && (request as unknown as Record<symbol, Partial<ClientRequest> | undefined>)[key]
  return typeof raw?.once === 'function' ? (raw as ClientRequest) : undefined
}

/**
 * The bank's answer, or a broken network if a fault keeps the answer back. A client in Node gets the error of a socket from `http`, and
 * from `fetch` an error whose cause is that of a socket. In a browser, the error is the browser's own.
 */
async function respond(answer: Served['answer'], request: Request): Promise<Response> {
  const client = clientRequestOf(request)
  const given = client === undefined ? request : cancelledBy(client, request)
  try {
    return await answer(given)
  } catch (error) {
    if (given.signal.aborted) return HttpResponse.error()
    if (!isNoAnswer(error)) throw error
    const isBrowser = nodeModule('node:net') === undefined
    if (isBrowser) return HttpResponse.error()
    // MSW 3 breaks the socket below `fetch`, and Node makes the error of `fetch`. MSW 2 passes an error on as it is.
    return breaking(client || !isMsw2 ? socketErrorOf(error) : error)
  }
}

const isMsw2 = 'SetupApi' in msw

/** An answer at which MSW fails the request with this error. MSW prints errors that a handler throws, but not one of reading the status. */
function breaking(error: Error): Response {
  const fail = () => {
    throw error
  }
  // MSW passes an error on only if it has these fields. The error of `fetch` has none, so they are empty.
  if (!('code' in error)) Object.defineProperties(error, { code: {}, errno: {} })
  return Object.defineProperty(HttpResponse.error(), 'status', { get: fail })
}

/** A request with a signal that is aborted when the client closes the request. */
function cancelledBy(client: ClientRequest, request: Request) {
  const controller = new AbortController()
  client.once('close', () => controller.abort())
  const { method, url, headers } = request
  return { method, url, headers, text: () => request.text(), signal: controller.signal }
}

/** The addresses in the form in which `isBelow` compares them. */
function prefixesOf(addresses: Addresses): string[] {
  return Object.values(addresses).map((address) => withoutLastSlashes(new URL(address).href).toLowerCase())
}

/** True at one of the addresses or below it, in upper or lower case. */
function isBelow(url: string, prefixes: Iterable<string>): boolean {
  const address = url.toLowerCase().split(/[?#]/)[0] as string
  return [...prefixes].some((prefix) => address === prefix || address.startsWith(`${prefix}/`))
}
