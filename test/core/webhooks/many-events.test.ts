/** More events than a call has room for arguments: what goes over them goes one by one. (§6) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { registrationRequest } from '../../support/calls.ts'
import { sealed } from '../../support/sealed.ts'

it('hands out the first of two hundred thousand events that wait to be polled [§6]', () => {
  const bank = createBank()
  const { id } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Poll' })
  bank.webhooks.ping(id)
  const json = JSON.parse(JSON.stringify(bank.snapshot()))
  const [registration] = json.world.webhooks.registrations
  registration.queue = Array.from({ length: 200_000 }, () => registration.queue[0])
  bank.restore(sealed(json))

  const { results, hasNextPage } = bank.webhooks.poll({ pageSize: 2 })

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
