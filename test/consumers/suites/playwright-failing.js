import { expect, test } from 'vostro/playwright'
import { pay } from './partner.js'

test.describe.configure({ mode: 'parallel' })

test('an assertion that knows no bank', async ({ bank }) => {
  const { urls, partner, masterAccount } = bank
  const payment = await pay({ urls, partner, accountNumber: masterAccount.accountNumber })
  expect(payment.status).toBe('Completed')
})

test('a call that nobody documented', async ({ bank }) => {
  await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)
})

test('a call to somebody else', async () => {
  await fetch('https://elsewhere.test/').catch(() => undefined)
})
