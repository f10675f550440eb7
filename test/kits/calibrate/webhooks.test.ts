import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyValues } from './any-values.ts'
import { webhooks } from './conditions/webhooks.ts'
import { nothing, proved } from './proof.ts'

/** So many banks; two hundred of them take some minutes. */
const BANKS = 5

it('finds again what a bank that nobody knows does with registrations, pushes, events and accounts [§7]', async () => {
  const proof = nothing()

  await fc.assert(
    fc.asyncProperty(anyValues, async (values) => {
      await proved(values, [webhooks], proof)
    }),
    { numRuns: BANKS, seed: 18 },
  )

  expect(proof.wrong).toEqual([])
  expect(proof.missed).toEqual([])
}, 120_000)
