/** Many tests at one server: each has a bank of its own, and none learns of another. (§1) */
import { expect, it } from 'vitest'
import type { Bank } from 'vostro'
import { pushOf } from '../support/requests.ts'
import { outboundWire } from '../support/wire.ts'
import { type Answered, ORIGIN, serverFor, wireFrom } from './client.ts'

const keysOf = ({ body }: Answered) => body.map(({ endpoint }: { endpoint: string }) => endpoint)

it('finds a bank by its path, for a client with configurable addresses [§1]', async () => {
  const { call, token } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks')

  const access = await token({ ...bank, audience: bank.baseUrl })
  const wire = await call('POST', `${bank.baseUrl}/wires/v1/payments`, { token: access, body: wireFrom(bank) })
  const discovery = await call('GET', `${bank.authUrl}/.well-known/openid-configuration`)
  const rfc8414 = await call('GET', `${ORIGIN}/.well-known/oauth-authorization-server${new URL(bank.authUrl).pathname}`)
  await call('POST', `${bank.controlUrl}/clock/next-batch`)
  const after = await call('GET', `${bank.baseUrl}/wires/v1/payments/${wire.body.id}`, { token: access })

  expect([bank.baseUrl, bank.controlUrl]).toEqual([
    `${ORIGIN}/banks/${bank.id}/api`,
    `${ORIGIN}/_vostro/banks/${bank.id}`,
  ])
  expect(discovery.body.token_endpoint).toBe(`${bank.authUrl}/oauth/token`)
  expect(rfc8414.body).toEqual(discovery.body)
  expect(after.body.status).toBe('Completed')
  expect((await call('GET', '/_vostro/clock')).body.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it('finds a bank by a header, for a client that can send one [§1]', async () => {
  const { call } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks')
  const headers = { 'vostro-bank': bank.id }

  await call('GET', '/api/wires/v1/payments', { headers })
  await call('POST', '/_vostro/clock/advance', { headers, body: { hours: 1 } })
  const { body: own } = await call('GET', '/_vostro', { headers })

  expect(own).toEqual({ ...bank, now: '2026-03-02T10:00:00.000-05:00' })
  expect(keysOf(await call('GET', '/_vostro/requests', { headers }))).toEqual(['listWires'])
  expect(keysOf(await call('GET', '/_vostro/requests'))).toEqual([])
})

it.each([
  [
    'a form',
    (id: string, secret: string) => ({ body: new URLSearchParams(asked(id, secret)).toString(), type: 'form' }),
  ],
  ['JSON', (id: string, secret: string) => ({ body: JSON.stringify(asked(id, secret)), type: 'json' })],
  [
    'a header',
    (id: string, secret: string) => ({ body: 'grant_type=client_credentials', type: 'form', basic: `${id}:${secret}` }),
  ],
  [
    'a header as OAuth encodes it',
    (id: string, secret: string) => ({
      body: 'grant_type=client_credentials',
      type: 'form',
      basic: `${id.replace('~', '%7E')}:${secret}`,
    }),
  ],
])('finds a bank by credentials alone, sent in %s [§2.1]', async (_, write) => {
  const { call } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks')
  const { body, type, basic } = write(bank.clientId, bank.clientSecret) as {
    body: string
    type: string
    basic?: string
  }
  const headers = {
    'content-type': type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(basic === undefined ? {} : { authorization: `Basic ${btoa(basic)}` }),
  }

  const { body: issued } = await call('POST', '/auth/oauth/token', { body, headers })
  const list = await call('GET', '/api/wires/v1/payments', { token: issued.access_token })
  const { body: requests } = await call('GET', `${bank.controlUrl}/requests`)

  expect(issued.access_token).toMatch(new RegExp(`^${bank.id}~[^~]+$`))
  expect(list.status).toBe(200)
  // The bank itself knows nothing of other banks.
  expect(JSON.stringify(requests)).not.toContain(bank.id)
})

const asked = (client_id: string, client_secret: string) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
})

it("issues and revokes a bank's tokens over the control API, and adds partners whose credentials find the bank [§5]", async () => {
  const { call, token } = serverFor()
  const { body: bank } = await call('POST', '/_vostro/banks')
  const list = async (access: string) => (await call('GET', '/api/wires/v1/payments', { token: access })).status

  const { body: issued } = await call('POST', `${bank.controlUrl}/tokens`)
  const before = await list(issued.access_token)
  await call('POST', `${bank.controlUrl}/tokens/revoke`, { body: { accessToken: issued.access_token } })
  const { body: partner } = await call('POST', `${bank.controlUrl}/partners`)

  expect([before, await list(issued.access_token)]).toEqual([200, 401])
  expect(await list(await token({ ...partner, authUrl: `${ORIGIN}/auth` }))).toBe(200)
})

it('never accepts the token of another bank, whatever the token, the path or the header says [§5]', async () => {
  const { server, call, token } = serverFor()
  const [main] = server.banks
  const { body: one } = await call('POST', '/_vostro/banks')
  const { body: other } = await call('POST', '/_vostro/banks')
  const ofMain = await token(main?.record as never)
  const tokens = { one: await token(one), other: await token(other) }
  const letters = (text: string) => text.slice(text.indexOf('~') + 1)
  const statusOf = async (url: string, access: string, bank = '') =>
    (await call('GET', `${url}/wires/v1/payments`, { token: access, headers: bank ? { 'vostro-bank': bank } : {} }))
      .status

  const foreign = await Promise.all([
    statusOf(`${ORIGIN}/api`, letters(tokens.one)),
    statusOf(one.baseUrl, ofMain),
    statusOf(one.baseUrl, `${one.id}~${ofMain}`),
    statusOf(one.baseUrl, letters(tokens.other)),
    statusOf(one.baseUrl, `${one.id}~${letters(tokens.other)}`),
    statusOf(other.baseUrl, tokens.one),
    statusOf(`${ORIGIN}/api`, tokens.one, other.id),
    statusOf(`${ORIGIN}/api`, tokens.one, 'main'),
    statusOf(`${ORIGIN}/api`, `${one.id}~${letters(tokens.other)}`),
  ])
  const own = await Promise.all([
    statusOf(`${ORIGIN}/api`, ofMain),
    statusOf(`${ORIGIN}/api`, tokens.one),
    statusOf(other.baseUrl, tokens.other),
  ])

  expect(foreign).toEqual(Array(9).fill(401))
  expect(own).toEqual([200, 200, 200])
})

it('refuses a path and a header that name two banks, at the services and at the control API [§1]', async () => {
  const { call } = serverFor()
  const { body: one } = await call('POST', '/_vostro/banks')
  const { body: other } = await call('POST', '/_vostro/banks')
  const clock = (id: string) => call('GET', `${one.controlUrl}/clock`, { headers: { 'vostro-bank': id } })

  const atControl = await clock(other.id)
  const atService = await call('GET', `${one.baseUrl}/wires/v1/payments`, { headers: { 'vostro-bank': 'main' } })
  const same = await clock(one.id.toUpperCase())

  expect([atControl, atService].map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(2).fill([400, 'bank_is_ambiguous']),
  )
  expect(atControl.body.error.message).toBe(
    `Failed to choose the bank: the path names "${one.id}", and the header vostro-bank names "${other.id}". Name the same bank in both, or leave the header out.`,
  )
  expect(same.status).toBe(200)
})

it('opens a bank with its own options, and a fork that begins in the state of another [§1]', async () => {
  const { call } = serverFor({ bank: { seed: 7 } })
  const { body: main } = await call('GET', '/_vostro')
  const { body: same } = await call('POST', '/_vostro/banks')
  const { body: own } = await call('POST', '/_vostro/banks', { body: { now: '2030-01-02T09:00:00-05:00' } })
  await call('POST', `${own.controlUrl}/clock/advance`, { body: { hours: 1 } })

  const { body: forked } = await call('POST', `${own.controlUrl}/fork`)
  const { body: list } = await call('GET', '/_vostro/banks')

  expect(same.masterAccountNumber).toBe(main.masterAccountNumber)
  expect([own.now, forked.now]).toEqual(['2030-01-02T09:00:00.000-05:00', '2030-01-02T10:00:00.000-05:00'])
  expect(list.map(({ id }: { id: string }) => id)).toEqual([same.id, own.id, forked.id])
})

it('gives the same ids in banks with the same options, and different ids if the seed differs [§1]', async () => {
  const { call, token } = serverFor()
  const idsOf = async (options?: object) => {
    const { body: bank } = await call('POST', '/_vostro/banks', { body: options })
    const wire = { token: await token(bank), body: wireFrom(bank) }
    return [bank.masterAccountNumber, (await call('POST', `${bank.baseUrl}/wires/v1/payments`, wire)).body.id]
  }

  const [one, same, other] = [await idsOf(), await idsOf(), await idsOf({ seed: 5 })]

  expect(same).toEqual(one)
  expect(other.filter((id) => one.includes(id))).toEqual([])
})

it('keeps changes of the first bank out of the banks that are opened later [§1]', async () => {
  const { call } = serverFor()
  await call('POST', '/_vostro/clock/advance', { body: { days: 30 } })

  const { body: bank } = await call('POST', '/_vostro/banks')

  expect(bank.now).toBe('2026-03-02T09:00:00.000-05:00')
})

it('drops a bank that was closed or idle for a while, and reports it [§1]', async () => {
  let now = 0
  const { call, token } = serverFor({ now: () => now, idle: { minutes: 10 } })
  const { body: closed } = await call('POST', '/_vostro/banks')
  const { body: idle } = await call('POST', '/_vostro/banks')
  const { body: asked } = await call('POST', '/_vostro/banks')
  const ofIdle = await token({ ...idle, authUrl: `${ORIGIN}/auth` })
  await call('DELETE', `/_vostro/banks/${closed.id}`)
  now += 6 * 60_000
  await call('GET', `${asked.controlUrl}/clock`)
  now += 6 * 60_000

  const byPath = await call('GET', `${idle.baseUrl}/wires/v1/payments`)
  const byHeader = await call('GET', '/_vostro/clock', { headers: { 'vostro-bank': closed.id } })
  const byToken = await call('GET', '/api/wires/v1/payments', { token: ofIdle })
  const byClient = await call('POST', '/auth/oauth/token', {
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: idle.clientId,
      client_secret: 'x',
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  expect([byPath, byHeader].map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(2).fill([404, 'bank_not_found']),
  )
  expect(byToken.status).toBe(401)
  expect(byToken.body.errors[0].message).toContain('had no request for 10 minutes')
  expect([byClient.status, byClient.body.error]).toEqual([401, 'access_denied'])
  expect((await call('GET', '/_vostro/banks')).body).toHaveLength(1)
  expect((await call('GET', '/_vostro/requests')).body).toEqual([])
})

it('limits the number of banks at one time [§8]', async () => {
  const { call } = serverFor({ mostBanks: 2 })
  await call('POST', '/_vostro/banks')
  const { body: second } = await call('POST', '/_vostro/banks')

  const third = await call('POST', '/_vostro/banks')
  const forked = await call('POST', '/_vostro/fork')
  await call('DELETE', `/_vostro/banks/${second.id}`)
  const fourth = await call('POST', '/_vostro/banks')

  expect([third, forked].map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(2).fill([409, 'too_many_banks']),
  )
  expect(fourth.status).toBe(200)
})

it('keeps the last hundred snapshots of a bank, and restores them by their ids [§3]', async () => {
  const { call } = serverFor()
  for (let count = 0; count < 102; count++) {
    await call('POST', '/_vostro/snapshot')
    await call('POST', '/_vostro/clock/advance', { body: { minutes: 1 } })
  }

  const gone = await call('POST', '/_vostro/restore', { body: { id: '2' } })
  const kept = await call('POST', '/_vostro/restore', { body: { id: '3' } })

  expect([gone.status, gone.body.error.message]).toEqual([
    404,
    'Failed to restore the snapshot "2": the last hundred are kept, now "3" to "102". Take its id from POST /snapshot.',
  ])
  expect(kept.body.now).toBe('2026-03-02T09:02:00.000-05:00')
})

it('reports each bank as it opens and closes, and begins with the given banks [§3]', async () => {
  const told: string[] = []
  const tell = {
    opened: (id: string, _: unknown, from?: string) => void told.push(`${id.length === 16 ? 'bank' : id} from ${from}`),
    closed: (id: string) => void told.push(`${id.length === 16 ? 'bank' : id} closed`),
  }
  const { call, server } = serverFor(tell)
  const { body: bank } = await call('POST', '/_vostro/banks')
  await call('POST', `${bank.controlUrl}/clock/advance`, { body: { days: 1 } })
  await call('POST', `${bank.controlUrl}/fork`)
  const { body: own } = await call('POST', '/_vostro/banks', { body: { seed: 8 } })
  await call('DELETE', `/_vostro/banks/${own.id}`)
  const banks = new Map(server.banks.map((each) => [each.id, each.bank]))

  const next = serverFor({ ...tell, banks })

  expect(told).toEqual([
    'template from undefined',
    'main from template',
    'bank from template',
    `bank from ${bank.id}`,
    'bank from undefined',
    'bank closed',
    'template from undefined',
  ])
  expect((await next.call('GET', bank.controlUrl)).body.now).toBe('2026-03-03T09:00:00.000-05:00')
})

it('waits before each answer until the operation is stored [§3]', async () => {
  let kept = 0
  const entries = () => server.banks[0]?.bank.journal.length ?? 0
  const { server, call } = serverFor({
    beforeTelling: async () => {
      await null
      kept = entries()
    },
  })

  await call('POST', '/_vostro/loans')

  expect(kept).toBe(entries())
  expect(kept).toBeGreaterThan(1)
})

it('waits before each push until the operation that caused it is stored [§3]', async () => {
  const bank = () => server.banks[0]?.bank as Bank
  let kept = 0
  const behind: number[] = []
  const { server, call } = serverFor({
    beforeTelling: async () => {
      await null
      kept = bank().journal.length
    },
    send: async () => {
      behind.push(bank().journal.length - kept)
      return new Response('ok')
    },
  })
  const callbackUrl = 'http://localhost/hooks'
  bank().webhooks.register({ ...pushOf('Wire.Payment.Sent', bank().partner.id), callbackUrl })
  bank().wires.create(outboundWire(bank()))

  await call('POST', '/_vostro/clock/next-batch')

  expect(behind).toEqual([0])
})
