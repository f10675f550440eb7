import { expect, it } from 'vitest'
import { createBank, isDefectError, replay } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { initOf } from '../../support/calls.ts'
import { pushOf } from '../../support/requests.ts'
import { makeUnsound } from '../../support/unsound.ts'
import { inboundWire } from '../../support/wire.ts'
import { isUnhandled, listening } from './listening.ts'

const url = 'https://partner.example/hooks'

/** A bank whose handlers listen, and whose partner registered this address for each of the events. */
function registeredBank(eventNames: readonly string[], callbackUrl = url) {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  listening(...bankHandlers(bank))
  const registrations = eventNames.map((eventName) =>
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, type: 'Push', callbackUrl }),
  )
  return { bank, ids: registrations.map(({ id }) => id) }
}

const isLeft = (to: string, method = 'POST') => isUnhandled(() => fetch(to, { method }))

it('leaves a callback address unhandled before it is registered, and after its registration is removed [§6]', async () => {
  const { bank } = registeredBank([])

  const before = await isLeft(url)
  const { id } = bank.webhooks.register(pushOf('Wire.Payment.Sent', bank.partner.id))
  const answer = await fetch(url, initOf('POST', { body: {} }))
  bank.webhooks.remove(id)

  expect([before, answer.status, await isLeft(url)]).toEqual([true, 200, true])
})

it('records a push that comes to a registered address as received [§6]', async () => {
  const eventName = 'Wire.Payment.Received'
  const { bank, ids } = registeredBank([eventName])
  bank.wires.simulateInbound(inboundWire(bank))
  const [notification] = bank.events

  await fetch(url, initOf('POST', { body: notification }))

  const at = '2026-03-02T09:00:00.000-05:00'
  expect(bank.pushes).toMatchObject([
    { outcome: 'captured', notification },
    { at, registrationId: ids[0], eventName, callbackUrl: url, outcome: 'received', notification },
  ])
  expect(replay(bank.journal).pushes).toEqual(bank.pushes)
})

it('finds the registration of a received push by its event name [§6]', async () => {
  const { bank, ids } = registeredBank(['Wire.Payment.Sent', 'Wire.Payment.Received'])

  await fetch(url, initOf('POST', { body: { eventName: 'Wire.Payment.Received' } }))
  await fetch(url, initOf('POST', { body: { eventName: 'Wire.Payment.Sent' } }))

  expect(bank.pushes.map(({ registrationId }) => registrationId)).toEqual([ids[1], ids[0]])
})

it.each([
  ['GET', url],
  ['PUT', url],
  ['DELETE', url],
  ['POST', `${url}/more`],
  ['POST', 'https://partner.example/'],
  ['POST', `${url}?a=1`],
  ['POST', 'http://partner.example/hooks'],
])('leaves a %s to %s unhandled: only a POST to the registered address is a push [§6]', async (method, to) => {
  const { bank } = registeredBank(['Wire.Payment.Sent'])

  expect(await isLeft(to, method)).toBe(true)
  expect(bank.pushes).toEqual([])
})

it.each([
  ['https://partner.example', 'https://partner.example/'],
  ['https://Partner.example:443/hooks', 'https://partner.example/hooks'],
  ['https://partner.example/hooks?key=1', 'https://partner.example/hooks?key=1'],
])('accepts a POST for the callback address %s at %s, with any body [§6]', async (callbackUrl, posted) => {
  const { bank } = registeredBank(['Wire.Payment.Sent'], callbackUrl)

  const response = await fetch(posted, { method: 'POST', body: 'not JSON' })

  expect(response.status).toBe(200)
  expect(bank.pushes).toMatchObject([{ callbackUrl, outcome: 'received', notification: null }])
})

it('records a push in the bank where the address is registered, and in no other [§6]', async () => {
  const one = createBank({ seed: 1 })
  const two = createBank({ seed: 2, baseUrl: 'https://api.two.test' })
  listening(...bankHandlers(one), ...bankHandlers(two))
  two.webhooks.register(pushOf('Wire.Payment.Sent', two.partner.id))

  await fetch(url, initOf('POST', { body: {} }))

  expect([one.pushes.length, two.pushes.length]).toEqual([0, 1])
})

it('throws a defect that a received push causes at the next call of the function API [§7]', async () => {
  const { bank } = registeredBank(['Wire.Payment.Sent'])
  makeUnsound(bank)

  await fetch(url, initOf('POST', { body: {} }))

  expect(() => bank.masterAccount).toThrow(expect.toSatisfy(isDefectError))
})
