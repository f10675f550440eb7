import { expect, it } from 'vitest'
import { Service } from '../../../src/sandbox/service/service.ts'
import { Session } from '../../../src/sandbox/service/session.ts'

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
