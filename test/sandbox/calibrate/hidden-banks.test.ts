import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { thoroughly } from '../../support/thorough.ts'
import { anyValues } from './any-values.ts'
import { nothing, proved } from './proof.ts'

/** How many hidden banks are calibrated: `npm run check:sandbox` takes two hundred, and prints what came of them. */
const BANKS = Number(process.env['CALIBRATE_BANKS'] ?? thoroughly(3, 1))
const SEED = Number(process.env['CALIBRATE_SEED'] ?? 18)
/** Of one bank at least so much is seen. */
const FEW = 16

it('finds again whatever can be seen of a bank that nobody knows, and tells nothing wrong [§7]', async () => {
  const proof = nothing()
  for (const values of fc.sample(anyValues, { numRuns: BANKS, seed: SEED })) await proved(values, proof)

  if (process.env['CALIBRATE_BANKS']) {
    const { visible, found, wrong } = proof
    process.stdout.write(`${BANKS} banks: ${visible} values could be seen, ${found} found, ${wrong.length} wrong\n`)
  }
  expect(proof).toEqual({ visible: proof.found, found: proof.found, wrong: [], missed: [] })
  expect(proof.found).toBeGreaterThan(BANKS * FEW)
}, 3_600_000)
