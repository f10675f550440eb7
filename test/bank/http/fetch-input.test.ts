import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, initOf } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

type Input = Parameters<Bank['fetch']>

const address = (bank: Bank) => `${bank.urls.baseUrl}/wires/v1/payments`

it.each([
  ['a text', (bank: Bank, init: RequestInit): Input => [address(bank), init]],
  ['a URL', (bank: Bank, init: RequestInit): Input => [new URL(address(bank)), init]],
  ['a Request', (bank: Bank, init: RequestInit): Input => [new Request(address(bank), init)]],
  ['a Request with an init', (bank: Bank, init: RequestInit): Input => [new Request(address(bank)), init]],
])('takes %s, as fetch does [§4]', async (_, inputOf) => {
  const bank = createBank()
  const init = initOf('POST', { token: bankingToken(bank), body: outboundWire(bank) })

  const response = await bank.fetch(...inputOf(bank, init))

  expect(response).toBeInstanceOf(Response)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toMatchObject({ status: 'Created' })
})

it('GETs where no method is given [§4]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bankingToken(bank)}` }

  const response = await bank.fetch(address(bank), { headers })

  expect(await response.json()).toMatchObject({ results: [] })
})

it('works taken off the bank, as a client gets it [§4]', async () => {
  const bank = createBank()
  const { fetch } = bank

  const response = await fetch(address(bank))

  expect(response.status).toBe(401)
})

it.each([
  ['a relative address', (bank: Bank) => bank.fetch('/wires/v1/payments')],
  ['a method that is none', (bank: Bank) => bank.fetch(address(bank), { method: 'NO METHOD' })],
  ['a GET with a body', (bank: Bank) => bank.fetch(address(bank), { method: 'GET', body: '{}' })],
])('rejects %s with a promise, as fetch does, and throws nothing [§4]', async (_, call) => {
  const bank = createBank()

  const called = call(bank)

  await expect(called).rejects.toThrow(TypeError)
  expect(bank.requests).toEqual([])
})

it('rejects a request that was aborted before, and does nothing [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const before = bank.world

  const init = { ...initOf('POST', { token, body: outboundWire(bank) }), signal: AbortSignal.abort() }
  const called = bank.fetch(address(bank), init)

  await expect(called).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(bank.world).toBe(before)
})

it('answers 405 without a body to a HEAD request, which no call serves [§4]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bankingToken(bank)}` }

  const response = await bank.fetch(address(bank), { method: 'HEAD', headers })

  expect(response.status).toBe(405)
  expect(await response.text()).toBe('')
})

it('answers in the order in which requests were read, each whole before the next [§2.9 rule 5]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const init = initOf('POST', { token, body: outboundWire(bank) })

  const responses = await Promise.all(Array.from({ length: 20 }, () => bank.fetch(address(bank), init)))
  const ids = await Promise.all(responses.map(async (response) => (await response.json()).id))

  expect(new Set(ids).size).toBe(20)
  const caused = bank.journal.flatMap((entry) => ('call' in entry ? (entry.call.requestId ?? []) : []))
  expect(bank.requests.map(({ id }) => id)).toEqual(caused)
})
