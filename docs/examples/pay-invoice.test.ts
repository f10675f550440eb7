// pay-invoice.test.ts
import { expect, test } from 'vostro/vitest'
import { payInvoice } from './pay-invoice.js'

test('an invoice is paid by wire', async ({ bank }) => {
  const { urls, partner, masterAccount } = bank
  const payment = await payInvoice(urls, partner, masterAccount.accountNumber)
  expect(bank).toHaveStatus(payment.id, 'Created')
  bank.clock.advanceToNextBatch() // an hour passes at once
  expect(bank).toHaveCompleted(payment.id)
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: payment.id })
})
