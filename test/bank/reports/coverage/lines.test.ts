/** The lines that coverage gives for what was never met: each of them runs when it is pasted into a test, and meets what it promises. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { leftBehind } from '../../../../src/testing/matchers/loose-ends.ts'

const AsyncFunction = (async () => {}).constructor as new (
  ...given: string[]
) => (bank: Bank, ...given: unknown[]) => Promise<void>
const paste = (line: string, bank: Bank) => new AsyncFunction('bank', line)(bank)

const { unmet } = createBank().coverage()
it('has lines for every axis [§7]', () => {
  expect(unmet.length).toBeGreaterThan(380)
  expect(new Set(unmet.map(({ axis }) => axis)).size).toBe(9)
})

it('declares in no line what the line does not use [§7]', () => {
  const unused = unmet.filter(({ line }) =>
    [...line.matchAll(/const (?:{ (\w+) }|(\w+))/g)].some(([, inBraces, alone]) => {
      const name = inBraces ?? alone ?? ''
      return line.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1
    }),
  )

  expect(unused.map(({ name }) => name)).toEqual([])
})

it.each(unmet)(
  'meets $axis, $name, by its line alone, and leaves nothing undone [§7]',
  async ({ axis, name, line }) => {
    const bank = createBank()
    await paste(line, bank)

    expect(bank.coverage().met[axis]).toHaveProperty([name])
    expect(leftBehind(bank, { unknownRequests: true }).map(({ text }) => text)).toEqual([])
  },
)
