/** More events than a call has room for arguments: what goes over them goes one by one. (§6) */
import { afterAll, expect, it } from 'vitest'
import { createBank } from 'vostro'
import { startCounting } from '../../endure/steps.ts'
import { registrationRequest } from '../../support/calls.ts'
import { sealed } from '../../support/sealed.ts'

const { stepsOf, stop } = startCounting()
afterAll(stop)

it('hands out the first of two hundred thousand events that wait to be polled [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Poll' })
  bank.webhooks.ping(id)
  const json = JSON.parse(JSON.stringify(bank.snapshot()))
  const [registration] = json.world.webhooks.registrations
  registration.queue = Array.from({ length: 200_000 }, () => registration.queue[0])
  bank.restore(sealed(json))

  const { results, hasNextPage } = bank.webhooks.pollEvents({ pageSize: 2 })

  expect([results.length, hasNextPage]).toEqual([2, true])
})

it('tells the timeline of an advance in which two hundred thousand things happened [§3]', () => {
  const bank = createBank()
  bank.clock.advance({ minutes: 1 })
  const json = JSON.parse(JSON.stringify(bank.snapshot()))
  const [entry] = json.journal
  for (let number = 1; number <= 200_000; number++)
    entry.push(['batch.released', 'batchId', 'wires', 'amount'], 'none', 1, 1)
  bank.restore(sealed(json))

  expect(bank.timeline().match(/batch/g)).toHaveLength(200_000)
  expect(bank.timeline({ last: 1 })).toContain('batch')
})

it('emits an event at one cost, however many registrations were removed [§2.6]', async () => {
  const readsFor = async (removed: number) => {
    const bank = createBank()
    for (let number = 0; number < removed; number++) {
      bank.webhooks.remove(bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' }).id)
    }
    const request = { masterAccountNumber: bank.masterAccount.accountNumber, title: 'Customer 17' }
    return (await stepsOf(() => void bank.subledgers.create(request))).count
  }

  const [few, many] = [await readsFor(20), await readsFor(800)]

  expect(many).toBeLessThan(1.5 * few)
})

it('hands out every event once, oldest first, across pages and registrations [§6]', () => {
  const bank = createBank()
  const names = ['Wire.Payment.Sent', 'Core.SubAccount.Opened'] as const
  const ids = names.map(
    (eventName) =>
      bank.webhooks.register({ ...registrationRequest(bank), eventName, registrationType: 'Poll' as const }).id,
  )
  for (let number = 0; number < 7; number++) bank.webhooks.ping(ids[number % 2] as string)
  const inOrder = bank.events.map(({ id }) => id)

  const pages = [1, 2, 3].map(() => bank.webhooks.pollEvents({ pageSize: 3 }))
  const again = createBank()
  again.restore(JSON.parse(JSON.stringify(bank.snapshot())))

  expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(inOrder)
  expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false])
  expect(again.webhooks.pollEvents().results).toEqual([])
})

it('goes on where it stopped after a snapshot in between [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Poll' })
  for (let number = 0; number < 5; number++) bank.webhooks.ping(id)
  bank.webhooks.pollEvents({ pageSize: 2 })
  const other = createBank()

  other.restore(JSON.parse(JSON.stringify(bank.snapshot())))

  expect(other.webhooks.pollEvents()).toEqual(bank.webhooks.pollEvents())
})
