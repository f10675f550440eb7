/** The lines of unmet rows: pasted into a test whose code does what the comment on the line says, each line meets its row. */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { looseEndsOf } from '../../support/loose-ends.ts'
import { isThorough } from '../../support/thorough.ts'
import { runWith } from './code-under-test.ts'

const { unmet } = coverageOf(createBank())

it('has lines for every axis [§7]', () => {
  expect(unmet.length).toBeGreaterThan(380)
  expect(new Set(unmet.map(({ axis }) => axis)).size).toBe(9)
})

it.each(['calls', 'steps', 'events'])('has a line of its own for each row of the axis %s [§7]', (axis) => {
  const lines = unmet.filter((row) => row.axis === axis).map(({ line }) => line)

  expect(lines.filter((line, index) => lines.indexOf(line) < index)).toEqual([])
})

// On the sources every fifth of them, so that `npm test` is quick.
const some = unmet.filter((_, index) => isThorough || index % 5 === 0)

it.each(some)(
  'meets $axis, $name, with its line and the code of which its comment speaks, and leaves no loose ends [§7]',
  async (row) => {
    const bank = await runWith(row, row.line)

    expect(coverageOf(bank).met[row.axis]).toHaveProperty([row.name])
    expect(looseEndsOf(bank, { unknownRequests: true })).toEqual([])
  },
)

it.each(some)('does not meet $axis, $name, without its line [§7]', async (row) => {
  const bank = await runWith(row, '')

  expect(coverageOf(bank).met[row.axis]).not.toHaveProperty([row.name])
})
