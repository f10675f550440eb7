import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, unknownId } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

it.each([
  ['GET', unknownId, 404, 2001],
  ['GET', 'no-uuid', 400, 1000],
  ['GET', '%E0%A4%A', 400, 1000],
  ['GET', '%2e%2e%2f', 400, 1000],
  ['POST', `${unknownId}/cancel`, 404, 2001],
  ['POST', 'no-uuid/cancel', 400, 1000],
  ['POST', '%zz/cancel', 400, 1000],
])('refuses to %s the payment %s [§4 call 3]', async (method, id, status, code) => {
  const bank = createBank()
  const token = bankingToken(bank)
  bank.wires.create(outboundWire(bank))
  const before = bank.world

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments/${id}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringMatching(/^Failed to /) }] })
  expect(bank.world).toBe(before)
})

it('lists wires page by page in the order of their creation [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const ids = [1, 2, 3].map((amount) => bank.wires.create(outboundWire(bank, { amount })).id)

  const first = await (await get(bank, token, '/wires/v1/payments?pageSize=2')).json()
  const second = await (await get(bank, token, '/wires/v1/payments?pageSize=2&pageNumber=2')).json()

  expect(first).toEqual({
    results: [bank.wires.get(ids[0]!), bank.wires.get(ids[1]!)],
    pageNumber: 1,
    pageSize: 2,
    hasPreviousPage: false,
    hasNextPage: true,
  })
  expect(second).toEqual({
    results: [bank.wires.get(ids[2]!)],
    pageNumber: 2,
    pageSize: 2,
    hasPreviousPage: true,
    hasNextPage: false,
  })
})

it('reads the last of two parameters of one name [§4]', async () => {
  const bank = createBank()

  const page = await (await get(bank, bankingToken(bank), '/wires/v1/payments?pageSize=1&PageSize=3')).json()

  expect(page).toMatchObject({ pageSize: 3 })
})

it('reads the parameters of a list in any case, and names one that it does not read [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const ids = [1, 2, 3].map((amount) => bank.wires.create(outboundWire(bank, { amount })).id)

  const page = await (await get(bank, token, '/wires/v1/payments?PageSize=2&PAGENUMBER=2')).json()
  await get(bank, token, '/wires/v1/payments?pageNmber=2&pageSize=1')

  expect(page).toMatchObject({ pageNumber: 2, results: [{ id: ids[2] }] })
  expect(bank.timeline({ last: 1 })).toContain('?pageNmber=2&pageSize=1  200  not read: pageNmber')
})

it.each([
  ['pageSize=0', 'pageSize must be at least 1'],
  ['pageSize=51', 'pageSize must be at most 50'],
  ['pageSize=ten', 'pageSize must be a whole number'],
  ['pageSize=', 'pageSize must be a whole number'],
  ['pageSize=1.5', 'pageSize must be a whole number'],
  ['pageSize=-1', 'pageSize must be a whole number'],
  ['pageNumber=0', 'pageNumber must be at least 1'],
  ['pageNumber=99999999999', 'pageNumber must be a whole number'],
])('refuses to list wires with %s [§4]', async (query, problem) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await get(bank, token, `/wires/v1/payments?${query}`)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ errors: [{ code: 1000, message: expect.stringContaining(problem) }] })
})

it('turns a list by sortDirection, in any case of its name, and pages it so; the client is not blamed for it [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  for (const amount of [1, 2, 3]) bank.wires.create(bank.wires.plausible({ amount }))
  const amountsOf = async (query: string) => {
    const answer = await get(bank, token, `/wires/v1/payments?${query}`)
    return ((await answer.json()).results as { amount: number }[]).map(({ amount }) => amount)
  }

  expect(await amountsOf('PageNumber=1&PageSize=2&SortDirection=Descending')).toEqual([3, 2])
  expect(await amountsOf('pageNumber=2&pageSize=2&sortDirection=Descending')).toEqual([1])
  expect(await amountsOf('sortDirection=Ascending')).toEqual([1, 2, 3])
  expect(bank.wires.list({ sortDirection: 'Descending' }).results.map(({ amount }) => amount)).toEqual([3, 2, 1])
  expect((await get(bank, token, '/wires/v1/payments?sortDirection=up')).status).toBe(400)
  expect(bank.conduct()).toEqual([])
})
