import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyValues } from './any-values.ts'
import { access } from './conditions/access.ts'
import { nothing, proved } from './proof.ts'

/** How many hidden banks are calibrated. */
const BANKS = 15

it('finds what a hidden bank assumes of calls, keys and loans, and nothing that is not so [§7]', async () => {
  const proof = nothing()
  for (const values of fc.sample(anyValues, { seed: 7, numRuns: BANKS })) await proved(values, [access], proof)

  expect(proof).toEqual({ visible: proof.found, found: proof.found, wrong: [], missed: [] })
  expect(proof.found).toBeGreaterThan(BANKS * 10)
})
