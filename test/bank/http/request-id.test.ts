import { expect, it } from 'vitest'
import { type Bank, createBank, replay } from 'vostro'
import { bankingToken, get, send } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

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

it('gives each of many requests an id of its own, those at the same time too [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)

  const responses = await Promise.all(Array.from({ length: 100 }, () => get(bank, token, '/wires/v1/payments')))

  expect(new Set(responses.map(({ headers }) => headers.get('request-id'))).size).toBe(100)
})

it('leaves request-id out where that is assumed, and keeps the id in the record [§4]', async () => {
  const bank = createBank({ assume: { 'http.requestId': 'omitted' } })
  const token = bankingToken(bank)

  const response = await get(bank, token, '/wires/v1/payments')

  expect(response.headers.has('request-id')).toBe(false)
  expect(bank.requests[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
})

/** Creates a wire under a key, and gives the id of the request. */
async function idOfCreate(bank: Bank, key: string): Promise<string | null> {
  const token = bankingToken(bank)
  const headers = { 'idempotency-key': key }
  const response = await send(bank, 'POST', '/wires/v1/payments', { token, body: outboundWire(bank), headers })
  return response.headers.get('request-id')
}

it('goes on in a replayed bank where the journal ends: no id comes twice, and worlds stay equal [§4]', async () => {
  const bank = createBank({ seed: 1 })
  const first = await idOfCreate(bank, 'a')
  const replayed = replay(JSON.parse(JSON.stringify(bank.journal)))

  const [next, nextOfReplayed] = [await idOfCreate(bank, 'b'), await idOfCreate(replayed, 'b')]

  expect(nextOfReplayed).toBe(next)
  expect(next).not.toBe(first)
  expect(replayed.world).toEqual(bank.world)
})

it.each<[string, (bank: Bank) => Bank]>([
  ['a fork of it', (bank) => bank.fork()],
  ['the text of its snapshot', (bank) => restored(JSON.stringify(bank.snapshot()))],
  ['its snapshot', (bank) => restored(bank.snapshot())],
  ['another replay', (bank) => replay(bank.journal)],
])('gives no id twice after a replay and %s, those of refused requests neither [§4]', async (_, goTo) => {
  const bank = createBank({ seed: 1 })
  const ids = [await idOfCreate(bank, 'a'), await idOfCreate(bank, 'b')]
  const token = bankingToken(bank)
  const nobody = '/wires/v1/payments/00000000-0000-4000-8000-000000000000/cancel'
  ids.push((await send(bank, 'POST', nobody, { token })).headers.get('request-id'))
  expect(bank.journal.at(-1)).toMatchObject({ outcome: 'payment_not_found', call: { requestId: ids[2] } })

  const last = goTo(replay(bank.journal))
  ids.push(await idOfCreate(last, 'c'))

  expect(new Set(ids).size).toBe(4)
  expect(ids[3]).toBe(await idOfCreate(bank, 'c'))
})

function restored(snapshot: Parameters<Bank['restore']>[0]): Bank {
  const bank = createBank({ seed: 1 })
  bank.restore(snapshot)
  return bank
}
