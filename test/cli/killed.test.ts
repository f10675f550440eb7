import { expect, it } from 'vitest'
import { thoroughly } from '../support/thorough.ts'
import { survive } from './killed/survive.ts'

it('has every acknowledged operation and never half of one, at whatever moment its process is killed [§3]', async () => {
  const times = thoroughly(15, 4)

  const { kills, acknowledged } = await survive(times, 20_260_302)

  expect(kills).toBe(times)
  expect(acknowledged).toBeGreaterThan(5 * times)
})
