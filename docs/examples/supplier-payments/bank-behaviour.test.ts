// biome-ignore-all format: the lines of coverage stand as they were pasted
/**
 * Behaviour that the first suite never met. Each test has a line of coverage
 * and asserts what the service does then.
 */
import { test as bankTest, expect } from 'vostro/vitest'
import { serviceAt } from './service-in-test.ts'

const test = bankTest.extend({ bankTime: 'bank' })
const scarce = test.extend({
  bankOptions: { seed: 7, masterAccount: { balance: 10_000 } },
})
const friday = test.extend({
  bankOptions: { seed: 7, now: '2026-03-06T19:00:00-05:00' },
})

test('fails a payment from an account that is dormant', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Dormant')
  await pay('INVOICE 1', 10_000)

  await bank.clock.advanceAsync({ hours: 1 })
  expect(await stateOf('INVOICE 1')).toBe('failed')
})

test('pays by wire when only checks are restricted', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', rail: 'Check' })
  await pay('INVOICE 1', 10_000)

  await bank.clock.advanceAsync({ hours: 1 })
  expect(await stateOf('INVOICE 1')).toBe('completed')
})

scarce('fails a payment whose money is on hold', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  bank.holds.place({ accountNumber: bank.masterAccount.accountNumber, amount: 500 })
  await pay('INVOICE 1', 10_000)

  await bank.clock.advanceAsync({ hours: 1 })
  expect(await stateOf('INVOICE 1')).toBe('failed')
})

test('fails a payment that a restriction blocks', async ({ bank }) => {
  const { pay, stateOf, inJournal } = await serviceAt(bank)
  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All', amountThreshold: 100 }) // before your code calls createWire
  await pay('INVOICE 1', 10_000)

  await bank.clock.advanceAsync({ hours: 1 })
  expect(await stateOf('INVOICE 1')).toBe('failed')
  expect(await inJournal()).toBe(0)
})

test('books a payment once when its push comes twice', async ({ bank }) => {
  const { pay, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.faults.inject('duplicate', { event: 'Wire.Payment.Sent', uses: 1 }); bank.clock.advanceToNextBatch() // after your code has paid, with your receiver of Wire.Payment.Sent connected
  await bank.clock.advanceAsync({ hours: 1 })

  expect(await inJournal()).toBe(10_000)
})

test('books a payment when its push comes late', async ({ bank }) => {
  const { pay, stateOf, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.faults.inject('delay', { event: 'Wire.Payment.Sent', seconds: 600, uses: 1 }); bank.clock.advanceToNextBatch() // after your code has paid, with your receiver of Wire.Payment.Sent connected
  await bank.clock.advanceAsync({ hours: 1 })

  expect(await stateOf('INVOICE 1')).toBe('completed')
  expect(await inJournal()).toBe(10_000)
})

test('books two payments whose pushes come out of order', async ({ bank }) => {
  const { pay, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await pay('INVOICE 2', 2_500)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.faults.inject('reorder', { event: 'Wire.Payment.Sent', uses: 1 }); bank.clock.advanceToNextBatch() // after your code has paid twice, with your receiver of Wire.Payment.Sent connected
  await bank.clock.advanceAsync({ hours: 1 })

  expect(await inJournal()).toBe(12_500)
})

test('completes a payment without its push', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.faults.inject('drop', { event: 'Wire.Payment.Sent', uses: 1 }); bank.clock.advanceToNextBatch() // after your code has paid, with your receiver of Wire.Payment.Sent connected
  await bank.clock.advanceAsync({ hours: 1 })

  expect(await stateOf('INVOICE 1')).toBe('completed')
})

test('completes a payment without a live registration', async ({ bank }) => {
  const { pay, stateOf, inJournal, receive } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.webhooks.connect(bank.webhooks.list().results.find(({ eventName }) => eventName === 'Wire.Payment.Sent')?.callbackUrl ?? '', () => new Response('busy', { status: 503 })); bank.clock.advanceToNextBatch() // after your code has paid, with your receiver of Wire.Payment.Sent connected, which it replaces: connect it again later

  await bank.clock.advanceAsync({ hours: 3 })
  expect(await stateOf('INVOICE 1')).toBe('completed')
  for (const { id, callbackUrl } of bank.webhooks.list().results) {
    bank.webhooks.connect(callbackUrl, receive)
    bank.webhooks.restart(id)
  }
  await bank.settled()
  expect(await inJournal()).toBe(10_000)
})

test('books both payments when a batch leaves one behind', async ({ bank }) => {
  const { pay, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await pay('INVOICE 2', 2_500)
  await bank.clock.advanceAsync({ seconds: 1 })
  bank.faults.inject('partialRelease', { count: 1 }); bank.clock.advanceToNextBatch() // after your code has paid twice
  bank.clock.advance({ days: 4 })

  await bank.settled()
  expect(await inJournal()).toBe(12_500)
})

friday('keeps a payment open over a weekend', async ({ bank }) => {
  const { pay, stateOf, inJournal } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ minutes: 31 })
  // The service has asked the bank about it by now.
  expect(await stateOf('INVOICE 1')).toBe('sent')
  const endpoints = bank.requests.map(({ endpoint }) => endpoint)
  expect(endpoints.filter((name) => name === 'requestToken')).toHaveLength(1)
  expect(await inJournal()).toBe(0)
  bank.clock.advance({ days: 7 })

  await bank.settled()
  expect(await stateOf('INVOICE 1')).toBe('completed')
})

test('gets a new token when its own ends, and books then', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  bank.clock.advance({ days: 366 }) // after your code has requested a token
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ minutes: 1 })

  bank.clock.advanceToNextBatch()
  await bank.settled()
  // By the push, before the service asks.
  expect(await stateOf('INVOICE 1')).toBe('completed')
})

test('pays once when the answer is lost', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  bank.faults.inject('lostAnswer', { endpoint: 'createWire', uses: 1 }) // before your code calls createWire
  await pay('INVOICE 1', 10_000)

  await bank.clock.advanceAsync({ minutes: 1 })
  expect(await stateOf('INVOICE 1')).toBe('sent')
  expect(bank.wires.list().results).toHaveLength(1)
})

test('books a payment when the look-up of a push fails', async ({ bank }) => {
  const { pay, stateOf } = await serviceAt(bank)
  await pay('INVOICE 1', 10_000)
  await bank.clock.advanceAsync({ minutes: 31 })
  bank.faults.inject('status', { endpoint: 'getWire', status: 400, uses: 1 }) // before your code calls getWire

  bank.clock.advanceToNextBatch()
  await bank.clock.advanceAsync({ minutes: 5 })
  expect(await stateOf('INVOICE 1')).toBe('completed')
})
