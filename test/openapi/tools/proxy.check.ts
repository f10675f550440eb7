/**
 * Prism, a validating proxy, between the examples of the documentation and the bank. What the examples send and get is recorded at the
 * edge, and then sent over the network once more: the client's request goes to Prism, which hands it on to a server that has the bank's
 * answer. Prism tells what was not as documented, in either direction.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBank } from 'vostro'
import { openapi } from 'vostro/server'
import type { HttpService } from '../../../src/bank/http/answer.ts'
import { itemOf, sizeOf } from '../../../src/bank/shell/state/log.ts'
import { faultKinds } from '../../../src/core/faults/fault-kinds.ts'
import { runCalls } from '../../../src/openapi/runs/calls.ts'
import { fileNameOf, pages, snippetsIn } from '../../docs/doc-files.ts'
import { runSnippet } from '../../docs/run-snippet.ts'
import { tool } from './tools.ts'

interface Recorded {
  readonly method: string
  /** Below the address of its service, with the query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly status: number
  readonly answer: string
  readonly answerHeaders: Record<string, string>
}

const shared = globalThis as { recorded?: Recorded[] }
const recorded: Recorded[] = []
shared.recorded = recorded

vi.mock('../../../src/bank/http/answer.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/bank/http/answer.ts')>()
  return {
    ...original,
    answer: async (service: HttpService, request: Request, how?: Parameters<typeof original.answer>[2]) => {
      const response = await original.answer(service, request, how)
      const { requests } = service.shell.state
      const kept = itemOf(requests, sizeOf(requests) - 1)
      const isDocumented = kept?.endpoint && !(kept.fault && faultKinds[kept.fault].isGarbled)
      if (isDocumented && request.method !== 'OPTIONS') {
        const { row } = service.route(request.method, new URL(request.url)) as {
          row: { service: string; path: string }
        }
        const base = { token: 'authUrl', banking: 'baseUrl', loans: 'loanBaseUrl' }[
          row.service
        ] as keyof HttpService['addresses']
        shared.recorded?.push({
          method: request.method,
          path: request.url.slice(service.addresses[base].replace(/\/$/, '').length),
          headers: Object.fromEntries(request.headers),
          body: kept.body,
          status: response.status,
          answer: await response.clone().text(),
          answerHeaders: Object.fromEntries(response.headers),
        })
      }
      return response
    },
  }
})

let current: Recorded | undefined
let upstream: Server
let prism: { listen(port: number, host: string): Promise<string>; close(): Promise<void> }
let proxy = ''

beforeAll(async () => {
  upstream = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(current?.status ?? 500, current?.answerHeaders)
      response.end(current?.answer)
    })
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const { getHttpOperationsFromSpec } = tool('@stoplight/prism-http')
  const document = await openapi()
  // One server stands for all three services here.
  for (const item of Object.values(document.paths)) delete item['servers']
  document.servers = [{ url, description: 'The bank.' }]
  const { createServer: createProxy } = tool('@stoplight/prism-http-server')
  const { createLogger } = tool('@stoplight/prism-core')
  prism = createProxy(await getHttpOperationsFromSpec(document), {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(url),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
      errors: false,
      upstreamProxy: undefined,
    },
  })
  proxy = await prism.listen(0, '127.0.0.1')
})

afterAll(async () => {
  await prism.close()
  upstream.close()
})

/** Sends what was recorded through the proxy, and gives what it finds wrong. */
async function violationsOf(exchanges: readonly Recorded[]): Promise<string[]> {
  const found: string[] = []
  for (const exchange of exchanges) {
    current = exchange
    const { method, path, headers, body, status } = exchange
    const init = { method, headers: { ...headers, connection: 'close' }, ...(body === '' ? {} : { body }) }
    const response = await fetch(proxy + path, init)
    const text = await response.text()
    const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as {
      location: string[]
      message: string
    }[]
    const isOwn = response.status === status
    if (!isOwn) found.push(`${method} ${path}: the proxy answered ${response.status} for ${status}: ${text}`)
    for (const { location, message } of violations) {
      // What the bank refuses may be wrong: some examples are about that.
      if (location[0] === 'request' && status >= 400) continue
      found.push(`${method} ${path} ${status}: ${location.join('.')} ${message}`)
    }
  }
  return found
}

it('lets every call of the table pass in both directions [§4]', async () => {
  recorded.length = 0
  await runCalls(createBank({ seed: 7 }))

  const exchanges = [...recorded]
  expect(exchanges.length).toBeGreaterThan(30)
  const found = await violationsOf(exchanges)

  expect(found).toEqual([])
  process.stdout.write(`Prism: ${exchanges.length} calls of the table, ${found.length} violations.\n`)
})

it('lets every example of the documentation pass in both directions [§4]', async () => {
  recorded.length = 0
  for (const { path, text } of pages()) {
    const files: Record<string, Record<string, unknown>> = {}
    for (const { code } of snippetsIn(text)) {
      // explore runs without the fetch of this process, and calibrate asks on purpose what is no documented call.
      if (
        /explore|workers|calibrate/.test(path) ||
        fileNameOf(code)?.includes('/') ||
        fileNameOf(code)?.endsWith('.test.ts')
      )
        continue
      const run = await runSnippet(code, { files }).catch(() => undefined)
      const name = fileNameOf(code)
      if (name && run) files[`./${name}`] = files[`./${name.replace(/\.ts$/, '.js')}`] = run.exported
    }
  }

  const exchanges = [...recorded]
  const found = await violationsOf(exchanges)

  expect(exchanges.length).toBeGreaterThan(100)
  expect(found).toEqual([])
  process.stdout.write(`Prism: ${exchanges.length} exchanges of the documentation, ${found.length} violations.\n`)
})

it('tells an answer that is not as documented [§4]', async () => {
  recorded.length = 0
  await runCalls(createBank({ seed: 7 }))
  const events = recorded.find(({ path }) => path.startsWith('/Webhook')) as Recorded

  const found = await violationsOf([
    { ...events, answer: '["LoanUpdated"]' },
    { ...events, headers: {} },
  ])

  expect(found.some((line) => line.includes('response.body'))).toBe(true)
  expect(found).toHaveLength(2)
})
