import type { BrowserContext, Request, Route } from '@playwright/test'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { routeFromBank } from '../../../src/testing/playwright/route-from-bank.ts'
import { cuttingFaults } from '../../support/cut-connections.ts'
import { outboundWire } from '../../support/wire.ts'

/** What a page asks: a request from the shop, unless its headers say otherwise. */
interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: object
}

/** What a page gets: an answer, or why there is none. */
interface Got {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  readonly aborted?: string
}

const fromShop = { origin: 'https://shop.example' }

/** A browser context as far as routes go: what Playwright does with a request of one of its pages. */
async function pageOf(bank: Bank) {
  const routes: { address: RegExp; answer: (route: Route, request: Request) => Promise<void> }[] = []
  const context = { route: async (address: RegExp, answer: never) => void routes.push({ address, answer }) }
  await routeFromBank(context as unknown as BrowserContext, bank)
  return async (url: string, { method = 'GET', headers = fromShop, body }: Asked = {}): Promise<Got | 'not routed'> => {
    const found = routes.find(({ address }) => address.test(url))
    if (!found) return 'not routed'
    const got: Got[] = []
    const route = {
      fulfill: async (answer: Got) => void got.push(answer),
      abort: async (aborted: string) => void got.push({ aborted }),
    }
    const request = {
      url: () => url,
      method: () => method,
      headers: () => headers,
      postDataBuffer: () => (body === undefined ? null : Buffer.from(JSON.stringify(body))),
    }
    await found.answer(route as unknown as Route, request as unknown as Request)
    return got[0] as Got
  }
}

it('answers only the requests of a page below an address of the bank [§4]', async () => {
  const bank = createBank({ baseUrl: 'https://api.bank.test/v9/' })
  const ask = await pageOf(bank)

  expect(await ask('https://AUTH.bank.test/.well-known/openid-configuration')).toMatchObject({ status: 200 })
  expect(await ask('https://api.bank.test/v9/wires/v1/payments')).toMatchObject({ status: 401 })
  expect(await ask('https://api.bank.test/v99/wires/v1/payments')).toBe('not routed')
  expect(await ask('https://apixbank.test/v9/wires/v1/payments')).toBe('not routed')
  expect(await ask('https://shop.example/?to=https://api.bank.test/v9')).toBe('not routed')
})

it('accepts a payment from a page, and lets the page read the answer [§4]', async () => {
  const bank = createBank()
  const ask = await pageOf(bank)
  const authorization = `Bearer ${bank.tokens.issue().access_token}`
  const headers = { ...fromShop, authorization, 'content-type': 'application/json', 'idempotency-key': 'a' }

  const got = await ask(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body: outboundWire(bank) })

  expect(got).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': 'https://shop.example' } })
  const { id } = JSON.parse(String((got as Got).body)) as { id: string }
  expect(bank.wires.get(id).status).toBe('Created')
  expect(bank.requests.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(['POST createWire'])
})

it('lets no page read an answer if the bank allows none to [§4]', async () => {
  const bank = createBank({ assume: { 'http.cors': 'omitted' } })
  const ask = await pageOf(bank)

  const got = await ask(`${bank.urls.authUrl}/.well-known/openid-configuration`)

  expect(got).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': 'none' } })
})

it('sends no request for a page whose preflight the bank refuses [§4]', async () => {
  const bank = createBank({ assume: { 'http.cors': 'omitted' } })
  const ask = await pageOf(bank)
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  const json = { ...fromShop, 'content-type': 'application/json' }
  const withToken = { authorization: `Bearer ${bank.tokens.issue().access_token}` }

  expect(await ask(url, { method: 'POST', headers: json, body: outboundWire(bank) })).toEqual({ aborted: 'failed' })
  expect(await ask(url, { headers: { ...fromShop, ...withToken } })).toEqual({ aborted: 'failed' })
  // A page of the same origin asks nobody.
  expect(await ask(url, { headers: { origin: bank.urls.baseUrl, ...withToken } })).toMatchObject({ status: 200 })
  expect(await ask(url, { headers: withToken })).toMatchObject({ status: 200 })
  expect(bank.wires.list().results).toEqual([])
})

it.each(cuttingFaults)("breaks the page's network with the fault $fault [§7]", async ({ fault, cut }) => {
  const bank = createBank()
  const ask = await pageOf(bank)
  bank.faults.inject(fault)

  expect(await ask(`${bank.urls.authUrl}/.well-known/openid-configuration`)).toEqual({ aborted: cut.pageError })
})
