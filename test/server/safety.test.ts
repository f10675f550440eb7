/** What nobody gets from a server: control by strangers, unbounded bodies, logs that tell of anybody. (§4, §8) */
import { expect, it } from 'vitest'
import { ORIGIN, serverFor, wireFrom } from './client.ts'

const [CLOCK, WIRES, OF_BANK] = [
  '/_vostro/clock',
  '/api/wires/v1/payments',
  '/banks/0000000000000000/api/wires/v1/payments',
]
const strange = 'https://attacker.example'
const image = { 'sec-fetch-site': 'cross-site' }

// biome-ignore format: read it as a table
it.each<[path: string, headers: Record<string, string>, expected: string | number]>([
  // The control API is called by a name of this machine, or by one that was allowed.
  ['http://attacker.example/_vostro/clock', {}, 'host_is_foreign'],
  [CLOCK, { host: 'attacker.example:4010' }, 'host_is_foreign'],
  [CLOCK, { host: 'localhost.attacker.example' }, 'host_is_foreign'],
  [CLOCK, { host: 'attacker.example@127.0.0.1' }, 'host_is_foreign'],
  [CLOCK, { host: '' }, 'host_is_foreign'],
  ['/_vostro/health', { host: 'attacker.example' }, 'host_is_foreign'],
  ['/_vostro/banks/0000000000000000/clock', { host: 'attacker.example' }, 'host_is_foreign'],
  ['http://localhost:9999/_vostro/clock', {}, 200],
  ['http://[::1]:4010/_vostro/clock', {}, 200],
  ['http://bank.example/_vostro/clock', {}, 200],
  [CLOCK, { host: 'BANK.example.:8080', origin: 'https://bank.example' }, 200],
  // So are the services, except that an owner of the name must be allowed: a stranger could let it point here.
  [WIRES, { host: 'attacker.example:4010' }, 'host_is_foreign'],
  [WIRES, { host: 'local.attacker.example:4010' }, 'host_is_foreign'],
  [WIRES, { host: 'attacker.example.:4010' }, 'host_is_foreign'],
  [WIRES, { host: 'localhost:4010' }, 401],
  [WIRES, { host: '192.0.2.7:4010' }, 401],
  [WIRES, { host: '[2001:db8::7]:4010' }, 401],
  [WIRES, { host: 'shop.example:4010' }, 401],
  [WIRES, { host: 'vostro:4010' }, 401],
  [WIRES, { host: 'host.docker.internal:4010' }, 401],
  [WIRES, { host: 'vostro.tests.svc.cluster.local:4010' }, 401],
  // A page of a stranger is refused, also where a browser names no origin: for an image, a script or a frame.
  [CLOCK, { origin: strange }, 'origin_is_foreign'],
  [CLOCK, { origin: 'null' }, 'origin_is_foreign'],
  ['/_vostro/nowhere', { origin: strange }, 'origin_is_foreign'],
  [WIRES, { origin: strange }, 'origin_is_foreign'],
  [WIRES, { origin: 'null' }, 'origin_is_foreign'],
  [WIRES, { origin: 'http://127.0.0.1.attacker.example' }, 'origin_is_foreign'],
  [OF_BANK, { origin: strange }, 'origin_is_foreign'],
  ['/auth/connect/token', { origin: strange }, 'origin_is_foreign'],
  [WIRES, image, 'origin_is_foreign'],
  [OF_BANK, image, 'origin_is_foreign'],
  [CLOCK, image, 'origin_is_foreign'],
  ['/_vostro/health', image, 'origin_is_foreign'],
  ['/nowhere', image, 'origin_is_foreign'],
  // Pages of this machine and of allowed hosts are answered, and so is what a person opens.
  [CLOCK, { origin: 'http://shop.localhost:3000' }, 200],
  [WIRES, { origin: 'http://localhost:3000' }, 401],
  [WIRES, { origin: 'https://shop.example:8443' }, 401],
  [WIRES, { ...image, origin: 'http://127.0.0.1:3000' }, 401],
  [CLOCK, { ...image, origin: 'http://127.0.0.1:3000' }, 200],
  [CLOCK, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
  [WIRES, { 'sec-fetch-site': 'same-site' }, 401],
  [CLOCK, { 'sec-fetch-site': 'same-origin' }, 200],
])('answers %s with %o: %s [§4]', async (path, headers, expected) => {
  const { call } = serverFor({ control: { hosts: ['bank.example'] }, pageHosts: ['shop.example'] })

  const answers = [await call('GET', path, { headers }), await call('OPTIONS', path, { headers })]

  const [{ status, body }, preflight] = answers as [(typeof answers)[0], (typeof answers)[0]]
  expect(status === 403 ? body.error.code : status).toBe(expected)
  if (status !== 403 || !headers['origin']) return
  expect(preflight.status).toBe(403)
  expect(answers.filter((each) => each.headers.has('access-control-allow-origin'))).toEqual([])
})

it('lets a page of this machine read the answers of the control API and of a service [§4]', async () => {
  const { call } = serverFor()
  const origin = 'http://localhost:3000'

  const asked = await call('OPTIONS', '/_vostro/clock/advance', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  const done = await call('POST', '/_vostro/clock/advance', { body: { hours: 1 }, headers: { origin } })
  const refused = await call('POST', '/_vostro/clock/advance', { body: { hour: 1 }, headers: { origin } })

  const service = await call('GET', WIRES, { headers: { origin } })

  expect([asked, done, refused, service].map(({ status }) => status)).toEqual([204, 200, 400, 401])
  const allowed = [asked, done, refused, service].map(({ headers }) => headers.get('access-control-allow-origin'))
  expect(allowed).toEqual(Array(4).fill(origin))
})

it('spends no fault on the call of a foreign page, and records nothing in the bank [§4]', async () => {
  const { call, server } = serverFor()
  await call('POST', '/_vostro/faults', { body: { fault: 'status', status: 503, endpoint: 'requestToken' } })

  await call('POST', '/auth/oauth/token', { headers: { 'sec-fetch-site': 'cross-site' } })

  const [{ bank }] = server.banks as [(typeof server.banks)[number]]
  expect([bank.requests.length, bank.faults.list().length]).toEqual([0, 1])
})

it('requires the control token, if there is one, at each call of the control API, and never at a service [§4]', async () => {
  const { call, token } = serverFor({ control: { token: 's3cret' } })
  const without = await call('GET', '/_vostro')
  const wrong = await call('POST', '/_vostro/banks', { token: 'another' })
  const unknown = await call('GET', '/_vostro/nowhere')
  const health = await call('GET', '/_vostro/health')
  const { body: bank } = await call('GET', '/_vostro', { token: 's3cret' })
  const list = await call('GET', '/api/wires/v1/payments', { token: await token(bank) })

  expect([without, wrong, unknown].map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(3).fill([401, 'control_token_is_needed']),
  )
  expect(without.headers.get('www-authenticate')).toBe('Bearer realm="bank"')
  expect(health.body).toEqual({ status: 'ok' })
  expect(list.status).toBe(200)
})

// biome-ignore format: read it as a table
it.each([
  ['POST', '/_vostro/clock/advance', '[[[', 400, 'body_is_not_json', 'the body is not well-formed JSON'],
  ['POST', '/_vostro/clock/advance', undefined, 400, 'body_is_not_json', 'the body is empty'],
  ['POST', '/_vostro/clock/advance', '['.repeat(500), 400, 'body_is_too_deep', 'nested more than 100 deep'],
  ['POST', '/_vostro/clock/advance', '{"hour":2}', 400, 'request_is_invalid', 'has no field hour; did you mean "hours"?'],
  ['POST', '/_vostro/clock/advance', '{"hours":-2}', 400, 'request_is_invalid', 'hours must not be negative'],
  ['POST', '/_vostro/clock/advance-to', '{"to":"2020-01-01T00:00:00Z"}', 400, 'request_is_invalid', 'never runs backwards'],
  ['POST', '/_vostro/clock/advance-to', '{"to":"soon"}', 400, 'request_is_invalid', 'this is not ISO 8601'],
  ['POST', '/_vostro/clock/advnce', '{}', 404, 'call_not_found', 'The nearest is POST /clock/advance'],
  ['GET', '/_vostro/clock/advance', undefined, 405, 'method_is_not_allowed', 'served for POST only'],
  ['GET', '/_vostro/events?lst=1', undefined, 400, 'request_is_invalid', 'the query has no field lst; did you mean "last"?'],
  ['GET', '/_vostro/events?partner=1', undefined, 400, 'request_is_invalid', 'the query has no field partner; there is "last"'],
  ['GET', '/_vostro/transactions?lst=1', undefined, 400, 'request_is_invalid', 'Failed to list the transactions of the partner: '],
  ['POST', '/_vostro/faults', '[]', 400, 'request_is_invalid', 'Failed to inject a fault: '],
  ['GET', '/_vostro/accounts?partner=1', undefined, 404, 'partner_not_found', 'this bank has no such partner'],
  ['POST', '/_vostro/outcomes', '{}', 400, 'request_is_invalid', 'of is required, and must be wire or transaction'],
  ['GET', '/_vostro/explain/1', undefined, 404, 'payment_not_found', '"1"'],
  ['POST', '/_vostro/faults', '{"fault":"lostAnswr"}', 400, 'request_is_invalid', 'did you mean "lostAnswer"?'],
  ['POST', '/_vostro/faults', '{"fault":"lostAnswer","when":"always"}', 400, 'request_is_invalid', '"when" is of type string'],
  ['POST', '/_vostro/reset', '{', 400, 'request_is_invalid', 'the call takes no body, and one of 1 character was sent'],
  ['POST', '/_vostro/fork', '{"seed":5}', 400, 'request_is_invalid', 'Send it without a body, or with {}'],
  ['POST', '/_vostro/restore', '{"id":1}', 400, 'request_is_invalid', 'id must be string'],
  ['POST', '/_vostro/restore', '{"id":"1","of":2}', 400, 'request_is_invalid', 'the body has no field of'],
  ['POST', '/_vostro/restore', '"1"', 400, 'request_is_invalid', 'the body must be a JSON object, and is of type string'],
  ['POST', '/_vostro/restore', '{"id":"7"}', 404, 'snapshot_not_found', 'none is kept'],
  ['DELETE', '/_vostro', undefined, 409, 'first_bank_stays', 'the one that the server began with'],
  ['POST', '/_vostro/banks', '{"sead":8}', 400, 'request_is_invalid', 'sead: unknown option; did you mean "seed"?'],
  ['POST', '/_vostro/banks', '{"baseUrl":"http://x.test"}', 400, 'request_is_invalid', 'its baseUrl is set by the server'],
  ['GET', '/_vostro/banks/0000000000000000', undefined, 404, 'bank_not_found', 'was never here, was closed'],
  ['GET', '/nowhere', undefined, 404, 'call_not_found', 'The services are below /api, /auth, /loans'],
])('refuses %s %s with %s [§7]', async (method, path, body, status, code, message) => {
  const { call } = serverFor()

  const answer = await call(method, path, { body })

  expect([answer.status, answer.body.error.code]).toEqual([status, code])
  expect(answer.body.error.message).toContain(message)
  expect(answer.body.error.problems).toBeInstanceOf(Array)
})

it.each(['', ' ', '{}', '{ }\n', 'null'])(
  'accepts an empty body for a call without a body: "%s" [§4]',
  async (body) => {
    const { call } = serverFor()

    const answers = [
      await call('POST', '/_vostro/reset', { body }),
      await call('DELETE', '/_vostro/faults', { body }),
      await call('POST', '/_vostro/banks', { body }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 204, 200])
  },
)

it.each([
  ['/clock/advance', { hours: 1, minutes: null }, 200],
  ['/faults', { fault: 'drop', uses: null }, 200],
  ['/partners', { name: null }, 200],
  ['/pushes/hold', null, 204],
])('reads null as an absent value: POST %s with %o [§4]', async (path, body, expected) => {
  const { call } = serverFor()

  const { status } = await call('POST', `/_vostro${path}`, { body })

  expect(status).toBe(expected)
})

it('refuses a body of a million blanks and a letter for a call without a body [§8]', async () => {
  const { call } = serverFor()

  const { status } = await call('POST', '/_vostro/reset', { body: `${'\t'.repeat(1_000_000)}x` })

  expect(status).toBe(400)
})

it('limits the size of bodies, at the services and at the control API, with or without a declared length [§8]', async () => {
  const { call, server } = serverFor({ mostBytes: 2_000 })
  const long = JSON.stringify({ hours: 1, padding: 'x'.repeat(2_000) })
  const streamed = (path: string) => {
    let isCancelled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(500))),
      cancel: () => {
        isCancelled = true
      },
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    return { answered: server.answer(new Request(ORIGIN + path, init as RequestInit)), cancelled: () => isCancelled }
  }

  const control = await call('POST', '/_vostro/clock/advance', { body: long })
  const declared = await call('POST', '/_vostro/clock/advance', { body: '{}', headers: { 'content-length': '2001' } })
  const service = await call('POST', '/api/wires/v1/payments', { body: long })
  const endless = streamed('/api/wires/v1/payments')
  const endlessControl = streamed('/_vostro/clock/advance')

  expect([control, declared].map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(2).fill([413, 'body_is_too_long']),
  )
  expect([service.status, service.body.errors[0].code]).toEqual([413, 1043])
  expect([(await endless.answered).status, (await endlessControl.answered).status]).toEqual([413, 413])
  expect([endless.cancelled(), endlessControl.cancelled()]).toEqual([true, true])
})

