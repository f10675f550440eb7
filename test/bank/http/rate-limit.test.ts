/** A rate limit: how many calls a client may make within a second of the bank's clock, where the test says that there is one. (§8) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { explore, type Scene } from 'vostro/explore'
import { followClock } from 'vostro/time'
import { bankingToken, initOf, tokenRequest } from '../../support/calls.ts'

const limited = (most: number) => createBank({ assume: { 'limits.requestsPerSecond': most } })
const listWith = (bank: Bank, token: string) =>
  bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, initOf('GET', { token }))
const askForToken = (bank: Bank, client: object = {}) =>
  bank.fetch(`${bank.urls.authUrl}/oauth/token`, initOf('POST', { body: { ...tokenRequest(bank), ...client } }))
const statusesOf = async (calls: readonly Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status)

it('takes any number of calls at once unless the test says otherwise [§8]', async () => {
  const bank = createBank()
  const token = await bankingToken(bank)

  const statuses = await statusesOf(Array.from({ length: 200 }, () => listWith(bank, token)))

  expect(new Set(statuses)).toEqual(new Set([200]))
})

it('answers 429 with Retry-After to what a client asks beyond the limit within a second [§8]', async () => {
  const bank = limited(2)
  const token = await bankingToken(bank)

  expect(await statusesOf([listWith(bank, token), listWith(bank, token)])).toEqual([200, 200])
  const refused = await listWith(bank, token)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual({
    errors: [
      {
        code: 3011,
        message:
          "Failed to accept the call: the client has made 2 calls within the last second of the bank's clock, and 2 are allowed. Call again a second later on that clock: advance it, or let the time of the client follow it. (§8)",
      },
    ],
  })
  expect(bank.requests.at(-1)).toMatchObject({ status: 429, retryAfter: 1 })
  expect(bank.assumptions.used().map(({ id }) => id)).toContain('limits.requestsPerSecond')
})

it('takes calls again when a second of the clock has passed, and does not count what it refused [§8]', async () => {
  const bank = limited(2)
  const token = await bankingToken(bank)
  const ask = async () => (await listWith(bank, token)).status

  const first = [await ask(), await ask(), await ask(), await ask()]
  bank.clock.advance({ milliseconds: 999 })
  const early = await ask()
  bank.clock.advance({ milliseconds: 1 })
  const later = [await ask(), await ask(), await ask()]

  expect(first).toEqual([200, 200, 429, 429])
  expect(early).toBe(429)
  expect(later).toEqual([200, 200, 429])
})

it('lets a client go on that waits by its own timers, where the clock follows them [§8]', async () => {
  const bank = limited(1)
  const token = await bankingToken(bank)
  const clock = followClock(bank)
  const statuses: number[] = []
  try {
    for (let call = 0; call < 2; call++) {
      for (;;) {
        const { status, headers } = await listWith(bank, token)
        statuses.push(status)
        if (status !== 429) break
        await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after')) * 1_000))
      }
    }
  } finally {
    clock.giveBack()
  }

  expect(statuses).toEqual([200, 429, 200])
})

it('counts each client by itself, and the token server by itself [§8]', async () => {
  const bank = limited(1)
  const other = bank.partners.add({ name: 'Other' })
  const own = (await (await askForToken(bank)).json()).access_token
  const others = bank.as(other.id).tokens.issue().access_token

  const { clientId: client_id, clientSecret: client_secret } = other
  const statuses = await statusesOf([
    listWith(bank, own),
    listWith(bank, others),
    listWith(bank, own),
    askForToken(bank),
    askForToken(bank, { client_id, client_secret }),
  ])

  expect(statuses).toEqual([200, 200, 429, 429, 200])
})

it('refuses in the words of the service that was asked [§7]', async () => {
  const bank = limited(1)
  const { access_token: token } = bank.tokens.issue()
  const loans = () => bank.fetch(`${bank.urls.loanBaseUrl}/LoanSummary`, initOf('GET', { token }))
  await askForToken(bank)
  await listWith(bank, token)

  expect(await (await askForToken(bank)).json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect(await (await loans()).json()).toMatchObject({ ResponseStatus: { ErrorCode: 'TooManyRequests' } })
})

it('does nothing of what it refuses, and remembers the count in a snapshot and a fork [§8]', async () => {
  const bank = limited(1)
  const token = await bankingToken(bank)
  await listWith(bank, token)
  const before = bank.world

  expect((await listWith(bank, token)).status).toBe(429)

  expect(bank.world).toBe(before)
  expect((await listWith(bank.fork(), token)).status).toBe(429)
  bank.restore(bank.snapshot())
  expect((await listWith(bank, token)).status).toBe(429)
})

it('meets explore on its own clock: a client that waits gets through, any other fails without any change [§8]', async () => {
  const scenario = (pause: number) => async (scene: Scene) => {
    const token = scene.bank.tokens.issue().access_token
    for (const page of [1, 2, 3]) {
      const ask = () =>
        scene.fetch(`${scene.bank.urls.baseUrl}/wires/v1/payments?pageNumber=${page}`, initOf('GET', { token }))
      const first = await ask()
      if (first.status !== 429) continue
      await scene.sleep({ seconds: pause })
      if ((await ask()).status !== 200) throw new Error('refused again')
    }
  }
  const options = { bank: { assume: { 'limits.requestsPerSecond': 1 } }, faults: false, overlaps: false } as const

  const patient = await explore(scenario(1), options)
  const hasty = await explore(scenario(0), options)

  expect(patient.failures).toEqual([])
  expect(hasty.failures.map(({ run, message }) => [run, message])).toEqual([['clean', 'refused again']])
})
