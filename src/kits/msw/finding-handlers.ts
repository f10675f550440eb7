/** Handlers that find their bank anew for each request: one server for many banks, tests that run at the same time included. */
import { HttpResponse, http, passthrough } from 'msw'
import type { Bank } from '../../bank.ts'
import { isUsageError } from '../../core/errors.ts'
import { addressesWithout, type BankInternals, internalsOf } from '../../http/bank-internals.ts'
import type { HandlerOptions } from '../../shell/options.ts'
import { answered } from './answered.ts'

/** The handlers of whichever bank `find` gives; where it throws a UsageError, that is the answer. */
export function findingHandlers(find: () => Bank, options: HandlerOptions): ReturnType<typeof http.all>[] {
  // Where no bank can be found, a request is known by the addresses alone: of the options, and of banks found before.
  const addresses = new Set(Object.values(addressesWithout(options)))
  const isBelow = (url: string) => [...addresses].some((address) => isAtOrBelow(url, address))
  const served = new WeakMap<Bank, { edge: BankInternals } & ReturnType<BankInternals['serve']>>()

  const serve = (bank: Bank) => {
    const known = served.get(bank)
    if (known) return known
    const edge = internalsOf(bank)
    const made = { edge, ...edge.serve(options) }
    for (const address of Object.values(made.addresses)) addresses.add(address)
    served.set(bank, made)
    return made
  }
  const seek = () => {
    try {
      return serve(find())
    } catch (error) {
      if (isUsageError(error)) return error
      throw error
    }
  }

  const services = http.all(/.*/, async ({ request }) => {
    const found = seek()
    if ('answer' in found) return await answered(found.answer(request))
    // 421: this request was sent where nobody can answer it.
    const message = `Failed to answer "${request.method} ${new URL(request.url).pathname}". ${found.message}`
    return HttpResponse.json({ errors: [{ code: 9999, message }] }, { status: 421 })
  })
  const isService = ({ request }: { request: Request }) => {
    const found = seek()
    if (!('answer' in found)) return isBelow(request.url)
    return Object.values(found.addresses).some((address) => isAtOrBelow(request.url, address))
  }
  services.predicate = isService as unknown as typeof services.predicate

  const callbacks = http.all(/.*/, async ({ request }) => {
    const { edge } = serve(find())
    if (edge.isSending(request.url)) return passthrough()
    edge.receivePush(request.url, (await request.json().catch(() => null)) as unknown)
    return new HttpResponse(null, { status: 200 })
  })
  const isCallback = ({ request }: { request: Request }) => {
    const found = seek()
    return request.method === 'POST' && 'edge' in found && found.edge.isCallback(request.url)
  }
  callbacks.predicate = isCallback as unknown as typeof callbacks.predicate
  return [services, callbacks]
}

/** Whether a request goes to a service's address or below it, in any case. */
function isAtOrBelow(url: string, address: string): boolean {
  const prefix = new URL(address).href.replace(/\/+$/, '').toLowerCase()
  const asked = url.toLowerCase().split(/[?#]/)[0] as string
  return asked === prefix || asked.startsWith(`${prefix}/`)
}
