// A lost answer: the bank creates the wire, but the client gets no answer. It repeats the request with the same key, and pays once.
import { expect, test } from 'vostro/vitest'

test('an answer that is lost does not pay twice', async ({ bank }) => {
  bank.faults.inject('lostAnswer', { endpoint: 'createWire', nth: 1 })
  const { access_token } = bank.tokens.issue()

  // Your client.
  const pay = async () => {
    const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'idempotency-key': 'invoice-4711', // remove this line, and run the story again
      },
      body: JSON.stringify({
        accountNumber: bank.masterAccount.accountNumber,
        businessFunctionCode: 'CTR',
        receiverRoutingNumber: '011000138',
        beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
        amount: 10_000,
      }),
    })
    return response.json()
  }

  const { id } = await pay().catch(pay)
  bank.clock.advanceToNextBatch()

  expect(bank).toHaveCompleted(id)
  expect(bank).toPayEachIntentOnce()
  expect(bank).toHaveBalance(bank.masterAccount.accountNumber, 99_990_000)
})
