/** The lines of unmet rows: each line runs when it is pasted into a test, and meets its row. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { looseEndsOf } from '../../support/loose-ends.ts'
import { isThorough } from '../../support/thorough.ts'

const AsyncFunction = (async () => {}).constructor as new (
  ...given: string[]
) => (bank: Bank, ...given: unknown[]) => Promise<void>
const paste = (line: string, bank: Bank) => new AsyncFunction('bank', line)(bank)

const { unmet } = coverageOf(createBank())
it('has lines for every axis [§7]', () => {
  expect(unmet.length).toBeGreaterThan(380)
  expect(new Set(unmet.map(({ axis }) => axis)).size).toBe(9)
})

it('has no line with an unused variable [§7]', () => {
  const unused = unmet.filter(({ line }) =>
    [...line.matchAll(/const (?:{ (\w+) }|(\w+))/g)].some(([, inBraces, alone]) => {
      const name = inBraces ?? alone ?? ''
      return line.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1
    }),
  )

  expect(unused.map(({ name }) => name)).toEqual([])
})

// On the sources every fifth of them, so that `npm test` is quick.
it.each(unmet.filter((_, index) => isThorough || index % 5 === 0))(
  'meets $axis, $name, with its line alone, and leaves no loose ends [§7]',
  async ({ axis, name, line }) => {
    const bank = createBank()
    await paste(line, bank)

    expect(coverageOf(bank).met[axis]).toHaveProperty([name])
    expect(looseEndsOf(bank, { unknownRequests: true })).toEqual([])
  },
)
