/** The short form of the hostile requests; the long one sends some hundred times as many. (§7) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { run } from './hostile-requests.ts'

it('answers hostile requests to every call as documented, and changes nothing where it refuses them [§7]', async () => {
  const { requests, accepted, failures } = await run(1_500, 1, createBank)

  expect(failures).toEqual([])
  expect(requests).toBe(1_500)
  // Not all of them fail at the door.
  expect(accepted).toBeGreaterThan(150)
})

it('sends the same requests for the same seed, and others for another [§7]', async () => {
  const [first, again, other] = [
    await run(200, 1, createBank),
    await run(200, 1, createBank),
    await run(200, 2, createBank),
  ]

  expect(again).toEqual(first)
  expect(other.last).not.toBe(first.last)
})
