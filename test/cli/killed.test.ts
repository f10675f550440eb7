import { expect, it } from 'vitest'
import { thoroughly } from '../support/thorough.ts'
import { survive } from './killed/survive.ts'
import { surviveServing } from './killed/survive-serving.ts'

it('has every acknowledged operation and never half of one, at whatever moment its process is killed [§3]', async () => {
  const times = thoroughly(15, 4)

  const { kills, acknowledged } = await survive(times, 20_260_302)

  expect(kills).toBe(times)
  expect(acknowledged).toBeGreaterThan(5 * times)
})

it('has every wire and every minute that a server acknowledged, in each of its banks, when it is killed while clients pay [§3]', async () => {
  const times = thoroughly(15, 4)

  const { kills, acknowledged } = await surviveServing(times, 20_260_302)

  expect(kills).toBe(times)
  expect(acknowledged).toBeGreaterThan(2 * times)
})
