/** What is over is asked no more: faults that were cleared, used up, met, or have run out. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken } from '../../support/calls.ts'

it('asks only the faults that can strike still [§7]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bankingToken(bank)}` }
  const list = () => bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
  const cleared = bank.faults.inject('status', { status: 503 })
  bank.faults.clear(cleared.id)
  bank.faults.inject('status', { status: 500, uses: 1 })
  const statuses = [(await list()).status, (await list()).status]
  bank.faults.inject('status', { status: 500, for: { minutes: 1 } })
  bank.clock.advance({ minutes: 1 })
  bank.faults.inject('status', { status: 429, nth: 2 })
  statuses.push((await list()).status, (await list()).status, (await list()).status)

  expect(statuses).toEqual([500, 200, 200, 429, 200])
  expect(bank.world.faults.injected.size).toBe(4)
  expect(bank.world.faults.open).toEqual([])
})

it('leaves nothing to be asked of two thousand faults that were cleared one by one [§7]', () => {
  const bank = createBank()

  for (let number = 0; number < 2_000; number++) bank.faults.clear(bank.faults.inject('drop').id)

  expect(bank.world.faults.open).toEqual([])
  expect(bank.faults.list()).toEqual([])
})
