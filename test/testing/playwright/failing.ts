/** Tests that must fail, each for one reason, and some that must not: `failing.test.ts` runs them in a Playwright of their own. */
import { type BankFixtures, test as bankTest, currentBank, expect } from 'vostro/playwright'
import { outboundWire } from '../../support/wire.ts'

/** The page itself is bundled with the package, and tested elsewhere. */
const trace: BankFixtures['bank']['trace'] = async ({ title } = {}) => `<title>${title}</title>`
const test = bankTest.extend({ bank: async ({ bank }, use) => use(Object.assign(bank, { trace })) })

const withWire = test.extend<{ wireId: string }>({
  wireId: async ({ bank }, use) => {
    const { authUrl } = currentBank().urls
    await fetch(`${authUrl}/.well-known/openid-configuration`)
    await use(bank.wires.create(outboundWire(bank)).id)
  },
})

withWire('a fixture and a test that call the bank [§4]', async ({ bank, wireId, request }) => {
  const response = await request.get(`${bank.urls.authUrl}/.well-known/openid-configuration`)

  expect(response.status()).toBe(200)
  expect(bank).toHaveStatus(wireId, 'Created')
  await expect(bank).toMoveMoney(() => bank.clock.advanceToNextBatch(), {
    [bank.masterAccount.accountNumber]: -10_000,
  })
  expect(bank.requests.length).toBe(2)
})

test('a failure that is expected [§1]', async ({ bank }) => {
  test.fail()
  expect(bank).toHaveCompleted('nothing')
})

withWire('an assertion that knows no bank [§1]', async ({ wireId }) => {
  expect([wireId]).toHaveLength(2)
})

test('a request that reaches no endpoint [§4]', async ({ bank }) => {
  const { status } = await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)

  expect(status).toBe(404)
})

test.describe('with a trace that cannot be written', () => {
  test.use({ bankTrace: { folder: '/dev/null/traces' } })

  test('what was thrown is no error [§1]', async () => {
    throw 'the till is closed'
  })
})
