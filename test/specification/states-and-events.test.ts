/** Row by row of the specification's tables of states, events and errors. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { fullInboundWire, fullOutboundWire } from '../support/wire.ts'
import { call } from './call.ts'

it('creates an outbound wire as Created, posting Pending, direction Outbound [§3]', async () => {
  const bank = createBank()

  const { status, body } = await call(bank, 'POST', `${bank.urls.baseUrl}/wires/v1/payments`, fullOutboundWire(bank))

  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'Created', posting: 'Pending', direction: 'Outbound' })
  for (const later of ['imad', 'omad', 'fedBatchId', 'processedAt', 'completedAt', 'postedAt', 'lastModifiedAt']) {
    expect(body).not.toHaveProperty(later)
  }
})

it('completes a Pending wire when its batch is released and acknowledged: imad, omad, fedBatchId and the times appear, and Wire.Payment.Sent is emitted [§3]', () => {
  const bank = createBank()
  const { id } = bank.wires.create(fullOutboundWire(bank))
  bank.clock.advance({ minutes: 1 })
  const pending = bank.wires.get(id)

  bank.clock.advanceToNextBatch()

  expect(pending).toMatchObject({ status: 'Pending', posting: 'Pending' })
  expect(pending).not.toHaveProperty('imad')
  expect(bank.wires.get(id)).toMatchObject({
    status: 'Completed',
    posting: 'Posted',
    imad: expect.any(String),
    omad: expect.any(String),
    fedBatchId: expect.any(String),
    processedAt: bank.clock.now,
    completedAt: bank.clock.now,
    postedAt: bank.clock.now,
  })
  expect(bank.events).toMatchObject([{ eventName: 'Wire.Payment.Sent', resources: [`wires/v1/payments/${id}`] }])
})

it('receives a simulated inbound wire on Hold, posting Pending, and emits Wire.Payment.Received at once [§3]', async () => {
  const bank = createBank()

  const { body } = await call(bank, 'POST', `${bank.urls.baseUrl}/v1/payments/simulations`, fullInboundWire(bank))

  expect(body).toMatchObject({ direction: 'Inbound', status: 'Hold', posting: 'Pending' })
  expect(bank.events).toMatchObject([
    { eventName: 'Wire.Payment.Received', resources: [`wires/v1/payments/${(body as { id: string }).id}`] },
  ])
})

it('shows a simulated inbound wire as Completed, posting Posted, in a later look-up [§3]', async () => {
  const bank = createBank()
  const { id } = bank.wires.simulateInbound(fullInboundWire(bank, { amount: 25_000 }))

  bank.clock.advance({ minutes: 5 })
  const { body } = await call(bank, 'GET', `${bank.urls.baseUrl}/v1/payments/${id}`)

  expect(body).toMatchObject({ status: 'Completed', posting: 'Posted', amount: 25_000 })
})

it('makes a wire wait over a weekend with a bank holiday: a few days in Pending [§3]', () => {
  const bank = createBank({ now: '2026-01-16T19:00:00-05:00' }) // Friday; Monday the 19th is a holiday
  const { id } = bank.wires.create(fullOutboundWire(bank))

  bank.clock.advance({ days: 3 })
  const onMonday = bank.wires.get(id).status
  bank.clock.advanceToNextBatch()

  expect(onMonday).toBe('Pending')
  expect(bank.wires.get(id)).toMatchObject({ status: 'Completed', completedAt: '2026-01-20T10:00:00.000-05:00' })
})

it.each(['Wire.Payment.Sent', 'Wire.Payment.Received'])(
  'pushes %s to the registration for it, and to no other [§6]',
  (eventName) => {
    const bank = createBank()
    const callbackUrl = 'https://partner.test/hooks'
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })

    bank.wires.create(fullOutboundWire(bank))
    bank.wires.simulateInbound(fullInboundWire(bank))
    bank.clock.advanceToNextBatch()

    expect(bank.events.map((event) => event.eventName).sort()).toEqual(['Wire.Payment.Received', 'Wire.Payment.Sent'])
    expect(bank.pushes).toMatchObject([{ callbackUrl, eventName, notification: { eventName } }])
  },
)

it.each([
  ['AdjustmentActionUpdate', 0],
  ['FundingAttemptComplete', 1],
  ['LoanStatusUpdated', 2],
  ['RailUpdated', 3],
  ['ComplianceLoanFailed', 4],
])('names the loan event %s at place %i of GetEvents [§6]', async (eventName, place) => {
  const bank = createBank()

  const { body } = await call(bank, 'GET', `${bank.urls.loanBaseUrl}/Webhook/GetEvents`)

  expect((body as string[])[place]).toBe(eventName)
})

it('answers 401 to an expired or invalid bearer token, and the client gets a new one [§7]', async () => {
  const bank = createBank()
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  const { access_token } = bank.tokens.issue()
  bank.clock.advance({ hours: 24 })

  const expired = await bank.fetch(url, { headers: { authorization: `Bearer ${access_token}` } })
  const invalid = await bank.fetch(url, { headers: { authorization: 'Bearer nonsense' } })
  const renewed = await call(bank, 'GET', url)

  expect([expired.status, invalid.status, renewed.status]).toEqual([401, 401, 200])
})

it.each([
  ['the token server', 'authUrl'],
  ['the banking API', 'baseUrl'],
  ['the loan service', 'loanBaseUrl'],
] as const)('puts %s at an address of its own [§1]', (_, name) => {
  const { urls } = createBank({ [name]: 'http://elsewhere.test:8080/here' })

  expect(urls[name]).toBe('http://elsewhere.test:8080/here')
})

it('writes amounts in minor units and timestamps with an offset: the sum of 100 units is 10000 [§8]', () => {
  const bank = createBank({ timeZone: 'America/Chicago', now: '2026-07-01T12:00:00Z' })

  const wire = bank.wires.create({ ...fullOutboundWire(bank), amount: 10_000 })

  expect(wire).toMatchObject({ amount: 10_000, createdAt: '2026-07-01T07:00:00.000-05:00' })
})

it.each(['/wires/v1/payments', '/webhooks/v1/registrations', '/core/v1/dda/subaccounts'])(
  'carries the version v1 in the path %s, and serves no other [§9]',
  async (path) => {
    const bank = createBank()

    const first = await call(bank, 'POST', bank.urls.baseUrl + path, {})
    const second = await call(bank, 'POST', bank.urls.baseUrl + path.replace('v1', 'v2'), {})

    expect([first.status, second.status]).toEqual([400, 404])
  },
)
