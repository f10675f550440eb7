import { setupServer } from 'msw/node'
import { expect, it, onTestFinished } from 'vitest'
import { bankHandlers } from 'vostro/msw'
import { currentBank, test } from 'vostro/vitest'
import { payInvoice } from '../../../docs/examples/pay-invoice.ts'

const invoices = Array.from({ length: 200 }, (_, index) => index + 1)

test.concurrent.for(invoices)(
  'pays as many invoices as its number says, in parallel with all others: %i [§1]',
  async (number, { bank }) => {
    const { accountNumber } = bank.masterAccount
    const wanted = (number % 3) + 1

    const payments: string[] = []
    for (let paid = 0; paid < wanted; paid++) {
      const { id } = await payInvoice(bank.urls, bank.partner, accountNumber)
      payments.push(id)
    }
    bank.clock.advanceToNextBatch()

    for (const id of payments) expect(bank).toHaveCompleted(id)
    expect(bank).toHaveBalance(accountNumber, 100_000_000 - wanted * 10_000)
    expect(bank.requests).toHaveLength(2 * wanted)
  },
)

it('refuses a request from outside any test with a bank, and says what to do [§1]', async () => {
  const server = setupServer(...bankHandlers(currentBank))
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())

  const response = await fetch('https://api.bank.test/wires/v1/payments')

  expect(response.status).toBe(421)
  expect((await response.json()).errors[0].message).toMatchInlineSnapshot(
    `"Failed to answer "GET /wires/v1/payments". Failed to find the bank of the running test: this was called outside of any test that has one. Call it inside the test, or wrap it: within(bank, () => …). (§1)"`,
  )
})

it('finds no current bank outside a test with a bank [§1]', () => {
  expect(() => currentBank()).toThrow('within(bank, () => …)')
})
