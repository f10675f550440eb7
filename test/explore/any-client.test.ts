/** explore with HTTP clients that take no `fetch`: MSW passes each of their calls to the bank of the run that makes it. (§4, §7) */
import axios from 'axios'
import got from 'got'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explore, type Scenario } from 'vostro/explore'
import { bankHandlers } from 'vostro/msw'
import { currentBank } from 'vostro/vitest'

const server = setupServer(...bankHandlers(currentBank))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

/** Creates a wire, and rejects unless it is answered with 200. */
type Post = (url: string, json: object, headers: Record<string, string>) => Promise<unknown>

const clients: readonly [string, Post][] = [
  ['axios', (url, json, headers) => axios.post(url, json, { headers })],
  ['got', (url, json, headers) => got.post(url, { json, headers, retry: { limit: 0 } })],
  [
    "the process's own fetch",
    async (url, json, headers) => {
      const body = JSON.stringify(json)
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
    },
  ],
]

/** A partner that tries again after a minute, with the same key or without one. */
const paysBy =
  (post: Post, key?: string): Scenario =>
  async ({ bank, process }) => {
    const headers = () => ({
      authorization: `Bearer ${bank.tokens.issue().access_token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    })
    const pay = async () => {
      for (let left = 15; left > 0; left--) {
        try {
          return await post(`${bank.urls.baseUrl}/wires/v1/payments`, bank.wires.plausible(), headers())
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 60_000))
        }
      }
      throw new Error('gave up')
    }
    const service = await process(() => ({ pay }))
    await service.ask(({ pay }) => pay()).catch(() => service.ask(({ pay }) => pay()))
  }

it.each(clients)('lets calls made with %s fail, and ends the process that makes them [§7]', async (_, post) => {
  const { failures, coverage, warnings } = await explore(paysBy(post), { depth: 1 })
  const kinds = failures.flatMap(({ run, alsoIn }) => [run, ...alsoIn])

  expect(warnings).toEqual([])
  expect(failures.map(({ code }) => code)).toEqual(['oneIntentOneWire'])
  expect(kinds).toEqual(expect.arrayContaining(['lostAnswer@1', 'crashAfter@1', 'crashOnTheWay@1']))
  expect(coverage[0]).toMatchObject({ left: 0 })
})

it.each(clients)('finds nothing in code that pays with one key by %s [§2.3]', async (_, post) => {
  const { failures, complete } = await explore(paysBy(post, 'invoice 1'), { depth: 1 })

  expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([])
  expect(complete).toBe(true)
})

it('names the call that left the context of its run and so reached no bank [§7]', async () => {
  let line: Promise<unknown> = Promise.resolve()
  let calls: (() => Promise<unknown>)[] = []
  let isOpen = false
  // A pool of the module: its loop began in the first run, and makes the calls of all runs.
  const pool = (call: () => Promise<unknown>) => {
    calls.push(call)
    if (!isOpen) {
      isOpen = true
      line = line.then(async () => {
        for (;;) {
          await calls
            .shift()?.()
            .catch(() => {})
          await new Promise((resolve) => void process.nextTick(resolve))
          if (calls.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        }
      })
    }
    wake()
  }
  let wake = () => {}
  const scenario: Scenario = async ({ bank, sleep }) => {
    pool(() => axios.get(`${bank.urls.authUrl}/.well-known/openid-configuration`))
    await sleep({ minutes: 1 })
  }

  const { warnings } = await explore(scenario, { depth: 1, maxRuns: 5 })
  calls = []

  expect(warnings).toContainEqual(
    expect.stringMatching(/Failed to answer "GET .*code of a test, or of a run of explore, that has ended/),
  )
})

it('says where a call went that reached no bank, and how to send it to the bank of its run [§7]', async () => {
  const { text } = await explore(async () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND bank.example'), { hostname: 'bank.example' })
    throw new TypeError('fetch failed', { cause })
  })

  expect(text).toMatch(
    /^clean: fetch failed\n {2}a call went to bank\.example and not to the bank of the run: make it with the fetch of the scene, or let MSW listen/m,
  )
})
