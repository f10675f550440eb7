import { setupServer } from 'msw/node'
import { bankTest, currentBank } from 'vostro/jest'
import { bankHandlers } from 'vostro/msw'
import { pay } from './partner.js'

const server = setupServer(...bankHandlers(currentBank))
beforeAll(() => server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' }))
afterAll(() => server.close())

const payFrom = (bank) =>
  pay({ urls: bank.urls, partner: bank.partner, accountNumber: bank.masterAccount.accountNumber })

bankTest('pays by wire', async ({ bank }) => {
  const { id } = await payFrom(bank)
  bank.clock.advanceToNextBatch()
  expect(bank).toHaveCompleted(id)
  expect(bank).toHaveReceivedRequest('createWire', { status: 200 })
})

bankTest('waits for no timer', async ({ bank }) => {
  jest.useFakeTimers(globalThis.FAKE_TIMERS)
  try {
    const { id } = await payFrom(bank)
    bank.clock.advanceToNextBatch()
    expect(bank).toHaveCompleted(id)
  } finally {
    jest.useRealTimers()
  }
})

for (let index = 0; index < 50; index++) {
  bankTest.concurrent(`no cross-talk: ${index}`, async ({ bank }) => {
    for (let paid = 0; paid <= index % 3; paid++) await payFrom(bank)
    expect(bank.wires.list().results).toHaveLength((index % 3) + 1)
  })
}

test('refuses a request from outside of any test with a bank', async () => {
  const response = await fetch('https://api.bank.test/wires/v1/payments')
  expect(response.status).toBe(421)
})
