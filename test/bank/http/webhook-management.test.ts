/** The published calls on registrations and events. (§2.6, §4, §6) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, get, registrationRequest, send, unknownId } from '../../support/calls.ts'
import { inboundWire } from '../../support/wire.ts'

const path = '/webhooks/v1/registrations'
const register = (bank: Bank, changes = {}) =>
  bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push', ...changes })

it('lists, looks up, changes and removes registrations [§4]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const registration = register(bank)
  const own = `${path}/${registration.id}`

  const listed = await (await get(bank, token, path)).json()
  const found = await (await get(bank, token, own)).json()
  const body = { callbackUrl: 'https://partner.example/other', format: 'Extended', type: 'Poll', authUsername: 'bank' }
  const changed = await (await send(bank, 'PUT', own, { token, body })).json()
  const removed = await (await send(bank, 'DELETE', own, { token })).json()

  const { authUsername: _, ...shown } = body
  expect(listed.results).toEqual([registration])
  expect(found).toEqual(registration)
  expect(changed).toEqual({ ...registration, ...shown })
  expect(removed).toEqual(changed)
  expect((await get(bank, token, own)).status).toBe(404)
})

it('restarts and pings a registration [§6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = register(bank)

  const restarted = await (await send(bank, 'PUT', `${path}/${id}/restart`, { token })).json()
  const pinged = await send(bank, 'PUT', `${path}/${id}/ping`, { token })

  expect(restarted.status).toBe('Restarting')
  expect([pinged.status, await pinged.text(), pinged.headers.get('content-type')]).toEqual([202, '', null])
  expect(bank.requests.at(-1)).toMatchObject({ endpoint: 'pingWebhook', status: 202, answer: null })
  const notification = { eventName: 'Wire.Payment.Sent', resources: [], isPing: true }
  expect(bank.pushes).toMatchObject([{ outcome: 'captured', notification }])
  expect(bank.webhooks.get(id).status).toBe('Active')
})

it('looks an event up: Pending, then Success or Failed, with the time of its last attempt [§6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  register(bank, { eventName: 'Wire.Payment.Received' })
  bank.webhooks.connect('https://partner.example/hooks', () => new Response())
  bank.wires.simulateInbound(inboundWire(bank))
  const { id } = bank.events[0]!

  const before = await (await get(bank, token, `/webhooks/v1/events/${id}`)).json()
  await bank.settled()
  const after = await (await get(bank, token, `/webhooks/v1/events/${id}`)).json()

  expect(before).toEqual(bank.events[0])
  expect(after).toEqual({ ...before, status: 'Success', lastAttemptedAt: '2026-03-02T09:00:00.000-05:00' })
  expect((await get(bank, token, `/webhooks/v1/events/${unknownId}`)).status).toBe(404)
})
