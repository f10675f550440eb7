import { beforeEach, describe } from 'vitest'
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

const ask = () => fetch('https://api.bank.test/wires/v1/payments')

test('a plain assertion', async () => {
  await ask()
  expect([1]).toHaveLength(2)
})

test('a time-out', { timeout: 1_000 }, async () => {
  await ask()
  await new Promise(() => {})
})

describe('a hook', () => {
  beforeEach(() => {
    throw new Error('The hook could not begin.')
  })
  test('of all', () => {})
})
