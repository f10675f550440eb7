/** What nobody gets from a server: control by strangers, unbounded bodies, logs that tell of anybody. (§4, §8) */
import { expect, it } from 'vitest'
import { ORIGIN, serverFor, wireFrom } from './client.ts'

it.each([
  ['http://attacker.example/_vostro/clock', {}, 'host_is_foreign'],
  ['/_vostro/clock', { host: 'attacker.example:4010' }, 'host_is_foreign'],
  ['/_vostro/clock', { host: 'localhost.attacker.example' }, 'host_is_foreign'],
  ['/_vostro/clock', { host: 'attacker.example@127.0.0.1' }, 'host_is_foreign'],
  ['/_vostro/clock', { host: '' }, 'host_is_foreign'],
  ['/_vostro/clock', { origin: 'http://attacker.example' }, 'origin_is_foreign'],
  ['/_vostro/clock', { origin: 'null' }, 'origin_is_foreign'],
  ['/_vostro/nowhere', { origin: 'http://attacker.example' }, 'origin_is_foreign'],
  ['/_vostro/health', { host: 'attacker.example' }, 'host_is_foreign'],
  ['/_vostro/banks/0000000000000000/clock', { host: 'attacker.example' }, 'host_is_foreign'],
])('refuses control at %s with %o: %s [§4]', async (path, headers, code) => {
  const { call } = serverFor()

  const { status, body } = await call('GET', path, { headers: headers as Record<string, string> })

  expect([status, body.error.code]).toEqual([403, code])
})

it.each([
  ['http://localhost:9999/_vostro/clock', {}],
  ['http://[::1]:4010/_vostro/clock', {}],
  ['http://bank.example/_vostro/clock', {}],
  ['/_vostro/clock', { host: 'BANK.example.:8080', origin: 'https://bank.example' }],
  ['/_vostro/clock', { origin: 'http://shop.localhost:3000' }],
])('lets this machine and the names that are allowed control it: %s with %o [§4]', async (path, headers) => {
  const { call } = serverFor({ control: { hosts: ['bank.example'] } })

  const { status } = await call('GET', path, { headers: headers as Record<string, string> })

  expect(status).toBe(200)
})

it('lets a page of this machine read what it asks of the control API [§4]', async () => {
  const { call } = serverFor()
  const origin = 'http://localhost:3000'

  const asked = await call('OPTIONS', '/_vostro/clock/advance', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  const done = await call('POST', '/_vostro/clock/advance', { body: { hours: 1 }, headers: { origin } })
  const refused = await call('POST', '/_vostro/clock/advance', { body: { hour: 1 }, headers: { origin } })

  expect([asked.status, done.status, refused.status]).toEqual([204, 200, 400])
  expect([asked, done, refused].map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
    origin,
    origin,
    origin,
  ])
})

it.each([
  ['its preflight', 'OPTIONS', '/api/wires/v1/payments'],
  ['a token', 'POST', '/auth/connect/token'],
  ['a call', 'GET', '/api/wires/v1/payments'],
  ['a call at a bank that the path names', 'GET', '/banks/0000000000000000/api/wires/v1/payments'],
])('refuses a page of a stranger at the services: %s [§4]', async (_, method, path) => {
  const { call } = serverFor()

  const answers = await Promise.all(
    ['https://attacker.example', 'null', 'http://127.0.0.1.attacker.example'].map((origin) =>
      call(method, path, { headers: { origin } }),
    ),
  )

  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(3).fill([403, 'origin_is_foreign']),
  )
  expect(answers.filter(({ headers }) => headers.has('access-control-allow-origin'))).toEqual([])
})

