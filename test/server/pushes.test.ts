/** Pushes that leave the process: where to, how often, signed or not, and what becomes of those that may not. (§6) */
import { expect, it } from 'vitest'
import { verifySignature } from 'vostro'
import { type Answered, serverFor, wireFrom } from './client.ts'

/** A server with a registration at an address, and what was sent of it. */
async function pushing(
  callbackUrl: string,
  answers: (() => Response | Promise<Response>)[] = [],
  options: object = {},
) {
  const sent: { url: string; body: string; headers: Headers; timeout: number }[] = []
  const { call, token, server } = serverFor({
    send: async (request, { timeout }) => {
      sent.push({ url: request.url, body: await request.text(), headers: request.headers, timeout })
      return (await answers.shift()?.()) ?? new Response('ok')
    },
    ...options,
  })
  const control = async (method: string, path: string, body?: unknown): Promise<Answered> =>
    call(method, `/_vostro${path}`, { body })
  const { body: bank } = await control('GET', '')
  const access = await token(bank)
  const { body: registration } = await call('POST', '/api/webhooks/v1/registrations', {
    token: access,
    body: { partnerId: bank.partnerId, eventName: 'Wire.Payment.Sent', callbackUrl },
  })
  const pay = async () => (await call('POST', '/api/wires/v1/payments', { token: access, body: wireFrom(bank) })).body
  const pushes = async () => (await control('GET', '/pushes')).body.pushes
  const ping = async () => {
    await call('PUT', `/api/webhooks/v1/registrations/${registration.id}/ping`, { token: access })
    await control('POST', '/settle')
  }
  return { sent, control, registration, pay, pushes, ping, server }
}

it.each([
  'http://127.0.0.1:3000/hooks',
  'http://127.8.9.1/hooks',
  'http://2130706433/hooks',
  'http://[::1]:3000/hooks',
  'http://localhost:3000/hooks',
  'https://shop.LOCALHOST./hooks',
  'https://partner.example/hooks',
])('sends a push to this machine, or to an allowed host: %s [§6]', async (callbackUrl) => {
  const { ping, sent, pushes } = await pushing(callbackUrl, [], { pushHosts: ['Partner.Example'] })

  await ping()

  expect(sent.map(({ url }) => url)).toEqual([new URL(callbackUrl).href])
  expect((await pushes()).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['delivered'])
})

it.each([
  'https://partner.example/hooks',
  'http://10.0.0.1/hooks',
  'http://0.0.0.0/hooks',
  'http://169.254.169.254/latest',
  'http://[::ffff:127.0.0.1]/hooks',
  'http://localhost.attacker.example/hooks',
  'http://127.0.0.1.attacker.example/hooks',
  'http://notlocalhost/hooks',
  'http://partner.example.attacker.example/hooks',
])('captures a push to any other host, and says why: %s [§6]', async (callbackUrl) => {
  const { ping, sent, pushes } = await pushing(callbackUrl, [], { pushHosts: ['other.example'] })

  await ping()

  const [push] = await pushes()
  expect(sent).toEqual([])
  expect(push.outcome).toBe('captured')
  expect(push.failure).toBe(
    `not sent: ${new URL(callbackUrl).hostname} is neither this machine nor a host that was allowed for pushes. Allow it by its name, or register an address on localhost.`,
  )
})

it.each([
  'http://127.0.0.1:4010/_vostro/reset',
  'http://localhost:4010/_VOSTRO/clock/next-batch',
  'http://shop.localhost.:4010/api/../_vostro/reset',
  'http://[::1]:4010/_vostro/banks/00112233445566ff/reset',
  'http://bank.example:4010/_vostro/reset',
  'http://127.0.0.1:8080/_vostro/reset?x=1',
])("captures a push to the bank's own control API, and says why: %s [§6]", async (callbackUrl) => {
  const { ping, sent, pushes } = await pushing(callbackUrl, [], {
    pushHosts: ['bank.example'],
    control: { hosts: ['bank.example'] },
    port: 8080,
  })

  await ping()

  expect(sent).toEqual([])
  expect(await pushes()).toMatchObject([
    {
      outcome: 'captured',
      failure:
        'not sent: this is the control API of the bank itself, which pushes never call. Register the address of a receiver.',
    },
  ])
})

it.each(['http://127.0.0.1:3000/_vostro/reset', 'http://127.0.0.1:4010/_vostros'])(
  'sends a push to an address that only resembles the control API: %s [§6]',
  async (callbackUrl) => {
    const { ping, sent } = await pushing(callbackUrl)

    await ping()

    expect(sent.map(({ url }) => url)).toEqual([callbackUrl])
  },
)

it('says why a push with credentials in its address fails, without the credentials [§6]', async () => {
  const { ping, sent, pushes } = await pushing('http://user:secret@127.0.0.1:3000/hooks')

  await ping()

  const [{ outcome, failure }] = await pushes()
  expect(sent).toEqual([])
  expect(outcome).toBe('failed')
  expect(failure).toContain('Register them as authUsername and authPassword')
  expect(failure).not.toContain('secret')
})

it('sends the pushes of a request as soon as the request is answered [§6]', async () => {
  const { pay, sent, server } = await pushing('http://localhost/hooks', [], {
    bank: { release: 'instant', assume: { 'wires.reviewSeconds': 0 } },
  })

  await pay()
  await server.close()

  expect(sent).toHaveLength(1)
})

it('tries again only when the virtual clock reaches the next try [§6]', async () => {
  const broken = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
  }
  const { ping, sent, control, pushes } = await pushing('http://localhost/hooks', [
    () => new Response('busy', { status: 503 }),
    broken,
  ])
  await ping()
  const atFirst = sent.length

  await control('POST', '/clock/advance', { days: 1 })

  expect(atFirst).toBe(1)
  expect(await pushes()).toMatchObject([
    { attempt: 1, outcome: 'refused', answer: { status: 503, body: 'busy' } },
    { attempt: 2, outcome: 'failed', failure: 'Error: fetch failed (ECONNREFUSED)' },
    { attempt: 3, outcome: 'delivered' },
  ])
})

