/** The matchers and the test of vitest, for the type check alone. */
import { currentBank, expect, test, within } from 'vostro/vitest'

test('is typed', async ({ bank }) => {
  expect(bank).toHaveCompleted('id')
  expect(bank).not.toHaveStatus('id', 'Pending')
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: 'id', times: 1 })
  expect(bank).toHaveBalance('number', { available: 5 })
  await expect(bank).toMoveMoney(() => undefined, { number: -10_000 })
  expect(bank).toHaveReceivedRequest('createWire', { body: { amount: expect.any(Number) } })
  expect(bank).toRelyOnlyOn('published', { except: ['wires.reviewSeconds'] })
  const here: boolean = within(bank, () => currentBank() === bank)
  expect(here).toBe(true)

  // @ts-expect-error there is no such status
  expect(bank).toHaveStatus('id', 'Done')
  // @ts-expect-error there is no such call
  expect(bank).toHaveReceivedRequest('payWire')
  // @ts-expect-error there is no such ground
  expect(bank).toRelyOnlyOn('solid')
})

test.extend({ bankOptions: { seed: 7 } })('takes options', ({ bank }) => {
  expect(bank.clock.now).toBe('now')
})

test.concurrent.for([1, 2])('takes cases: %i', (number, { bank }) => {
  const amount: number = number
  expect(bank).toHaveBalance('number', amount)
})

test.extend<{ app: string }>({
  app: async ({ bank }, use) => use(bank.urls.baseUrl),
})('takes fixtures', ({ app }) => {
  expect(app.length).toBe(1)
})
test.extend({ bankOptions: { seed: 'test' }, bankTrace: { when: 'off' } })('takes a seed of its own', ({ bank }) => {
  expect(bank.clock.now).toBe('now')
})