it('answers pages of this machine and of hosts that were named at the services, and clients that are no page [§4]', async () => {
  const { call } = serverFor({ pageHosts: ['shop.example'] })
  const pages = ['http://localhost:3000', 'https://shop.example:8443', undefined]

  const answers = await Promise.all(
    pages.map((origin) => call('GET', '/api/wires/v1/payments', { headers: origin ? { origin } : {} })),
  )

  // None of them has a token.
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
    'http://localhost:3000',
    'https://shop.example:8443',
    null,
  ])
})

it.each([
  ['a service', '/api/wires/v1/payments'],
  ['a bank that the path names', '/banks/0000000000000000/api/wires/v1/payments'],
  ['the control API', '/_vostro/clock'],
  ['the health check', '/_vostro/health'],
  ['nothing', '/nowhere'],
])(
  'refuses an image, a script or a frame of a stranger at %s: a browser sends it without an origin [§4]',
  async (_, path) => {
    const { call } = serverFor({ control: { hosts: ['shop.example'] }, pageHosts: ['shop.example'] })

    const { status, body } = await call('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })

    expect([status, body.error.code]).toEqual([403, 'origin_is_foreign'])
  },
)

it('keeps a fault for the test where a page of a stranger calls, and logs nothing at the bank [§4]', async () => {
  const { call, server } = serverFor()
  await call('POST', '/_vostro/faults', { body: { fault: 'status', status: 503, endpoint: 'requestToken' } })

  await call('POST', '/auth/oauth/token', { headers: { 'sec-fetch-site': 'cross-site' } })

  const [{ bank }] = server.banks as [(typeof server.banks)[number]]
  expect([bank.requests.length, bank.faults.list().length]).toEqual([0, 1])
})

it.each([
  ['an address that a person opens', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['an image of a page on another port', { 'sec-fetch-site': 'same-site' }],
  ['the console', { 'sec-fetch-site': 'same-origin' }],
  ['a page at an IP address of this machine', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:3000' }],
])('answers %s [§4]', async (_, headers) => {
  const { call } = serverFor()

  const service = await call('GET', '/api/wires/v1/payments', { headers: headers as Record<string, string> })
  const control = await call('GET', '/_vostro/clock', { headers: headers as Record<string, string> })

  expect([service.status, control.status]).toEqual([401, 200])
})

it.each([
  ['attacker.example:4010', 403],
  ['local.attacker.example:4010', 403],
  ['attacker.example.:4010', 403],
  ['localhost:4010', 401],
  ['192.0.2.7:4010', 401],
  ['[2001:db8::7]:4010', 401],
  ['shop.example:4010', 401],
  ['vostro:4010', 401],
  ['host.docker.internal:4010', 401],
  ['vostro.tests.svc.cluster.local:4010', 401],
])(
  'refuses names that a stranger could let point here, whichever client calls: %s is answered with %i [§4]',
  async (host, status) => {
    const { call } = serverFor({ pageHosts: ['shop.example'] })

    const answer = await call('GET', '/api/wires/v1/payments', { headers: { host } })

    expect(answer.status).toBe(status)
    expect(answer.body.error?.code).toBe(status === 403 ? 'host_is_foreign' : undefined)
  },
)

it('needs the token at each call of the control API, where there is one, and never at a service [§4]', async () => {
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
  'takes a body with nothing in it where a call takes nothing: "%s" [§4]',
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
])('reads null as no value: POST %s with %o [§4]', async (path, body, expected) => {
  const { call } = serverFor()

  const { status } = await call('POST', `/_vostro${path}`, { body })

  expect(status).toBe(expected)
})

it('refuses a body of a million blanks and a letter where a call takes no body [§8]', async () => {
  const { call } = serverFor()

  const { status } = await call('POST', '/_vostro/reset', { body: `${'\t'.repeat(1_000_000)}x` })

  expect(status).toBe(400)
})

it('bounds bodies, at the services and at the control API, whether or not their length is said [§8]', async () => {
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

it('logs the method, the form of the path and the status, and nothing of anybody [§4]', async () => {
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

it('ends by answering what is under way, and nothing after [§4]', async () => {
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
