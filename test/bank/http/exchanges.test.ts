import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, post, send, unknownId } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it('keeps each request with its answer, in order [§4]', async () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  const token = bankingToken(bank)

  const created = await post(bank, token, '/Wires/v1/payments?trace=1', outboundWire(bank))
  const wire = await created.json()
  bank.clock.advance({ seconds: 1 })
  const missing = await get(bank, token, `/wires/v1/payments/${unknownId}`)

  expect(bank.requests).toEqual([
    {
      id: created.headers.get('request-id'),
      at: '2026-03-02T09:00:00.000-05:00',
      method: 'POST',
      url: 'https://api.bank.test/Wires/v1/payments?trace=1',
      endpoint: 'createWire',
      isDeprecated: false,
      headers: expect.objectContaining({ authorization: `Bearer ${token}`, 'content-type': 'application/json' }),
      body: outboundWire(bank),
      status: 200,
      answer: wire,
    },
    {
      id: missing.headers.get('request-id'),
      at: '2026-03-02T09:00:01.000-05:00',
      method: 'GET',
      url: `https://api.bank.test/wires/v1/payments/${unknownId}`,
      endpoint: 'getWire',
      isDeprecated: false,
      headers: { authorization: `Bearer ${token}` },
      body: null,
      status: 404,
      answer: await missing.json(),
    },
  ])
})

it.each([
  ['malformed JSON as text', '/wires/v1/payments', '{"amount":', 'createWire', '{"amount":'],
  ['the body of a call that is unknown', '/nowhere', '{"a":1}', null, { a: 1 }],
])('keeps %s [§4]', async (_, path, text, endpoint, body) => {
  const bank = createBank()

  await send(bank, 'POST', path, { text })

  expect(bank.requests).toMatchObject([{ endpoint, body }])
})

it('puts the requests back with a snapshot, and forgets them on a reset [§4]', async () => {
  const bank = createBank()
  await send(bank, 'GET', '/one')
  const snapshot = JSON.stringify(bank.snapshot())
  await send(bank, 'GET', '/two')

  bank.restore(snapshot)
  const restored = bank.requests.map(({ url }) => new URL(url).pathname)
  bank.reset()

  expect(restored).toEqual(['/one'])
  expect(bank.requests).toEqual([])
})

it('writes the HTTP call into the journal with its request id and idempotency key [§4 call 2]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const headers = { 'idempotency-key': 'k-1' }
  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank), headers)

  expect(bank.journal.at(-1)).toMatchObject({
    operation: 'wires.create',
    actor: { kind: 'partner', partner: 0 },
    call: { requestId: response.headers.get('request-id'), idempotencyKey: 'k-1' },
    outcome: 'done',
  })
})

it('notes the assumptions on which an error body rests [§7]', async () => {
  const bank = createBank()

  await send(bank, 'GET', '/wires/v1/payments')

  const used = bank.assumptions.used().map(({ id }) => id)
  expect(used).toEqual(expect.arrayContaining(['errors.body', 'errors.codes', 'http.requestId']))
})
