/** The calls of a question to a service: with which token they are made, when, how often, and where to. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { followClock } from 'vostro/time'
import { realTime } from '../../../src/sandbox/service/real-time.ts'
import { Service } from '../../../src/sandbox/service/service.ts'
import { Session } from '../../../src/sandbox/service/session.ts'

/** A service whose tokens last two seconds, or as long as is said, and the calls that it had, but for those that ask for a token. */
function serviceThat(answers: (count: number) => Response, signal?: AbortSignal, expires_in: number | null = 2) {
  let [now, tokens] = [0, 0]
  const calls: { readonly authorization: string | null; readonly at: number; readonly redirect: string }[] = []
  const session = new Session({
    fetch: async ({ url, headers, redirect }) => {
      if (url.endsWith('/oauth/token')) return Response.json({ access_token: `token ${++tokens}`, expires_in })
      calls.push({ authorization: headers.get('authorization'), at: now, redirect })
      return answers(calls.length)
    },
    urls: { baseUrl: 'https://api.example', authUrl: 'https://auth.example' },
    credentials: { clientId: 'client', clientSecret: 'secret' },
    clock: {
      now: () => now,
      wait: async (milliseconds, ending) => {
        if (!ending?.aborted) now += milliseconds
      },
    },
    calls: 100,
    maxWait: 60_000,
    mostAmount: 1,
    wire: {},
    signal,
  })
  return { service: new Service(session), session, calls }
}

const done = () => Response.json({ results: [] })
const refused = (status: number, headers = {}) => new Response('', { status, headers })
const WAIT = { 'retry-after': '3' }
const bodyThat = (pull: (body: ReadableStreamDefaultController) => void) => new Response(new ReadableStream({ pull }))

it.each<[string, (count: number) => Response, lifetime: number | null, tokens: readonly number[]]>([
  ['its token has expired while it waited [§8]', (count) => refused(count <= 3 ? 429 : 200, WAIT), 2, [1, 2, 3, 4]],
  ['its token is refused [§2.1]', (count) => refused(count === 1 ? 401 : 200), null, [1, 2]],
  ['neither, though no lifetime is said [§2.1]', (count) => refused(count <= 3 ? 429 : 200, WAIT), null, [1, 1, 1, 1]],
])('takes a new token to a call if %s', async (_, answer, lifetime, tokens) => {
  const { service, calls } = serviceThat(answer, undefined, lifetime)

  const { status } = await service.ask('listWires')

  expect(status).toBe(200)
  expect(calls.map(({ authorization }) => authorization)).toEqual(tokens.map((each) => `Bearer token ${each}`))
})

it.each([
  ['as long as it asks, and then twice as long as before', ['7', undefined], [0, 7_000, 9_000]],
  ['though it asks to be asked again at once', ['0', '0', '0'], [0, 1_000, 3_000, 7_000]],
])('waits for a service that has had enough %s [§8]', async (_, waits, times) => {
  const { service, calls } = serviceThat((count) => {
    const [wait] = waits.slice(count - 1)
    return count > waits.length ? done() : refused(429, wait === undefined ? {} : { 'retry-after': wait })
  })

  await service.ask('listWires')

  expect(calls.map(({ at }) => at)).toEqual(times)
})

it('removes records only when the service lets it, though the run was told to end in a wait [§8]', async () => {
  const ending = new AbortController()
  const { service, calls } = serviceThat((count) => {
    ending.abort()
    return count === 1 ? refused(429, { 'retry-after': '30' }) : done()
  }, ending.signal)

  await expect(service.ask('listWires')).rejects.toThrow('the run was told to end (option signal)')
  await service.tidy(() => service.ask('removeWebhook', { parameters: { id: '1' } }))

  expect(calls.map(({ at }) => at)).toEqual([0, 30_000])
})

it.each<[string, () => Response]>([
  ['breaks off', () => bodyThat((body) => body.error(new TypeError('terminated')))],
  ['never ends', () => bodyThat((body) => body.enqueue(new Uint8Array(1_048_576)))],
  ['is none', () => undefined as never],
  ['says that the service is in trouble', () => refused(503)],
])('reads four times where each answer %s, and concludes nothing [§7]', async (_, answer) => {
  const { service, calls } = serviceThat(answer)

  await expect(service.ask('listWires')).rejects.toThrow(/^no answer came from api\.example to|was answered 503$/)

  expect(calls).toHaveLength(4)
})

it('does not repeat a wire that failed, as it may have paid [§2.3]', async () => {
  const { service, calls } = serviceThat(() => refused(503))

  await expect(service.ask('createWire')).rejects.toThrow('was answered 503')

  expect(calls).toHaveLength(1)
})

it('asks once for what a service does not serve: 501 stays 501 [§7]', async () => {
  const { service, calls } = serviceThat(() => refused(501))

  expect((await service.ask('listWires')).status).toBe(501)
  expect(calls).toHaveLength(1)
})

it.each<[string, Response]>([
  ['says that it is elsewhere', refused(307, { location: 'https://else.test' })],
  ['was left by a fetch that followed it', Object.defineProperty(new Response('{}'), 'redirected', { value: true })],
])('goes nowhere else, where a service %s [§5]', async (_, answer) => {
  const { service, calls } = serviceThat(() => answer)

  await expect(service.ask('listWires')).rejects.toThrow(
    'GET /wires/v1/payments was redirected, but calls go only to the addresses that you gave',
  )

  expect(calls.map(({ redirect }) => redirect)).toEqual(['manual'])
})

it('reads when a change shows, where a service shows it late [§4]', async () => {
  const { service, session, calls } = serviceThat(done)
  session.lag = 800

  for (const name of ['listWires', 'createWire', 'listWires', 'listWires'] as const) await service.ask(name)

  expect(calls.map(({ at }) => at)).toEqual([0, 0, 800, 800])
})

it('takes the time of the world outside where a test follows the clock of a bank [§3]', async () => {
  const bank = createBank()
  const begun = realTime.now()
  using _ = followClock(bank)

  await realTime.wait(1)

  expect(bank.clock.now).toBe('2026-03-02T09:00:00.000-05:00')
  expect(realTime.now()).toBeGreaterThanOrEqual(begun)
})
