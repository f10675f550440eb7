import { expect, it } from 'vitest'
import { survive } from './killed/survive.ts'

it('has every acknowledged operation and never half of one, at whatever moment its process is killed [§3]', async () => {
  const { kills, acknowledged } = await survive(15, 20_260_302)

  expect(kills).toBe(15)
  expect(acknowledged).toBeGreaterThan(100)
})
