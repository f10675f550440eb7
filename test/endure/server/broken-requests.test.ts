/** A few of the broken requests of `npm run endure`. */
import { expect, it } from 'vitest'
import { underFire } from './in-process.ts'

it('answers broken requests to both APIs as documented, and tells nobody of the bank of another [§4][§7]', async () => {
  const { fire, tally } = await underFire()

  expect(await fire(300, 1)).toEqual([])
  expect(tally.total).toBeGreaterThan(250)
})
