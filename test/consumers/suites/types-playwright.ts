/** The matchers and the test of Playwright, for the type check alone. */
import { defineConfig } from '@playwright/test'
import { type BankFixtures, currentBank, expect, routeFromBank, test, within } from 'vostro/playwright'

test('is typed', async ({ bank, page, browser }) => {
  expect(bank).toHaveCompleted('id')
  expect(bank).not.toHaveStatus('id', 'Pending')
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: 'id', times: 1 })
  expect(bank).toHaveBalance('number', { available: 5 })
  await expect(bank).toMoveMoney(() => undefined, { number: -10_000 })
  expect(bank).toHaveReceivedRequest('createWire', { body: { amount: 5 } })
  expect(bank).toRelyOnlyOn('published', { except: ['wires.reviewSeconds'] })
  expect.soft(bank).toFollowTheSpecification()
  await expect(page).toHaveTitle('Shop')
  await routeFromBank(await browser.newContext(), bank)
  const here: boolean = within(bank, () => currentBank() === bank)
  expect(here).toBe(true)

  // @ts-expect-error there is no such status
  expect(bank).toHaveStatus('id', 'Done')
  // @ts-expect-error a text is no bank
  expect('bank').toHaveCompleted('id')
})

test.use({ bankOptions: { seed: 7 }, looseEnds: { undelivered: true }, bankServer: 'own', bankTrace: { when: 'off' } })
// @ts-expect-error there is no such server
test.use({ bankServer: 'my' })

const withApp = test.extend<{ app: string }>({
  app: async ({ bank }, use) => await use(bank.urls.baseUrl),
})
withApp('is extended', async ({ app, bank }) => {
  expect(app).toBe(bank.urls.baseUrl)
})

const config: object = defineConfig<BankFixtures>({ use: { bankOptions: { seed: 7 } } })
expect(config).toBeDefined()
