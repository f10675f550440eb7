import { expect, it } from 'vitest'
import { calibrate } from 'vostro/calibrate'
import { hiddenBank } from './hidden-bank.ts'

it('waits as long as a service asks that has had enough, and then goes on [§8]', async () => {
  const bank = hiddenBank()
  const waits: number[] = []
  let refusals = 0
  const { findings } = await calibrate({
    ...bank,
    scope: 'read',
    clock: { now: () => 0, wait: async (milliseconds) => void waits.push(milliseconds) },
    fetch: async (request) => {
      if (refusals++ === 0) return new Response('', { status: 429, headers: { 'retry-after': '7' } })
      if (refusals === 2) return new Response('', { status: 429 })
      return await bank.fetch(request)
    },
  })

  expect(waits.slice(0, 2)).toEqual([7_000, 2_000])
  expect(findings.find(({ id }) => id === 'tokens.withoutAudience')?.verdict).toBe('agrees')
})

it('makes no more calls than it may, and says what it could not tell for that reason [§7]', async () => {
  const { exchanges, findings } = await calibrate({ ...hiddenBank(), calls: 1 })

  expect(exchanges).toHaveLength(1)
  expect(findings.filter(({ seen }) => seen === 'all 1 calls are used up (option calls)').length).toBeGreaterThan(0)
})

it('says of a service that gives no answer that nothing can be told [§7]', async () => {
  const fetch = async () => {
    throw new Error('getaddrinfo ENOTFOUND auth.bank.test')
  }

  const { findings, calibration } = await calibrate({ ...hiddenBank(), fetch })

  expect(calibration).toEqual({})
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['untold']))
  expect(findings.map(({ seen }) => seen)).toContain(
    'no answer came to POST /oauth/token: getaddrinfo ENOTFOUND auth.bank.test',
  )
})

it('says of a client that is not known that it is not [§2.1]', async () => {
  const bank = hiddenBank()
  const credentials = { clientId: 'nobody', clientSecret: 'nothing' }

  const { findings, exchanges } = await calibrate({ ...bank, credentials })

  expect(exchanges).toHaveLength(1)
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['untold']))
  expect(findings.find(({ id }) => id === 'tokens.withoutAudience')?.seen).toBe(
    'the token server answered 401 without an access_token: look at clientId, clientSecret and audience',
  )
})

it('asks for a new token when the old one has expired, and keeps one that has not [§5]', async () => {
  const tokensWith = async (lifetime: number) => {
    const { exchanges } = await calibrate({ ...hiddenBank({ 'tokens.lifetimeSeconds': lifetime }), scope: 'read' })
    return exchanges.filter(({ url }) => new URL(url).pathname === '/oauth/token').length
  }

  expect(await tokensWith(86_400)).toBeLessThan(await tokensWith(1))
})

it('concludes nothing from a service that is in trouble [§7]', async () => {
  const bank = hiddenBank()
  const isWell = ({ url }: Request) => url.startsWith(bank.urls.authUrl)

  const { findings } = await calibrate({
    ...bank,
    fetch: async (request) => (isWell(request) ? await bank.fetch(request) : new Response('', { status: 503 })),
  })

  expect(findings.find(({ id }) => id === 'tokens.audience')).toMatchObject({
    verdict: 'untold',
    seen: 'GET /Webhook/GetEvents was answered 503',
  })
})
