/** The endpoint table as MSW handlers. This room is the only importer of msw. */
import { HttpResponse, http, passthrough } from 'msw'
import type { Bank } from '../../bank.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import type { HandlerOptions } from '../../shell/options.ts'
import { answered } from './answered.ts'
import { findingHandlers } from './finding-handlers.ts'

export type { HandlerOptions }

type HttpHandler = ReturnType<typeof http.all>

/**
 * The MSW handlers of a bank: they answer every call of the endpoint table below its three addresses and refuse every other,
 * and answer and record pushes sent to registered callback addresses. Handlers that a test adds with `server.use(…)` go first.
 * Works with MSW 2.7 and later, and 3.
 *
 * @param bank - the bank that answers; or a function that finds it anew for each request, such as `currentBank` of `vostro/vitest`
 * @param options - `baseUrl`, `authUrl`, `loanBaseUrl`: by default those of the bank; `only: 'specified'`
 * @throws {UsageError} where the bank is none, or an option cannot be used
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(bank))
 * server.listen({ onUnhandledRequest: 'error' })
 * ```
 */
export function bankHandlers(bank: Bank | (() => Bank), options: HandlerOptions = {}): HttpHandler[] {
  if (typeof bank === 'function') return findingHandlers(bank, options)
  const edge = internalsOf(bank)
  const { addresses, answer } = edge.serve(options)
  const services = [...new Set(Object.values(addresses))].map((address) =>
    http.all(below(address), async ({ request }) => await answered(answer(request))),
  )

  const callbacks = http.all(/.*/, async ({ request }) => {
    // The bank's own push to a real server goes on its way.
    if (edge.isSending(request.url)) return passthrough()
    const body: unknown = await request.json().catch(() => null)
    edge.receivePush(request.url, body)
    return new HttpResponse(null, { status: 200 })
  })
  // A RegExp cannot know which addresses will be registered, so this handler decides for itself, request by request. (MSW
  // takes a function as predicate only from 2.11 on, and a handler that answers nothing would hide unhandled requests.)
  // Before that a predicate could not be a promise, and later ones are awaited: a plain boolean serves both.
  const isCallback = ({ request }: { request: Request }) => request.method === 'POST' && edge.isCallback(request.url)
  callbacks.predicate = isCallback as unknown as typeof callbacks.predicate
  return [...services, callbacks]
}

/** Every address below a service's own, in any case. */
function below(address: string): RegExp {
  const prefix = new URL(address).href.replace(/\/+$/, '')
  return new RegExp(`^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/.*)?$`, 'i')
}
