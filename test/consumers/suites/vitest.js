import https from 'node:https'
import { beforeEach, describe, vi } from 'vitest'
import { createBank, isRejectionError } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { currentBank, expect, test } from 'vostro/vitest'
import { keptFetch, pay } from './partner.js'

const payFrom = (bank) =>
  pay({ urls: bank.urls, partner: bank.partner, accountNumber: bank.masterAccount.accountNumber })

test('pays by wire', async ({ bank }) => {
  const { accountNumber } = bank.masterAccount
  let id = ''
  await expect(bank).toMoveMoney(
    async () => {
      id = (await payFrom(bank)).id
      bank.clock.advanceToNextBatch()
    },
    { [accountNumber]: -10_000 },
  )
  expect(bank).toHaveCompleted(id)
  expect(bank).toHaveStatus(id, 'Completed')
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: id, times: 1 })
  expect(bank).toHaveBalance(accountNumber, 99_990_000)
  expect(bank).toHaveReceivedRequest('createWire', { body: { amount: expect.any(Number) } })
  expect(bank).not.toRelyOnlyOn('specified')
})

test('fails a call as Node does, without an answer', async ({ bank }) => {
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  bank.faults.inject('networkError', { uses: 3 })
  const byHttp = new Promise((resolve) => https.get(url).on('error', resolve))
  const errors = [await bank.fetch(url).catch((error) => error), await fetch(url).catch((error) => error)]
  for (const { name, message, code, cause } of errors)
    expect([name, message, code, cause.code]).toEqual(['TypeError', 'fetch failed', undefined, 'ECONNRESET'])
  expect((await byHttp).code).toBe('ECONNRESET')
})

test('answers a client that kept the fetch of its import', async ({ bank }) => {
  const { status } = await keptFetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  expect([status, bank.requests.length]).toEqual([401, 1])
})

test('has a fresh bank', ({ bank }) => {
  expect(bank.requests).toEqual([])
  expect(bankHandlers(bank)).toHaveLength(2)
})

test('waits for no timer', async ({ bank }) => {
  vi.useFakeTimers()
  try {
    const { id } = await payFrom(bank)
    bank.clock.advanceToNextBatch()
    expect(bank).toHaveCompleted(id)
  } finally {
    vi.useRealTimers()
  }
})

const poor = test.extend({ bankOptions: { seed: 7, masterAccount: { balance: 50 } } })
poor('takes options', async ({ bank }) => {
  const { id } = await payFrom(bank)
  bank.clock.advance({ minutes: 1 })
  expect(bank).toHaveStatus(id, 'Rejected')
})

const named = test.extend({
  payment: async ({ bank }, use) => {
    await use(bank.wires.simulateInbound(inbound(bank)))
  },
})
named('can be extended with fixtures that use the bank', ({ bank, payment }) => {
  expect(bank).toHaveStatus(payment.id, 'Hold')
})

const asking = test.extend({
  status: async ({ bank }, use) => {
    await use((await fetch(`${bank.urls.baseUrl}/wires/v1/payments`)).status)
  },
})
asking.concurrent.for([1, 2, 3])('answers a fixture that calls the bank: %i', (_, { bank, status }) => {
  expect(status).toBe(401)
  expect(bank.requests).toHaveLength(1)
})

asking.extend({ bankOptions: { seed: 'test' } })('has a seed of its own', ({ bank, status }) => {
  expect(status).toBe(401)
  expect(bank.partner).not.toEqual(createBank().partner)
})

describe('a plain hook', () => {
  beforeEach(async () => {
    await fetch('https://api.bank.test/wires/v1/payments')
  })
  test('is answered by the one test that runs', ({ bank }) => {
    expect(bank.requests).toHaveLength(1)
  })
})

describe('a plain hook of tests that run at once', () => {
  beforeEach(async () => {
    await fetch('https://api.bank.test/wires/v1/payments')
  })
  test.concurrent.for([1, 2, 3])('is answered by the bank of each: %i', (_, { bank }) => {
    expect(bank.requests).toHaveLength(1)
  })
})

function inbound(bank) {
  return {
    accountNumber: bank.masterAccount.accountNumber,
    originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '026009593',
    senderDiName: 'Example National',
    originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
    amount: 300_000,
  }
}

test.each([1, 2])('cases have banks of their own: %i', async (times) => {
  const bank = currentBank()
  for (let paid = 0; paid < times; paid++) await payFrom(bank)
  expect(bank.wires.list().results).toHaveLength(times)
})

test.concurrent.for(Array.from({ length: 200 }, (_, index) => index))('no cross-talk: %i', async (index, { bank }) => {
  for (let paid = 0; paid <= index % 3; paid++) await payFrom(bank)
  expect(currentBank()).toBe(bank)
  expect(bank.wires.list().results).toHaveLength((index % 3) + 1)
})

describe('a hook', () => {
  beforeEach(({ bank }) => {
    bank?.accounts.open({ title: 'Made in a hook' })
  })
  test('arranges for the test', ({ bank }) => {
    expect(bank.accounts.all()).toHaveLength(2)
  })
})

test('hears the bank say no', ({ bank }) => {
  try {
    bank.wires.get('00000000-0000-4000-8000-000000000000')
  } catch (error) {
    expect(isRejectionError(error)).toBe(true)
  }
  expect(createBank().partner).toEqual(bank.partner)
})
