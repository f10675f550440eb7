/** A long path costs no more for each of its characters than a short one, whatever it is compared with. (§4) */
import { afterAll, expect, it } from 'vitest'
import { createBank } from 'vostro'
import { startCounting } from '../../endure/steps.ts'

const { stepsOf, stop } = startCounting()
afterAll(stop)

/** A request and its comparison with the table took 60 to 400 steps for each character when whole segments were compared. */
const MOST = 40

it.each([
  ['one word', '/', 'a'],
  ['segments', '', '/a'],
  ['segments of a call', '', '/wires/v1/payments'],
  ['capitals', '/', 'WIRES/V1/'],
  ['braces', '/', '{id}/'],
  ['encoded signs', '/wires/v1/', '%41'],
])('compares a path of %s with the table in a few steps for each character [§4]', async (_, before, piece) => {
  const bank = createBank({ assume: { 'limits.pathLength': 1_048_576 } })
  const stepsFor = async (length: number) => {
    const url = bank.urls.baseUrl + before + piece.repeat(length / piece.length)
    const { count } = await stepsOf(() => bank.fetch(url))
    return count
  }
  await stepsFor(1_000)

  const [short, long] = [await stepsFor(2_000), await stepsFor(6_000)]

  expect((long - short) / 4_000).toBeLessThan(MOST)
})
