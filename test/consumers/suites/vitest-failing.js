import { expect, test } from 'vostro/vitest'

test('a payment that waits', ({ bank }) => {
  const wire = bank.wires.create({
    accountNumber: bank.masterAccount.accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
    amount: 10_000,
  })
  expect(bank).toHaveCompleted(wire.id)
})

test('a call that nobody documented', async ({ bank }) => {
  await fetch(`${bank.urls.baseUrl}/wire/v1/payment`)
})

test('a call to somebody else', async () => {
  await fetch('https://elsewhere.test/')
})
