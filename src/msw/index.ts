/** The endpoint table as MSW handlers. The only importer of msw. */
import { HttpResponse, http } from 'msw'
import { type Bank, edgeOf } from '../bank.ts'
import type { Addresses } from '../http/route.ts'

/** Where the handlers listen, and to what. */
export interface HandlerOptions extends Partial<Addresses> {
  /** `specified`: only the calls of the specification are served, the published extras are unknown paths. */
  only?: 'specified' | undefined
}

type HttpHandler = ReturnType<typeof http.all>

/**
 * The MSW handlers of a bank: one for each of its three addresses, which answer every call of the endpoint table and refuse
 * every other, and one that answers and records pushes sent to registered callback addresses. Handlers that a test adds with
 * `server.use(…)` go first. Works with MSW 2.7 and later, and 3.
 *
 * @param bank - the bank that answers
 * @param options - `baseUrl`, `authUrl`, `loanBaseUrl`: by default those of the bank; `only: 'specified'`
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(bank))
 * server.listen({ onUnhandledRequest: 'error' })
 * ```
 */
export function bankHandlers(bank: Bank, options: HandlerOptions = {}): HttpHandler[] {
  const edge = edgeOf(bank)
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const addresses: Addresses = {
    baseUrl: options.baseUrl ?? baseUrl,
    authUrl: options.authUrl ?? authUrl,
    loanBaseUrl: options.loanBaseUrl ?? loanBaseUrl,
  }
  const answer = edge.answerAt(addresses, options.only)
  const services = [...new Set(Object.values(addresses))].map((address) =>
    http.all(below(address), async ({ request }) => await answer(request)),
  )

  const callbacks = http.all(/.*/, async ({ request }) => {
    edge.receivePush(
      request.url,
      await request
        .clone()
        .json()
        .catch(() => null),
    )
    return new HttpResponse(null, { status: 200 })
  })
  // A RegExp cannot know which addresses will be registered, so this handler decides for itself, request by request. (MSW
  // takes a function as predicate only from 2.11 on, and a handler that answers nothing would hide unhandled requests.)
  callbacks.predicate = (async ({ request }: { request: Request }) =>
    request.method === 'POST' && edge.isCallback(request.url)) as typeof callbacks.predicate
  return [...services, callbacks]
}

/** Every address below a service's own, in any case. */
function below(address: string): RegExp {
  const prefix = new URL(address).href.replace(/\/+$/, '')
  return new RegExp(`^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/.*)?$`, 'i')
}
