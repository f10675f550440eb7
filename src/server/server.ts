/**
 * A bank as a server, without a port: a function from a Request to a Response. Three services below one origin, a control API beside
 * them, many banks at once. What needs a machine, a port, files, random bytes and the time of day, is given to it. (§4)
 */
import type { Bank } from '../bank/bank.ts'
import { createRouter } from '../bank/http/route.ts'
import { isNoAnswer } from '../bank/http/strike.ts'
import type { Addresses } from '../contract/endpoint.ts'
import { CONTROL, type Place, placeIn, placeOf, prefixOf, servicePaths } from './addresses.ts'
import { Banks } from './banks/banks.ts'
import type { BankRecord, HostedBank } from './banks/hosted-bank.ts'
import { answerControl } from './control/answer.ts'
import { calledHost, guardOf } from './control/guard.ts'
import { type BankServerOptions, serverSettingsFrom } from './options.ts'
import { isAddress, isOfBrowser, isPageOf, namesOfServer } from './pushes/allowed-hosts.ts'
import { pushHandler } from './pushes/push-handler.ts'
import { Refusal, refusedBy } from './refusal.ts'
import { answerService } from './services.ts'

export type { BankServerOptions }

/** A bank of a server. */
export interface ServedBank {
  /** `main` is the one that is meant where none is named. */
  readonly id: string
  readonly bank: Bank
  /** Where it is, its credentials and its master account. */
  readonly record: BankRecord
  /** Runs what waits for receivers, an advance of the clock say, after all that waits for them already. */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>
  /** Sends what is due. */
  send(): void
}

/** A server without a port. */
export interface BankServer {
  /**
   * Answers a request.
   *
   * @param service - where it came to an address at which one service stands alone, which that is
   * @returns the answer; rejects with an error for which `isNoAnswer` holds where a fault of the test keeps it back: then the connection
   *   is to be broken; and with the reason of the request's signal, once that is aborted
   */
  answer(request: Request, service?: keyof Addresses): Promise<Response>
  /** Where the services of the first bank are. */
  readonly addresses: Addresses
  /** Where the control API is. */
  readonly controlUrl: string
  /** Every bank that is there now, the first one first. */
  readonly banks: readonly ServedBank[]
  /** Ends the streams of the pages that follow a bank, and those asked for later: closing the port would wait for them. */
  endStreams(): void
  /** Answers nothing new from now on, ends all streams, and resolves when nothing is under way any more. */
  close(): Promise<void>
}

const CLOSED = 'Failed to answer: the server ends. Ask another one. (§4)'

/** The header that names a bank. */
const BANK_HEADER = 'vostro-bank'

/**
 * Makes a server: the banking API below `/api`, the token server below `/auth`, the loan service below `/loans`, and the control API below
 * `/_vostro`. A bank is chosen by the path (`/banks/{id}/api`, `/_vostro/banks/{id}`), by the header `vostro-bank`, or by credentials: a
 * client id `<clientId>~<bankId>`, and the tokens that are issued to it. Pushes go out by `send`, after the request that caused them was
 * answered.
 *
 * @param options - `origin` is needed; without `send` pushes are captured
 * @throws {UsageError} where an option cannot be used
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
  const shared = { ...settings, route: createRouter(addresses) }
  const isPageHost = namesOfServer(origin, settings.pageHosts)
  const banks = new Banks({ ...shared, handler: pushHandler(settings) })
  const serving = { ...shared, banks }
  const controlling = { banks, guard: guardOf(settings), mostBytes: settings.mostBytes }
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false
  let haveStreamsEnded = false
  const endStreams = () => {
    for (const { feed } of banks.all) feed.close()
  }

  /** The bank that the path or the header names; undefined where neither does. */
  const named = ({ bankId, part }: Place, { headers }: Request): HostedBank | undefined => {
    const inPath = bankId?.toLowerCase()
    const inHeader = headers.get(BANK_HEADER)?.trim().toLowerCase()
    if (inPath && inHeader && inPath !== inHeader) {
      throw new Refusal(
        'bank_is_ambiguous',
        `Failed to find the bank that is meant: the path names "${inPath}", and the header ${BANK_HEADER} "${inHeader}". Name one of them, or leave the header out. (§1)`,
      )
    }
    const id = inPath || inHeader
    // Clients of a service need no token of the control API, which alone lists the banks.
    return id ? banks.get(id, part === 'control') : undefined
  }

  /** A page of a stranger knows the default credentials, and would have pushes go to this machine. */
  const refuseForeignPage = (request: Request): void => {
    const page = request.headers.get('origin')
    if (page === null) refuseBorrowedName(request)
    if (page === null || isPageOf(isPageHost, page)) return
    throw new Refusal(
      'origin_is_foreign',
      'Failed to answer: the Origin header names a page of a host that is not ours. Serve the page from this machine, or allow its host with pageHosts (--page-host). (§4)',
    )
  }

  /** A page that lets its own name point to this machine asks as if it were ours, and a browser then names no origin. */
  const refuseBorrowedName = (request: Request): void => {
    if (!isOfBrowser(request)) return
    const host = calledHost(request)
    if (host !== undefined && (isAddress(host) || isPageHost(host))) return
    throw new Refusal(
      'host_is_foreign',
      'Failed to answer: a browser asks, and the Host header names a host that is not ours. Ask by the address that the server told, or allow the name with pageHosts (--page-host). (§4)',
    )
  }

  const answerAny = async (request: Request, service: keyof Addresses | undefined): Promise<Response> => {
    const url = new URL(request.url)
    const place = service ? placeIn(service, url.pathname) : placeOf(url.pathname)
    banks.sweep()
    const { response, form } =
      place.part === 'control'
        ? await answerControl(controlling, {
            request,
            url,
            rest: place.rest,
            isBankNamed: place.bankId !== undefined,
            find: () => named(place, request) ?? banks.first,
          })
        : await serviceOrNowhere(request, url, place)
    if (haveStreamsEnded) endStreams()
    await beforeTelling?.()
    log?.(`${methodOf(request)} ${place.part === 'control' ? CONTROL : ''}${form} ${response.status}`)
    return response
  }

  const serviceOrNowhere = async (request: Request, url: URL, place: Place) => {
    try {
      refuseForeignPage(request)
      if (place.part === 'services')
        return await answerService(serving, { request, url, place, named: named(place, request) })
      throw new Refusal(
        'call_not_found',
        `Failed to answer "${request.method} ${url.pathname}": nothing is there. The services are below ${servicePaths.join(', ')}, those of a further bank below ${prefixOf('{id}')}, the control API below ${CONTROL}. (§4)`,
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
      const answered = answerAny(request, service)
      underWay.add(answered)
      const over = () => void underWay.delete(answered)
      answered.then(over, over)
      return answered
    },
    endStreams: () => {
      haveStreamsEnded = true
      endStreams()
    },
    close: async () => {
      isClosed = true
      haveStreamsEnded = true
      endStreams()
      await Promise.allSettled(underWay)
      await Promise.all(banks.all.map((each) => each.idle()))
    },
  }
}

/** Whatever a client calls its method is no text for a log. */
function methodOf({ method }: Request): string {
  return ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'].includes(method) ? method : 'OTHER'
}
