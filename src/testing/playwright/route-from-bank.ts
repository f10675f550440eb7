/** Pages of a browser: the bank answers their requests to its addresses, so none of these requests leaves the machine. (§4) */
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import type { Bank } from '../../bank/bank.ts'
import { withoutLastSlashes } from '../../bank/http/match-path.ts'
import { isNoAnswer, pageErrorOf } from '../../bank/http/no-answer.ts'

/**
 * Lets a bank answer the requests that the pages of a browser context send to its addresses. The `page` and `context` of a test are set up
 * already; a context of your own needs this call. Requests to other addresses, and a `page.route(…)` of yours, are not affected.
 *
 * @param context - a browser context, or a single page
 * @param bank - the bank that answers
 * @example
 * ```ts
 * const other = await browser.newContext()
 * await routeFromBank(other, bank)
 * ```
 */
export async function routeFromBank(context: BrowserContext | Page, bank: Bank): Promise<void> {
  await context.route(addressesOf(bank), (route, request) => answer(bank, route, request))
}

/** Matches everything at or below one of the addresses, in upper or lower case. */
function addressesOf({ urls }: Bank): RegExp {
  const addresses = [urls.baseUrl, urls.authUrl, urls.loanBaseUrl]
    .map((address) => withoutLastSlashes(new URL(address).href))
    .map((address) => address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^(?:${addresses.join('|')})(?:[/?#]|$)`, 'i')
}

async function answer(bank: Bank, route: Route, request: Request): Promise<void> {
  const asked = fetchRequestOf(request)
  if (needsPreflight(asked) && !(await isAllowed(bank, asked))) return await route.abort('failed')
  const response = await bank.fetch(asked).catch((error: unknown) => {
    if (isNoAnswer(error)) return pageErrorOf(error)
    throw error
  })
  if (typeof response === 'string') return await route.abort(response)
  // Without this header Playwright allows every origin, but the bank leaves it out to forbid an origin.
  const headers = { 'access-control-allow-origin': 'none', ...Object.fromEntries(response.headers) }
  await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
}

function fetchRequestOf(request: Request): globalThis.Request {
  const method = request.method()
  const body = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer()
  return new globalThis.Request(request.url(), { method, headers: request.headers(), body: body as BodyInit | null })
}

/** Headers that a page may send to another origin without a preflight, and headers that the browser adds itself. */
const UNASKED =
  /^(sec-|(accept|accept-encoding|accept-language|cache-control|connection|content-language|content-length|cookie|dnt|host|origin|pragma|referer|user-agent|upgrade-insecure-requests)$)/
const SIMPLE_BODY = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

/** Whether a browser would send a preflight first. Playwright itself would allow each preflight, so the kit asks the bank. */
function needsPreflight({ method, headers, url }: globalThis.Request): boolean {
  const origin = headers.get('origin')
  if (origin === null || origin === new URL(url).origin || method === 'OPTIONS') return false
  return !['GET', 'HEAD', 'POST'].includes(method) || askedFor(headers).length > 0
}

function askedFor(headers: Headers): string[] {
  return [...headers]
    .filter(([name, value]) => (name === 'content-type' ? !SIMPLE_BODY.test(value) : !UNASKED.test(name)))
    .map(([name]) => name)
}

async function isAllowed(bank: Bank, { method, headers, url }: globalThis.Request): Promise<boolean> {
  const answer = await bank.fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: headers.get('origin') ?? '',
      'access-control-request-method': method,
      'access-control-request-headers': askedFor(headers).join(', '),
    },
  })
  return answer.headers.has('access-control-allow-origin')
}
