import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, post, subledgerRequest } from '../../support/calls.ts'

it('opens a subledger and answers with its record [§4 call 7]', async () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  const token = bankingToken(bank)

  const response = await post(bank, token, '/core/v1/dda/subaccounts', subledgerRequest(bank))
  const subledger = await response.json()

  expect(response.status).toBe(200)
  expect(subledger).toEqual({
    accountNumber: expect.stringMatching(/^3\d{11}$/),
    accountType: 'Deposit',
    status: 'Active',
    ledgerType: 'Passthrough',
    title: 'Customer 17',
    currentBalance: 0,
    availableBalance: 0,
    holdAmount: 0,
    transactionCount: 0,
    openedAt: '2026-03-02T09:00:00.000-05:00',
    masterAccountNumber: bank.masterAccount.accountNumber,
    beneficiary: { referenceId: '17', entityName: 'Customer Seventeen', city: 'Springfield', countryCode: 'US' },
    partnerId: bank.partner.id,
  })
  expect(bank.subledgers.get(subledger.accountNumber)).toEqual(subledger)
})

it('lists the subledgers page by page [§4 call 8]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const opened = []
  for (let index = 0; index < 11; index++) {
    opened.push(await (await post(bank, token, '/core/v1/dda/subaccounts', subledgerRequest(bank))).json())
  }

  const first = await (await get(bank, token, '/v1/dda/subaccounts')).json()
  const second = await (await get(bank, token, '/v1/dda/subaccounts?pageNumber=2')).json()

  expect(first).toEqual({
    results: opened.slice(0, 10),
    pageNumber: 1,
    pageSize: 10,
    hasPreviousPage: false,
    hasNextPage: true,
  })
  expect(second).toEqual({
    results: opened.slice(10),
    pageNumber: 2,
    pageSize: 10,
    hasPreviousPage: true,
    hasNextPage: false,
  })
})

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
