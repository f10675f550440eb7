/**
 * A bank as a server, without a port: a function from a Request to a Response. Below one origin it has three services and a control API,
 * for many banks at once. Options connect it to a machine: to HTTP, files, random bytes and the time of day. (§4)
 */
import type { Bank } from '../bank/bank.ts'
import { isNoAnswer } from '../bank/http/no-answer.ts'
import type { Addresses } from '../contract/endpoint.ts'
import { CONTROL, placeIn, placeOf, prefixOf, servicePaths } from './addresses.ts'
import { Banks } from './banks/banks.ts'
import type { BankRecord } from './banks/hosted-bank.ts'
import { handleControlCall } from './control/answer.ts'
import { guardOf, pageGuardOf } from './control/guard.ts'
import { type BankServerOptions, serverSettingsFrom } from './options.ts'
import { Refusal, refusedBy } from './refusal.ts'
import { handleServiceCall, type PlacedRequest } from './services.ts'

/** A bank of a server. */
export interface ServedBank {
  /** `main` for the bank that answers requests that name no bank. */
  readonly id: string
  readonly bank: Bank
  /** The addresses, the credentials and the master account of the bank. */
  readonly record: BankRecord
  /** Runs a call that waits for receivers, such as an advance of the clock, after all earlier calls of this kind. */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>
  /** Sends due pushes. */
  send(): void
}

/** A server without a port. */
export interface BankServer {
  /**
   * Answers a request.
   *
   * @param service - the service at the address of the request, if only one service is there
   * @returns the answer. Rejects with an error for which `isNoAnswer` is true if a fault keeps the answer back: break the connection
   *   then. Rejects with the reason of the request's signal once that signal is aborted
   */
  answer(request: Request, service?: keyof Addresses): Promise<Response>
  /** Where the services of the first bank are. */
  readonly addresses: Addresses
  /** Where the control API is. */
  readonly controlUrl: string
  /** All open banks, the first one first. */
  readonly banks: readonly ServedBank[]
  /** Ends the streams of the pages that follow a bank, and any later stream. Otherwise closing the port would wait for them. */
  endStreams(): void
  /** Refuses new requests from now on, ends all streams, and resolves when no request is under way any more. */
  close(): Promise<void>
}

const CLOSED = 'Failed to answer: the server is closed. Start another one.'

/**
 * Makes a server: the banking API below `/api`, the token server below `/auth`, the loan service below `/loans`, and the control API below
 * `/_vostro`. A request names its bank in the path (`/banks/{id}/api`, `/_vostro/banks/{id}`), in the header `vostro-bank`, or by its
 * credentials: a client id `<clientId>~<bankId>`, or a token that was issued to it. Pushes go out by `send`, after the request that
 * caused them was answered.
 *
 * @param options - `origin` is needed; without `send` no push is sent
 * @throws {UsageError} if an option is invalid
 * @example
 * ```ts
 * const server = createBankServer({ origin: 'http://127.0.0.1:4010' })
 * const clock = await server.answer(new Request('http://127.0.0.1:4010/_vostro/clock'))
 * await clock.json() // { now: '2026-03-02T09:00:00.000-05:00' }
 * ```
 */
export function createBankServer(options: BankServerOptions): BankServer {
  const settings = serverSettingsFrom(options)
  const { origin, addresses, log, beforeTelling } = settings
  const refuseForeignPage = pageGuardOf(settings)
  const guard = guardOf(settings)
  const banks = new Banks(settings)
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  let haveStreamsEnded = false
  const endStreams = () => {
    haveStreamsEnded = true
    for (const { feed } of banks.all) feed.close()
  }

  const handle = async (request: Request, service: keyof Addresses | undefined): Promise<Response> => {
    const url = new URL(request.url)
    const place = service ? placeIn(service, url.pathname) : placeOf(url.pathname)
    const isControl = place.part === 'control'
    banks.sweep()
    const answered = isControl
      ? await handleControlCall(banks, guard, { request, url, place })
      : await serviceOrNowhere({ request, url, place })
    if (haveStreamsEnded) endStreams()
    await beforeTelling?.()
    log?.(`${methodOf(request)} ${isControl ? CONTROL : ''}${answered.form} ${answered.response.status}`)
    return answered.response
  }

  const serviceOrNowhere = async (asked: PlacedRequest) => {
    const { request, url, place } = asked
    try {
      refuseForeignPage(request)
      if (place.part === 'services') return await handleServiceCall(banks, asked)
      if (url.pathname === '/') return { response: toConsole(), form: '/' }
      throw new Refusal(
        'call_not_found',
        `Failed to answer "${request.method} ${url.pathname}": nothing is there. The services are below ${servicePaths.join(', ')}, those of a further bank below ${prefixOf('{id}')}, the control API below ${CONTROL}.`,
      )
    } catch (error) {
      if (isNoAnswer(error)) {
        await beforeTelling?.()
        throw error
      }
      request.signal.throwIfAborted()
      return { response: refusedBy(error), form: '/?' }
    }
  }

  return {
    addresses,
    controlUrl: origin + CONTROL,
    get banks() {
      banks.sweep()
      return banks.all
    },
    answer: async (request, service) => {
      if (isClosed) return refusedBy(new Refusal('server_is_closed', CLOSED))
      const answered = handle(request, service)
      underWay.add(answered)
      const over = () => void underWay.delete(answered)
      answered.then(over, over)
      return answered
    },
    endStreams,
    close: async () => {
      isClosed = true
      endStreams()
      await Promise.allSettled(underWay)
      await Promise.all(banks.all.map((each) => each.turns.ended()))
    },
  }
}

/** A person who types the address of the server comes to the console; browsers keep the token in the fragment. */
const toConsole = () => new Response(null, { status: 302, headers: { location: `${CONTROL}/trace/live` } })

/** The method for the log. Unknown methods are logged as `OTHER`, because a client can write anything there. */
function methodOf({ method }: Request): string {
  return ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'].includes(method) ? method : 'OTHER'
}
