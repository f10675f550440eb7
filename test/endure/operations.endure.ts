/** A million operations on banks of every kind, each held against a bookkeeper who knows nothing of the source. (§2.8, §2.9, §3) */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compare } from '../properties/model/side-by-side.ts'
import { bankOptions, story } from '../properties/model/steps.ts'
import { chunks, say, sized } from './progress.ts'

it('does with money what a plain bookkeeper says of it, a million times [§2.8][§2.9][§3]', async () => {
  const wanted = sized(1_000_000)
  let operations = 0

  const done = await chunks(
    'A story',
    () => operations >= wanted,
    (seed) =>
      fc.assert(
        fc.property(bankOptions, story, (options, moves) => {
          operations += moves.length
          compare(options, moves)
        }),
        { seed, numRuns: 50 },
      ),
  )

  say(`${operations} operations in ${done} chunks of 50 stories, no difference to the model`)
  expect(operations).toBeGreaterThanOrEqual(wanted)
})
