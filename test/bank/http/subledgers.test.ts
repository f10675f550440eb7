import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get } from '../../support/calls.ts'

it('lists the subledgers of one master account [§4 call 8]', async () => {
  const bank = createBank()
  const other = bank.accounts.open({ title: 'Other' })
  const token = bankingToken(bank)
  bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: 'Mine' })
  const { accountNumber } = bank.subledgers.create({ masterAccountNumber: other.accountNumber, title: 'Theirs' })

  const query = `masterAccountNumber=${other.accountNumber}`
  const page = await (await get(bank, token, `/core/v1/dda/subaccounts?${query}`)).json()

  expect(page.results).toMatchObject([{ accountNumber, title: 'Theirs' }])
})

it.each([
  ['masterAccountNumber=2000000007', 400, 1000, 'masterAccountNumber must be a master account number'],
  ['masterAccountNumber=2000000006', 404, 2000, '"2000000006"'],
  ['masterAccountNumber=', 400, 1000, 'masterAccountNumber must be a master account number'],
  ['pageSize=x', 400, 1000, 'pageSize must be a whole number'],
])('refuses to list subledgers with %s [§4 call 8]', async (query, status, code, fact) => {
  const bank = createBank()
  const token = bankingToken(bank)

  const response = await get(bank, token, `/core/v1/dda/subaccounts?${query}`)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ errors: [{ code, message: expect.stringContaining(fact) }] })
})
