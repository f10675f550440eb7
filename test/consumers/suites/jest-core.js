import { createBank } from 'vostro'
import { bankTest, currentBank } from 'vostro/jest'
import { pay } from './partner.js'

bankTest('pays by wire', async ({ bank }) => {
  const { accountNumber } = bank.masterAccount
  let id = ''
  await expect(bank).toMoveMoney(
    async () => {
      id = (await pay({ urls: bank.urls, partner: bank.partner, accountNumber, fetch: bank.fetch })).id
      bank.clock.advanceToNextBatch()
    },
    { [accountNumber]: -10_000 },
  )
  expect(bank).toHaveCompleted(id)
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { paymentId: id, times: 1 })
  expect(bank).toHaveBalance(accountNumber, 99_990_000)
  expect(bank).toHaveReceivedRequest('createWire', { body: { amount: expect.any(Number) } })
  expect(bank).not.toRelyOnlyOn('specified')
  expect(currentBank()).toBe(bank)
})

bankTest('takes options', { seed: 7, masterAccount: { balance: 50 } }, async ({ bank }) => {
  const { accountNumber } = bank.masterAccount
  const { id } = await pay({ urls: bank.urls, partner: bank.partner, accountNumber, fetch: bank.fetch })
  bank.clock.advance({ minutes: 1 })
  expect(bank).toHaveStatus(id, 'Rejected')
})

bankTest('tells the story where it fails', ({ bank }) => {
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(() => expect(bank).toHaveCompleted(nowhere)).toThrow('No wire was ever created')
})

bankTest.failing('fails where a request reaches no endpoint', async ({ bank }) => {
  await bank.fetch(`${bank.urls.baseUrl}/wire/v1/payment`)
})

test('delivers pushes while timers are fake', async () => {
  jest.useFakeTimers()
  const bank = createBank()
  const callbackUrl = 'https://partner.example/hooks'
  const seen = []
  const eventName = 'Wire.Payment.Received'
  bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.webhooks.connect(callbackUrl, async (request) => {
    seen.push((await request.json()).eventName)
    return new Response()
  })
  bank.wires.simulateInbound({
    accountNumber: bank.masterAccount.accountNumber,
    originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
    businessFunctionCode: 'CTR',
    senderRoutingNumber: '026009593',
    senderDiName: 'Example National',
    originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
    amount: 300_000,
  })
  await bank.settled()
  expect(seen).toEqual(['Wire.Payment.Received'])
  jest.useRealTimers()
})
