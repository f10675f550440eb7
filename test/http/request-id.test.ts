import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, loanCalls, loanToken, make, post, send } from '../support/calls.ts'
import { outboundWire } from '../support/wire.ts'

it.each([
  ['a result', 'GET', '/wires/v1/payments', 200],
  ['a refused body', 'POST', '/wires/v1/payments', 400],
  ['an unknown path', 'GET', '/nowhere', 404],
  ['another method', 'DELETE', '/wires/v1/payments', 405],
])('carries a request-id on the answer to %s [§4]', async (_, method, path, status) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await send(bank, method, path, { token })

  expect(response.status).toBe(status)
  expect(response.headers.get('request-id')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

it('carries a request-id on a 401 and on the answers of the other two services [§4]', async () => {
  const bank = createBank()
  const token = loanToken(bank)

  const responses = [
    await send(bank, 'GET', '/wires/v1/payments'),
    await make(bank, loanCalls[0]!, { token }),
    await send(bank, 'GET', `${bank.urls.authUrl}/.well-known/openid-configuration`),
  ]

  expect(responses.map(({ status }) => status)).toEqual([401, 200, 200])
  for (const { headers } of responses) expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

it('gives each of many requests an id of its own, those at the same time too [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const responses = await Promise.all(Array.from({ length: 100 }, () => get(bank, token, '/wires/v1/payments')))

  expect(new Set(responses.map(({ headers }) => headers.get('request-id'))).size).toBe(100)
})

it('gives the same ids for the same seed, and others for another [§4]', async () => {
  const idsOf = async (seed: number) => {
    const bank = createBank({ seed })
    const token = bankingToken(bank)
    const first = await get(bank, token, '/wires/v1/payments')
    const second = await post(bank, token, '/wires/v1/payments', outboundWire(bank))
    return [first.headers.get('request-id'), second.headers.get('request-id')]
  }

  const [one, again, other] = [await idsOf(7), await idsOf(7), await idsOf(8)]

  expect(again).toEqual(one)
  expect(other[0]).not.toBe(one[0])
  expect(other[1]).not.toBe(one[1])
})

it('leaves request-id out where that is assumed, and keeps the id in the record [§4]', async () => {
  const bank = createBank({ assume: { 'http.requestId': 'omitted' } })
  const token = bankingToken(bank)

  const response = await get(bank, token, '/wires/v1/payments')

  expect(response.headers.has('request-id')).toBe(false)
  expect(bank.requests[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
})