it('logs the method, the form of the path and the status, and no data [§4]', async () => {
  const lines: string[] = []
  const { call, token } = serverFor({ log: (line) => void lines.push(line) })
  await call('GET', '/_vostro?name=Somebody')
  const { body: bank } = await call('GET', '/_vostro')
  const access = await token(bank)
  await call('POST', '/api/wires/v1/payments', { token: access, body: wireFrom(bank) })
  await call('GET', '/api/wires/v1/payments/somebody@mail.example?x=Somebody', { token: access })
  await call('GET', '/somebody@mail.example')
  await call('GET', '/_vostro/explain/somebody@mail.example')
  await call('PURGE', '/_vostro/somebody')

  expect(lines).toEqual([
    'GET /_vostro 400',
    'GET /_vostro 200',
    'POST /oauth/token 200',
    'POST /wires/v1/payments 200',
    'GET /wires/v1/payments/{id} 400',
    'GET /? 404',
    'GET /_vostro/explain/{id} 404',
    'OTHER /_vostro/? 404',
  ])
})

it('answers the requests that are under way when it ends, and none after [§4]', async () => {
  let answerPush = (_: Response): void => {}
  const { call, token, server } = serverFor({
    send: () => new Promise((resolve) => (answerPush = resolve)),
  })
  const { body: bank } = await call('GET', '/_vostro')
  const registration = { partnerId: bank.partnerId, eventName: 'Wire.Payment.Sent', callbackUrl: 'http://localhost/' }
  const access = await token(bank)
  await call('POST', '/api/webhooks/v1/registrations', { token: access, body: registration })
  await call('POST', '/api/wires/v1/payments', { token: access, body: wireFrom(bank) })
  const advanced = call('POST', '/_vostro/clock/next-batch')
  await expect.poll(() => server.banks[0]?.bank.pushes.length).toBe(1)

  const closed = server.close()
  const late = await call('GET', '/_vostro/health')
  answerPush(new Response('ok'))
  await closed

  expect((await advanced).status).toBe(200)
  expect([late.status, late.body.error.code]).toEqual([503, 'server_is_closed'])
})