it('counts a time-out that the sender reports as a failure [§6]', async () => {
  const late = () => {
    throw new DOMException('the receiver took too long', 'TimeoutError')
  }
  const { ping, sent, pushes } = await pushing('http://localhost/hooks', [late], { pushTimeout: 250 })

  await ping()

  expect(sent[0]?.timeout).toBe(250)
  expect(await pushes()).toMatchObject([{ outcome: 'failed', failure: 'TimeoutError: the receiver took too long' }])
})

it.each([
  ['301', () => new Response(null, { status: 301, headers: { location: 'http://attacker.example' } })],
  ['307', () => new Response(null, { status: 307, headers: { location: 'http://localhost/else' } })],
  ['0', () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
  ['200', () => Object.defineProperty(new Response('ok'), 'redirected', { value: true })],
])('follows no redirect, and counts a followed redirect as a failure: %s [§6]', async (status, answer) => {
  const { ping, sent, pushes } = await pushing('http://localhost/hooks', [answer])

  await ping()

  expect(sent).toHaveLength(1)
  expect(await pushes()).toMatchObject([
    {
      outcome: 'failed',
      failure: `Error: the receiver answered with a redirect (${status}), which pushes never follow. Register the address that it leads to`,
    },
  ])
})

it('signs pushes if the test asks for it [§6]', async () => {
  const { ping, sent, control, registration } = await pushing('http://localhost/hooks')
  await ping()
  const { body } = await control('POST', `/webhooks/${registration.id}/sign`)

  await ping()

  const [plain, signed] = sent
  const header = signed?.headers.get('cos-signature') ?? ''
  const { now } = (await control('GET', '/clock')).body
  expect(plain?.headers.get('cos-signature')).toBeNull()
  expect(verifySignature({ body: signed?.body ?? '', header, secret: body.secret, now: Date.parse(now) })).toBe(true)
})

it('lets a test hold pushes, and deliver them late, twice, or never [§6]', async () => {
  const { ping, sent, control } = await pushing('http://localhost/hooks')
  await control('POST', '/pushes/hold')
  for (let count = 0; count < 3; count++) await ping()
  const { waiting } = (await control('GET', '/pushes')).body
  const held = sent.length

  const { body: second } = await control('POST', `/pushes/${waiting[1].eventId}/deliver`)
  const { body: twice } = await control('POST', `/pushes/${waiting[0].eventId}/duplicate`)
  await control('POST', `/pushes/${waiting[2].eventId}/drop`)
  await control('POST', '/pushes/resume')
  await control('POST', '/settle')

  expect(held).toBe(0)
  expect(second.outcome).toBe('delivered')
  expect(twice.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['delivered', 'delivered'])
  expect(sent.map(({ body }) => JSON.parse(body).id)).toEqual([1, 0, 0].map((at) => waiting[at].eventId))
})

it('goes on sending after a reset, after a restore, and in a fork [§6]', async () => {
  const sent: string[] = []
  const { call, token } = serverFor({
    send: async (request) => {
      sent.push(request.url)
      return new Response('ok')
    },
  })
  const registered = async (control: string) => {
    const bank = (await call('GET', control)).body
    const { body } = await call('POST', `${bank.baseUrl}/webhooks/v1/registrations`, {
      token: await token(bank),
      body: { partnerId: bank.partnerId, eventName: 'Wire.Payment.Sent', callbackUrl: `http://localhost/${bank.id}` },
    })
    await call('PUT', `${bank.baseUrl}/webhooks/v1/registrations/${body.id}/ping`, { token: await token(bank) })
    await call('POST', `${bank.controlUrl}/settle`)
    return bank.id
  }
  const { body: kept } = await call('POST', '/_vostro/snapshot')
  const { body: forked } = await call('POST', '/_vostro/fork')

  await registered('/_vostro')
  await call('POST', '/_vostro/reset')
  await registered('/_vostro')
  await call('POST', '/_vostro/restore', { body: kept })
  await registered('/_vostro')
  await registered(forked.controlUrl)

  expect(sent).toEqual([...Array(3).fill('http://localhost/main'), `http://localhost/${forked.id}`])
})

it('calls the receivers of one bank one after the other, in the order of the events, and those of two banks in parallel [§6]', async () => {
  const open: { url: string; answer: (response: Response) => void }[] = []
  const { call, token, server } = serverFor({
    send: ({ url }) => new Promise((answer) => void open.push({ url, answer })),
  })
  const banks = [(await call('POST', '/_vostro/banks')).body, (await call('POST', '/_vostro/banks')).body]
  for (const bank of banks) {
    const access = await token(bank)
    const { body } = await call('POST', `${bank.baseUrl}/webhooks/v1/registrations`, {
      token: access,
      body: { partnerId: bank.partnerId, eventName: 'Wire.Payment.Sent', callbackUrl: `http://localhost/${bank.id}` },
    })
    for (const path of ['ping', 'ping']) {
      await call('PUT', `${bank.baseUrl}/webhooks/v1/registrations/${body.id}/${path}`, { token: access })
    }
  }
  await expect.poll(() => open.length).toBe(2)
  const first = open.map(({ url }) => url)

  for (const { answer } of open.splice(0)) answer(new Response('ok'))
  await expect.poll(() => open.length).toBe(2)
  for (const { answer } of open) answer(new Response('ok'))
  await server.close()

  expect(first.sort()).toEqual(banks.map(({ id }) => `http://localhost/${id}`).sort())
})
