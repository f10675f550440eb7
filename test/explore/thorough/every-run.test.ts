import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'
import { type Bugs, createPartner } from '../partner.ts'

/** Two invoices are paid, and the books say so. */
const payTwo = (bugs: Bugs) => async (scene: Scene) => {
  const partner = createPartner(scene, bugs)
  await partner.listen('Wire.Payment.Sent')
  await partner.pay(10_000)
  await partner.pay(20_000)
  await scene.bank.clock.advanceAsync({ hours: 2 })
}

it('finds nothing in a correct partner, in every run [§6]', async () => {
  const { complete, failures, runs, text } = await explore(payTwo({}), { depth: 1 })

  expect(failures.map(({ run, error }) => `${run} ${error.message}`)).toEqual([])
  expect(complete).toBe(true)
  expect(runs).toBeGreaterThan(50)
  expect(text).toMatch(
    /^(\d+) of \1 runs, complete\n {2}\d+ single changes\n {2}not tried: payments that come in .*\(assume: 'each'\); pairs of changes \(depth: 2\)\n {2}time was not judged: .*\n0 failures$/,
  )
})
