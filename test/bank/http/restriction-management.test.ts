/** The published calls on restrictions: list, change, remove. (§2.8, §4) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, post, restrictionsPath, send, unknownId } from '../../support/calls.ts'

it('lists the restrictions on an account page by page, Internal ones too [§2.8 rule 5]', async () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const own = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  const internal = bank.desk.restrictions.create({ accountNumber, appliesTo: 'Account' })
  const token = bankingToken(bank)

  const all = await (await get(bank, token, restrictionsPath(bank))).json()
  const second = await (await get(bank, token, `${restrictionsPath(bank)}?pageSize=1&pageNumber=2`)).json()

  expect(all).toEqual({
    results: [own, internal],
    pageNumber: 1,
    pageSize: 10,
    hasPreviousPage: false,
    hasNextPage: false,
  })
  expect(second).toMatchObject({ results: [internal], hasPreviousPage: true, hasNextPage: false })
})

it.each(['PUT', 'DELETE'])(
  'answers 403 to a %s of an Internal restriction, which stays as it is [§2.8 rule 5]',
  async (method) => {
    const bank = createBank()
    const token = bankingToken(bank)
    const internal = bank.desk.restrictions.create({
      accountNumber: bank.masterAccount.accountNumber,
      appliesTo: 'All',
    })
    const before = bank.world

    const body = method === 'PUT' ? { body: { reason: 'Edited' } } : {}
    const response = await send(bank, method, `${restrictionsPath(bank)}/${internal.id}`, { token, ...body })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      errors: [{ code: 3007, message: expect.stringContaining('Internal') }],
    })
    expect(bank.world).toBe(before)
  },
)

it.each(['PUT', 'DELETE'])('answers 404 to a %s in the path of another account [§4]', async (method) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const other = bank.accounts.open()
  const { id } = bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })

  const path = `/core/v1/dda/accounts/${other.accountNumber}/restrictions/${id}`
  const response = await send(bank, method, path, { token, ...(method === 'PUT' ? { body: {} } : {}) })

  expect(response.status).toBe(404)
  expect(bank.restrictions.get(id).id).toBe(id)
})

it.each([
  ['a criterion that nobody knows', { rail: 'Pigeon' }, 400, 1000],
  ['less than nothing', { amountThreshold: -1 }, 400, 1000],
  ["the other user's type", { type: 'Internal' }, 403, 3008],
  ["another master's subledger", { subAccountNumber: '2000000006' }, 404, 2000],
])('refuses to change a restriction to %s and leaves it as it was [§2.8]', async (_, body, status, code) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const restriction = bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })

  const response = await send(bank, 'PUT', `${restrictionsPath(bank)}/${restriction.id}`, { token, body })

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ errors: [{ code }] })
  expect(bank.restrictions.get(restriction.id)).toEqual(restriction)
})

it('serves none of these calls to whom only the specification is served [§4]', async () => {
  const { bankHandlers } = await import('vostro/msw')
  const { setupServer } = await import('msw/node')
  const bank = createBank()
  const server = setupServer(...bankHandlers(bank, { only: 'specified' }))
  server.listen({ onUnhandledRequest: 'error' })

  const headers = { authorization: `Bearer ${bankingToken(bank)}` }
  const url = `${bank.urls.baseUrl}${restrictionsPath(bank)}`
  const statuses = [
    (await fetch(url, { headers })).status,
    (await fetch(`${url}/${unknownId}`, { method: 'DELETE', headers })).status,
    (await fetch(`${bank.urls.baseUrl}/core/v1/transactions`, { method: 'POST', headers })).status,
    (await fetch(`${bank.urls.authUrl}/connect/token`, { method: 'POST', headers })).status,
  ]
  server.close()

  expect(statuses).toEqual([405, 404, 404, 404])
})

it('places the restriction on the account of the path, whatever the body says [§4 call 6]', async () => {
  const bank = createBank()
  const other = bank.accounts.open({ title: 'Other' })
  const token = bankingToken(bank)

  const body = { appliesTo: 'All', accountNumber: other.accountNumber }
  const response = await post(bank, token, restrictionsPath(bank), body)

  expect(await response.json()).toMatchObject({ accountNumber: bank.masterAccount.accountNumber })
  expect(bank.restrictions.list({ accountNumber: other.accountNumber }).results).toEqual([])
})
