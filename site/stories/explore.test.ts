// Explore finds a bug, and names its run: when no answer comes, this client pays again, without an idempotency key.
import { expect, test } from 'vitest'
import { explore, type Scene } from 'vostro/explore'

const payInvoice = async ({ bank, fetch }: Scene) => {
  const { access_token } = bank.tokens.issue()
  const pay = async () => {
    const response = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountNumber: bank.masterAccount.accountNumber,
        businessFunctionCode: 'CTR',
        receiverRoutingNumber: '011000138',
        beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
        amount: 10_000,
      }),
    })
    return await response.json()
  }
  await pay().catch(pay)
}

test('explore names the run that pays twice', async () => {
  const { failures, text } = await explore(payInvoice, { maxFailures: 1, mayReject: () => true })

  console.log(text)
  expect(failures[0]?.run).toBe('lostAnswer@1')
})
