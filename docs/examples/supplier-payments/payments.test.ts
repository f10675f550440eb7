/** The first suite: a payment, a second order, a payment without money. */
import { test as bankTest, expect } from 'vostro/vitest'
import { serviceAt } from './service-in-test.ts'

const test = bankTest.extend({ bankTime: 'bank' })
const poor = test.extend({
  bankOptions: { seed: 7, masterAccount: { balance: 5_000 } },
})

test('pays an invoice', async ({ bank }) => {
  const { pay, stateOf, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ minutes: 1 })
  expect(await stateOf('INVOICE 1')).toBe('sent')

  await bank.clock.advanceAsync({ hours: 2 })
  expect(await stateOf('INVOICE 1')).toBe('completed')
  expect(await inJournal()).toBe(10_000)
  expect(bank).toHaveBalance(bank.masterAccount.accountNumber, 99_990_000)
})

test('pays an invoice once, however often it is ordered', async ({ bank }) => {
  const { pay, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ hours: 2 })

  expect(bank.wires.list().results).toHaveLength(1)
  expect(await inJournal()).toBe(10_000)
})

poor('fails a payment for which there is no money', async ({ bank }) => {
  const { pay, stateOf, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ hours: 2 })

  expect(await stateOf('INVOICE 1')).toBe('failed')
  expect(await inJournal()).toBe(0)
})
