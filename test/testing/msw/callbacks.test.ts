import { expect, it } from 'vitest'
import { createBank, isDefectError, replay } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { initOf } from '../../support/calls.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { inboundWire } from '../../support/wire.ts'
import { isUnhandled, listening } from './listening.ts'

const url = 'https://partner.example/hooks'

it('leaves a POST to a callback address unhandled until it is registered, then answers 200 [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))

  const before = await isUnhandled(() => fetch(url, initOf('POST', { body: {} })))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })
  const after = await fetch(url, initOf('POST', { body: {} }))

  expect(before).toBe(true)
  expect(after.status).toBe(200)
})

it('records a push that comes to a registered address as received [§6]', async () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  listening(...bankHandlers(bank))
  const eventName = 'Wire.Payment.Received'
  const registration = bank.webhooks.register({ partnerId: bank.partner.id, eventName, type: 'Push', callbackUrl: url })
  bank.wires.simulateInbound(inboundWire(bank))
  const [notification] = bank.events

  await fetch(url, initOf('POST', { body: notification }))

  expect(bank.pushes).toMatchObject([
    { outcome: 'captured', notification },
    {
      at: '2026-03-02T09:00:00.000-05:00',
      registrationId: registration.id,
      eventName,
      callbackUrl: url,
      outcome: 'received',
      notification,
    },
  ])
})

it('finds the registration of a received push by its event name [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  const ids = ['Wire.Payment.Sent', 'Wire.Payment.Received'].map((eventName) => {
    return bank.webhooks.register({ partnerId: bank.partner.id, eventName, type: 'Push', callbackUrl: url }).id
  })

  await fetch(url, initOf('POST', { body: { eventName: 'Wire.Payment.Received' } }))
  await fetch(url, initOf('POST', { body: { eventName: 'Wire.Payment.Sent' } }))

  expect(bank.pushes.map(({ registrationId }) => registrationId)).toEqual([ids[1], ids[0]])
})

it.each(['GET', 'PUT', 'DELETE'])('leaves a %s of a registered address unhandled [§6]', async (method) => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })

  expect(await isUnhandled(() => fetch(url, { method }))).toBe(true)
  expect(bank.pushes).toEqual([])
})

it.each([`${url}/more`, 'https://partner.example/', `${url}?a=1`, 'http://partner.example/hooks'])(
  'leaves a POST to %s unhandled, which is not the registered address [§6]',
  async (other) => {
    const bank = createBank()
    listening(...bankHandlers(bank))
    bank.webhooks.register({
      partnerId: bank.partner.id,
      eventName: 'Wire.Payment.Sent',
      type: 'Push',
      callbackUrl: url,
    })

    expect(await isUnhandled(() => fetch(other, initOf('POST', { body: {} })))).toBe(true)
  },
)

it.each([
  ['https://partner.example', 'https://partner.example/'],
  ['https://Partner.example:443/hooks', 'https://partner.example/hooks'],
  ['https://partner.example/hooks?key=1', 'https://partner.example/hooks?key=1'],
])('takes a POST for the callback address %s at %s [§6]', async (callbackUrl, posted) => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl })

  const response = await fetch(posted, initOf('POST', { body: {} }))

  expect(response.status).toBe(200)
  expect(bank.pushes).toMatchObject([{ callbackUrl, outcome: 'received' }])
})

it('leaves the address unhandled again when its registration is removed [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  const request = {
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    type: 'Push',
    callbackUrl: url,
  } as const
  bank.webhooks.remove(bank.webhooks.register(request).id)

  expect(await isUnhandled(() => fetch(url, initOf('POST', { body: {} })))).toBe(true)
})

it('records a push whose body is no JSON without one [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })

  const response = await fetch(url, { method: 'POST', body: 'not JSON' })

  expect(response.status).toBe(200)
  expect(bank.pushes).toMatchObject([{ outcome: 'received', notification: null }])
})

it('writes a received push into the journal, so that a replay has it too [§6]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })
  await fetch(url, initOf('POST', { body: { eventName: 'Wire.Payment.Sent' } }))

  const again = replay(bank.journal)

  expect(again.pushes).toHaveLength(1)
  expect(again.pushes).toEqual(bank.pushes)
})

it('records a push in the bank where the address is registered, and in no other [§6]', async () => {
  const one = createBank({ seed: 1 })
  const two = createBank({ seed: 2, baseUrl: 'https://api.two.test' })
  listening(...bankHandlers(one), ...bankHandlers(two))
  two.webhooks.register({ partnerId: two.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })

  await fetch(url, initOf('POST', { body: {} }))

  expect([one.pushes.length, two.pushes.length]).toEqual([0, 1])
})

it('throws a defect that a received push meets at the next call of the function API [§7]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank))
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', type: 'Push', callbackUrl: url })
  makeUnsound(bank)

  await fetch(url, initOf('POST', { body: {} }))

  expect(() => bank.masterAccount).toThrow(expect.toSatisfy(isDefectError))
})
