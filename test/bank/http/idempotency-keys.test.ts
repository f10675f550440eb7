import { expect, it } from 'vitest'
import { createBank, replay } from 'vostro'
import { bankingToken, post, send, tokenRequest } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const key = { 'idempotency-key': 'invoice-17' }

it.each([
  [50, 200],
  [51, 400],
])('answers a key of %i characters with %i [§4 call 2]', async (length, status) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const headers = { 'idempotency-key': 'k'.repeat(length) }
  const response = await post(bank, token, '/wires/v1/payments', outboundWire(bank), headers)

  expect(response.status).toBe(status)
})

it('names a key that is too long beside a body that cannot be read [§7]', async () => {
  const bank = createBank()

  const headers = { 'idempotency-key': 'k'.repeat(51) }
  const sending = { token: bankingToken(bank), text: '{', headers }
  const response = await send(bank, 'POST', '/wires/v1/payments', sending)

  expect(await response.json()).toEqual({
    errors: [
      { code: 1001, message: expect.stringContaining('as JSON') },
      { code: 1004, message: 'idempotency-key has 51 characters, and 50 are allowed.' },
    ],
  })
})

it('overlooks the header on a GET, however long it is [§4 call 3]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = bank.wires.create(outboundWire(bank))
  const headers = { 'idempotency-key': 'k'.repeat(51) }

  const first = await send(bank, 'GET', `/wires/v1/payments/${id}`, { token, headers })
  bank.clock.advanceToNextBatch()
  const second = await send(bank, 'GET', `/wires/v1/payments/${id}`, { token, headers })

  expect(await first.json()).toMatchObject({ status: 'Created' })
  expect(await second.json()).toMatchObject({ status: 'Completed' })
  expect(second.headers.has('original-request-id')).toBe(false)
})

it('overlooks the header on a token request [§4 call 1]', async () => {
  const bank = createBank()
  const body = tokenRequest(bank)

  const url = `${bank.urls.authUrl}/oauth/token`
  const first = await (await send(bank, 'POST', url, { body, headers: key })).json()
  const second = await (await send(bank, 'POST', url, { body, headers: key })).json()

  expect(first.access_token).not.toBe(second.access_token)
})

it('reads the key from the header that is assumed [§4 call 2]', async () => {
  const bank = createBank({ assume: { 'idempotency.header': 'x-request-key' } })
  const token = bankingToken(bank)

  for (const name of ['X-Request-Key', 'x-request-key', 'idempotency-key', 'idempotency-key']) {
    await post(bank, token, '/wires/v1/payments', outboundWire(bank), { [name]: 'invoice-17' })
  }

  expect(bank.wires.list().results).toHaveLength(3)
})

it('answers 409 to a repeat while the first request is under way, and replays it afterwards [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const pay = () =>
    send(bank, 'POST', '/wires/v1/payments', {
      token,
      body: outboundWire(bank),
      headers: { 'idempotency-key': 'invoice-4711' },
    })
  bank.faults.inject('underWay', { endpoint: 'createWire', uses: 1, seconds: 20 })
  await expect(pay()).rejects.toThrow('fetch failed')

  const early = await pay()
  bank.clock.advance({ seconds: 20 })
  const late = await pay()

  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({
    errors: [{ code: 2029, message: expect.stringContaining('under way until 2026-03-02T09:00:20.000-05:00') }],
  })
  expect(late.status).toBe(200)
  expect(await late.json()).toMatchObject({ id: bank.wires.list().results[0]?.id })
  expect(late.headers.get('original-request-id')).toBe(bank.requests[0]?.id)
  expect(bank.wires.list().results).toHaveLength(1)
  expect(replay(bank.journal).world).toEqual(bank.world)
})

it('takes another key, or none, while a request is under way [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const pay = (headers: Record<string, string>) =>
    send(bank, 'POST', '/wires/v1/payments', { token, body: outboundWire(bank), headers })
  bank.faults.inject('underWay', { endpoint: 'createWire', uses: 1 })
  await expect(pay({ 'idempotency-key': 'a' })).rejects.toThrow('fetch failed')

  const answers = [await pay({ 'idempotency-key': 'b' }), await pay({})]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(bank.wires.list().results).toHaveLength(3)
})
