/** The published calls on subledgers and transactions: one subledger, the book transfer. (§2.9, §4) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, get, post, subledgerRequest, unknownId } from '../../support/calls.ts'

it.each([
  ['300000000004', 404, 2000],
  ['300000000005', 400, 1000],
])('answers for the unknown subledger %s with %i [§2.9]', async (number, status, code) => {
  const bank = createBank()

  const response = await get(bank, bankingToken(bank), `/core/v1/dda/subaccounts/${number}`)

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ errors: [{ code }] })
})

it('looks a transaction up at the path that an event names: posted, refused, and one that is not there [§2.4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { accountNumber } = bank.masterAccount
  const fee = { accountNumber, rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee' } as const
  const transactions = [25, 200_000_000].map((amount) => bank.transactions.post({ ...fee, amount }))

  const answers = transactions.map(async ({ id }) => (await get(bank, token, `/core/v1/transactions/${id}`)).json())

  expect(await Promise.all(answers)).toEqual(transactions)
  expect(transactions.map(({ status }) => status)).toEqual(['Posted', 'Rejected'])
  expect((await get(bank, token, `/core/v1/transactions/${unknownId}`)).status).toBe(404)
})

it('answers 200 to a transfer that is blocked: the posting is refused, not the call [§7]', async () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const savings = bank.subledgers.create(subledgerRequest(bank)).accountNumber
  bank.restrictions.create({ accountNumber, appliesTo: 'SubAccounts', reason: 'Under inquiry' })

  const response = await post(bank, bankingToken(bank), '/core/v1/transactions', {
    debitAccountNumber: accountNumber,
    creditAccountNumber: savings,
    amount: 5_000,
  })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    status: 'Rejected',
    postingCode: 'RES',
    reason: expect.stringContaining('"Under inquiry"'),
  })
  expect(bank.subledgers.get(savings).currentBalance).toBe(0)
})
