/** Of a client that is told when to ask again: it waits so long. (§8) */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { clientOf } from './partner.ts'

const PAYMENTS = '/wires/v1/payments'
const found = (bank: Bank) => bank.conduct().filter(({ rule }) => rule === 'retry_after_ignored')

it('finds a client that asks again at once, and is refused again [§8]', async () => {
  const bank = createBank({ assume: { 'limits.requestsPerSecond': 1 } })
  const client = clientOf(bank)

  for (let call = 0; call < 4; call++) await client.get(PAYMENTS)

  expect(found(bank)).toMatchObject([
    {
      section: '§8',
      fact: 'The call listWires was refused with Retry-After: 1, and came again 2 times before that had passed.',
      advice: 'Wait for as many seconds as Retry-After says, and then ask again.',
      requests: bank.requests.slice(3).map(({ id }) => id),
    },
  ])
})

it('finds nothing where the client waits, or has other things to ask [§8]', async () => {
  const bank = createBank({ assume: { 'limits.requestsPerSecond': 1 } })
  const client = clientOf(bank)

  await client.get(PAYMENTS)
  await client.get(PAYMENTS)
  await client.get(`${PAYMENTS}?pageNumber=2`)
  bank.clock.advance({ seconds: 1 })
  await client.get(PAYMENTS)

  expect(found(bank)).toEqual([])
})

it('judges by the seconds that a fault names, too [§8]', async () => {
  const bank = createBank()
  const client = clientOf(bank)
  bank.faults.inject('status', { status: 429, retryAfter: 30, endpoint: 'listWires', for: { minutes: 5 } })

  await client.get(PAYMENTS)
  bank.clock.advance({ seconds: 29 })
  await client.get(PAYMENTS)
  bank.clock.advance({ seconds: 30 })
  await client.get(PAYMENTS)

  expect(found(bank)).toMatchObject([{ requests: [bank.requests.at(-2)?.id] }])
})

it('leaves alone whoever was taken in the end, as its clock may be another one [§8]', async () => {
  const bank = createBank()
  const client = clientOf(bank)
  bank.faults.inject('status', { status: 429, retryAfter: 30, endpoint: 'listWires', uses: 1 })

  for (let call = 0; call < 2; call++) await client.get(PAYMENTS)

  expect(found(bank)).toEqual([])
})
