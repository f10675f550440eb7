/** A registration that goes from Poll to Push, and back: what waits goes with it. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'

const emit = (bank: Bank, id: string) => bank.webhooks.ping(id)
const polled = (bank: Bank) => bank.webhooks.pollEvents().results.length

it('pushes what waited to be polled, in order, when its registration goes from Poll to Push [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Poll' })
  for (const _ of [1, 2]) emit(bank, id)

  bank.webhooks.update(id, { registrationType: 'Push' })
  emit(bank, id)

  expect(bank.pushes.map(({ notification, outcome }) => [notification.id, outcome])).toEqual(
    bank.events.map((event) => [event.id, 'captured']),
  )
  expect(polled(bank)).toBe(0)
})

it('hands out to a poll what waited to be pushed, when its registration goes from Push to Poll [§2.6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.outbox.hold()
  for (const _ of [1, 2]) emit(bank, id)

  bank.webhooks.update(id, { registrationType: 'Poll' })
  bank.outbox.resume()
  emit(bank, id)

  expect(bank.pushes).toEqual([])
  expect(bank.outbox.waiting).toEqual([])
  expect(polled(bank)).toBe(3)
  expect(polled(bank)).toBe(0)
})

it('pushes what waited after a failure, where the registration was restarted as a Poll one [§6]', async () => {
  const bank = createBank({ assume: { 'webhooks.retries': 0 } })
  const request = { ...registrationRequest(bank), registrationType: 'Push' as const }
  const { id } = bank.webhooks.register(request)
  let status = 500
  bank.webhooks.connect(request.callbackUrl, () => new Response(null, { status }))
  emit(bank, id)
  await bank.settled()
  bank.webhooks.update(id, { registrationType: 'Poll' })
  bank.webhooks.restart(id)
  emit(bank, id)
  status = 200

  bank.webhooks.update(id, { registrationType: 'Push' })
  await bank.settled()

  expect(bank.webhooks.get(id).status).toBe('Active')
  expect(bank.pushes.map(({ outcome }) => outcome)).toEqual(['refused', 'delivered', 'delivered'])
})

it('makes a Poll registration Active by a restart, because no push of it can succeed [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Poll' })

  expect(bank.webhooks.restart(id).status).toBe('Active')
})

it('makes a Restarting registration Active when it goes from Push to Poll [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.restart(id)

  expect(bank.webhooks.update(id, { registrationType: 'Poll' }).status).toBe('Active')
})
