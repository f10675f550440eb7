// A wire through its batch: the bank reviews the wire after five seconds, and completes it with the batch of 10:00.
import { expect, test } from 'vostro/vitest'

test('a wire goes through its batch', async ({ bank }) => {
  const { access_token } = bank.tokens.issue()
  const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      accountNumber: bank.masterAccount.accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
      amount: 10_000, // 100.00, in minor units
    }),
  })
  const { id } = await response.json()
  expect(bank).toHaveStatus(id, 'Created')

  bank.clock.advance({ seconds: 5 })
  expect(bank).toHaveStatus(id, 'Pending')

  bank.clock.advanceToNextBatch()
  expect(bank).toHaveCompleted(id)
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: id })
})
