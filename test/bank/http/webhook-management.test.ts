/** The published calls on registrations and events. (§2.6, §4, §6) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankingToken, get, messagesOf, post, registrationRequest, send, unknownId } from '../../support/calls.ts'
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

it('changes the kind by the registrationType of a PUT, and keeps it and the format where they are null [§2.6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const { id } = register(bank, { format: 'Extended' })
  const put = async (body: object) => (await send(bank, 'PUT', `${path}/${id}`, { token, body })).json()

  const changed = await put({ registrationType: 'Poll' })
  const kept = await put({ registrationType: null, type: null, format: null })

  expect(changed).toMatchObject({ type: 'Poll', format: 'Extended' })
  expect(kept).toEqual(changed)
})

it.each(['POST', 'PUT'])('answers 400 to a %s with a blank in its callbackUrl, and says so [§2.6]', async (method) => {
  const bank = createBank()
  const token = bankingToken(bank)
  const own = method === 'PUT' ? `${path}/${register(bank).id}` : path
  const body = {
    ...(method === 'POST' ? registrationRequest(bank) : {}),
    callbackUrl: 'https://partner.example/hooks ',
  }

  const response = await send(bank, method, own, { token, body })

  expect(response.status).toBe(400)
  expect(await messagesOf(response)).toEqual([expect.stringContaining('callbackUrl must have no blank in it')])
})

it('registers a Push where the request names no registrationType [§2.6]', async () => {
  const bank = createBank()
  const { registrationType: _, ...request } = registrationRequest(bank)

  const response = await post(bank, bankingToken(bank), path, request)

  expect([response.status, (await response.json()).type]).toEqual([200, 'Push'])
})

it('narrows the list by partnerId, eventName and callbackUrl [§2.6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const sent = register(bank)
  const received = register(bank, { eventName: 'Wire.Payment.Received', callbackUrl: 'https://other.example/' })
  const list = async (query: Record<string, string>) =>
    (await (await get(bank, token, `${path}?${new URLSearchParams(query)}`)).json()).results

  expect(await list({ partnerId: bank.partner.id })).toEqual([sent, received])
  expect(await list({ partnerId: unknownId })).toEqual([])
  expect(await list({ eventName: 'Wire.Payment.Sent' })).toEqual([sent])
  expect(await list({ callbackUrl: 'https://other.example/', pageSize: '1' })).toEqual([received])
  expect((await get(bank, token, `${path}?partnerId=me`)).status).toBe(400)
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

it('registers over HTTP with a format, Basic credentials and Poll [§2.6]', async () => {
  const bank = createBank()
  const token = bankingToken(bank)
  const body = {
    ...registrationRequest(bank),
    registrationType: 'Poll',
    format: 'Extended',
    authUsername: 'u',
    authPassword: 'p',
  }

  const response = await post(bank, token, path, body)

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ type: 'Poll', format: 'Extended', status: 'Active' })
})
