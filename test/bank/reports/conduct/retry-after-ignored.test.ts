/** The rule that a client waits for as long as Retry-After says. (§8) */
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
      fact: 'The call listWires was refused with Retry-After: 1, and came again 2 times before these seconds had passed.',
      advice: 'Wait for as many seconds as Retry-After says, and then ask again.',
      requests: bank.requests.slice(3).map(({ id }) => id),
    },
  ])
})

it('finds nothing if the client waits, or makes another call [§8]', async () => {
  const bank = createBank({ assume: { 'limits.requestsPerSecond': 1 } })
  const client = clientOf(bank)

  await client.get(PAYMENTS)
  await client.get(PAYMENTS)
  await client.get(`${PAYMENTS}?pageNumber=2`)
  bank.clock.advance({ seconds: 1 })
  await client.get(PAYMENTS)

  expect(found(bank)).toEqual([])
})

it('respects the Retry-After of an injected fault [§8]', async () => {
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

it('finds nothing if the early call succeeds, as its client may wait by another clock [§8]', async () => {
  const bank = createBank()
  const client = clientOf(bank)
  bank.faults.inject('status', { status: 429, retryAfter: 30, endpoint: 'listWires', uses: 1 })

  for (let call = 0; call < 2; call++) await client.get(PAYMENTS)

  expect(found(bank)).toEqual([])
})
