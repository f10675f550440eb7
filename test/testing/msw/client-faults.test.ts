/** Faults as the clients that people use meet them: each with its own errors, time-outs and ways to try again. (§7) */
import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import axios, { type AxiosError } from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { ofetch } from 'ofetch'
import { Agent, request as undiciRequest } from 'undici'
import { expect, onTestFinished, vi } from 'vitest'
import { test as base } from 'vostro/vitest'
import { toBank } from '../../../docs/examples/undici-dispatcher.ts'
import { cuttingFaults } from '../../support/cut-connections.ts'

const test = base.extend({ bankTime: 'bank' })

/** The address of a server whose first connection is cut as soon as its request has come; the second request is answered. */
async function cutOnce(): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    if (requests === 1) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"results":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests: () => requests }
}

/** What a client comes to, with its own way to try again: the data, or the code and the words of its error. */
const clients: Record<string, (url: string, headers: Record<string, string>) => Promise<unknown>> = {
  'axios with axios-retry': async (url, headers) => {
    const client = axios.create({ headers })
    axiosRetry(client, { retries: 3, retryDelay: () => 1 })
    return (await client.get(url)).data
  },
  got: async (url, headers) => await got(url, { headers, retry: { limit: 2, backoffLimit: 1 } }).json(),
  ky: async (url, headers) => await ky(url, { headers, retry: { limit: 2, delay: () => 1 } }).json(),
  ofetch: async (url, headers) => await ofetch(url, { headers, retry: 2, retryDelay: 1 }),
}

test.for(Object.entries(clients))(
  'lets %s try again after a lost connection and after a broken one [§7]',
  async ([, ask], { bank }) => {
    const real = await cutOnce()
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
    bank.faults.inject('networkError', { nth: 1 })

    const outcomes = [await ask(real.url, headers), await ask(`${bank.urls.baseUrl}/wires/v1/payments`, headers)]

    expect(outcomes).toEqual([{ results: [] }, expect.objectContaining({ results: [] })])
    expect([real.requests(), bank.requests.length]).toEqual([2, 2])
  },
)

/** The code of an error, or that of its cause. */
const codeOf = (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code

const once: Record<string, (url: string, bank: Parameters<typeof toBank>[0]) => Promise<unknown>> = {
  axios: (url) => axios.get(url),
  'node:http': (url) => new Promise((resolve, reject) => void get(url, resolve).on('error', reject)),
  got: (url) => got(url, { retry: { limit: 0 } }),
  fetch: (url) => fetch(url),
  ky: (url) => ky(url, { retry: 0, timeout: false }),
  undici: (url, bank) => undiciRequest(url, { dispatcher: new Agent().compose(toBank(bank)) }),
}

test.for(Object.entries(once))(
  'gives %s the error code of each fault that cuts its connection [§7]',
  async ([, ask], { bank }) => {
    const codes: unknown[] = []
    for (const { fault } of cuttingFaults) {
      bank.faults.inject(fault, { uses: 1 })
      codes.push(await ask(`${bank.urls.baseUrl}/wires/v1/payments`, bank).then(() => 'answered', codeOf))
    }

    expect(codes).toEqual(cuttingFaults.map(({ cut }) => cut.code))
  },
)

test.for(cuttingFaults)(
  'rejects fetch over MSW with the error that bank.fetch has after $fault, and prints nothing [§7]',
  async ({ fault }, { bank }) => {
    const said = vi.spyOn(console, 'error')
    bank.faults.inject(fault, { uses: 2 })
    const url = `${bank.urls.baseUrl}/wires/v1/payments`

    const [own, viaMsw] = [await bank.fetch(url).catch(seen), await fetch(url).catch(seen)]

    expect(viaMsw).toEqual(own)
    expect(viaMsw).toMatchObject({ type: TypeError, message: 'fetch failed', code: undefined })
    expect(said).not.toHaveBeenCalled()
  },
)

/** What a client sees of an error. */
function seen(error: Error & { code?: string }) {
  const { name, message, cause, code } = error
  return { type: error.constructor, name, message, code, fields: Object.keys(error), cause: { ...(cause as Error) } }
}

test('gives axios-retry a network error, after which it repeats a call that may be repeated [§7]', async ({ bank }) => {
  bank.faults.inject('networkError', { uses: 1 })

  const error = await axios.get(`${bank.urls.baseUrl}/wires/v1/payments`).catch((thrown: AxiosError) => thrown)

  expect(axiosRetry.isNetworkError(error as AxiosError)).toBe(true)
})

/** Clients that give up after ten seconds, each in its own way. */
const impatient: Record<string, (url: string) => Promise<unknown>> = {
  'AbortSignal.timeout': (url) => fetch(url, { signal: AbortSignal.timeout(10_000) }),
  axios: (url) => axios.get(url, { timeout: 10_000 }),
  got: (url) => got(url, { timeout: { request: 10_000 }, retry: { limit: 0 } }),
  ky: (url) => ky(url, { timeout: 10_000, retry: 0 }),
  ofetch: (url) => ofetch(url, { timeout: 10_000, retry: false }),
  'node:http': (url) =>
    new Promise((resolve, reject) => {
      const asking = get(url, resolve).on('error', reject)
      asking.setTimeout(10_000, () => asking.destroy(new Error('It took too long.')))
    }),
}

for (const fault of ['slow', 'timeout'] as const) {
  test.for(Object.entries(impatient))(
    `lets %s give up at its own time limit during the fault ${fault} [§7]`,
    async ([, ask], { bank }) => {
      bank.faults.inject(fault)

      const outcome = await ask(`${bank.urls.baseUrl}/wires/v1/payments`).then(
        () => 'answered',
        () => 'gave up',
      )

      // Some set their timer a moment later.
      expect([outcome, bank.clock.now.slice(0, 19)]).toEqual(['gave up', '2026-03-02T09:00:10'])
    },
  )
}

test('answers a slow call after everything that happened meanwhile [§3]', async ({ bank }) => {
  bank.faults.inject('slow', { endpoint: 'listWires', seconds: 90 })
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
  let ticks = 0
  const ticking = setInterval(() => ticks++, 30_000)

  const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  clearInterval(ticking)

  expect([answer.status, ticks, bank.clock.now]).toEqual([200, 3, '2026-03-02T09:01:30.000-05:00'])
})

test('lets a client without a time limit wait for five minutes [§7]', async ({ bank }) => {
  bank.faults.inject('timeout')

  await expect(fetch(`${bank.urls.baseUrl}/wires/v1/payments`)).rejects.toThrow()

  expect(bank.clock.now).toBe('2026-03-02T09:05:00.000-05:00')
})
