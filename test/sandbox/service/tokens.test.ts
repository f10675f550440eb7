/** Tokens that questions share, each of which may ask for a new one while the call of another is under way. (§7) */
import { expect, it } from 'vitest'
import { Service } from '../../../src/sandbox/service/service.ts'
import { Session } from '../../../src/sandbox/service/session.ts'

it('makes a call again whose token expired, though another question has a new one by then [§7]', async () => {
  let now = 0
  let tokens = 0
  let calls = 0
  const session: Session = new Session({
    fetch: async ({ url }) => {
      if (url.endsWith('/oauth/token')) return Response.json({ access_token: `token ${++tokens}`, expires_in: 2 })
      calls += 1
      if (calls === 2) {
        now += 5_000
        await new Service(session).token()
      }
      return Response.json({ results: [] }, { status: calls < 3 ? 401 : 200 })
    },
    urls: { baseUrl: 'https://api.example', authUrl: 'https://auth.example' },
    credentials: { clientId: 'client', clientSecret: 'secret' },
    clock: { now: () => now, wait: async () => {} },
    calls: 100,
    maxWait: 0,
    mostAmount: 1,
    wire: {},
  })

  const { status } = await new Service(session).ask('listWires')

  expect({ status, calls }).toEqual({ status: 200, calls: 3 })
})

it('takes a new token to a call that had to wait longer than the old one lasts [§8]', async () => {
  let [now, tokens] = [0, 0]
  const taken: (string | null)[] = []
  const session = new Session({
    fetch: async ({ url, headers }) => {
      if (url.endsWith('/oauth/token')) return Response.json({ access_token: `token ${++tokens}`, expires_in: 2 })
      taken.push(headers.get('authorization'))
      return taken.length <= 6
        ? new Response('', { status: 429, headers: { 'retry-after': '3' } })
        : Response.json({ results: [] })
    },
    urls: { baseUrl: 'https://api.example', authUrl: 'https://auth.example' },
    credentials: { clientId: 'client', clientSecret: 'secret' },
    clock: {
      now: () => now,
      wait: async (milliseconds) => {
        now += milliseconds
      },
    },
    calls: 100,
    maxWait: 60_000,
    mostAmount: 1,
    wire: {},
  })

  const { status } = await new Service(session).ask('listWires')

  expect(status).toBe(200)
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7].map((count) => `Bearer token ${count}`))
})
