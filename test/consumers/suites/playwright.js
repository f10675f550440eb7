import { currentBank, expect, test, within } from 'vostro/playwright'
import { pay } from './partner.js'

test.beforeEach(async ({ bank }) => {
  const response = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
  expect(response.status).toBe(200)
})

for (const times of [1, 2]) {
  test(`has a bank of its own: ${times}`, async ({ bank, request }) => {
    const { urls, partner, masterAccount } = bank
    const payment = await pay({ urls, partner, accountNumber: masterAccount.accountNumber })
    expect(bank).toHaveStatus(payment.id, 'Created')
    expect(bank).not.toHaveCompleted(payment.id)
    await expect(bank).toMoveMoney(() => bank.clock.advanceToNextBatch(), { [masterAccount.accountNumber]: -10_000 })
    expect(bank.wires.list().results).toHaveLength(1)

    // What Playwright itself asks, too.
    const answer = await request.get(`${urls.baseUrl}/wires/v1/payments/${payment.id}`)
    expect(answer.status()).toBe(401)
  })
}

test('knows its bank', async ({ bank }) => {
  expect(currentBank() === bank).toBe(true)
  expect(within(bank, () => currentBank() === bank)).toBe(true)
})

test.describe('with a seed', () => {
  test.use({ bankOptions: { seed: 7 } })

  test('has other ids', async ({ bank }) => {
    expect(bank.masterAccount.accountNumber).not.toBe('2393407339')
  })
})
