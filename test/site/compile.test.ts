import { expect, it } from 'vitest'
import { compiled } from '../../site/playground/compile.ts'

it('runs TypeScript with imports and awaits, each line where it was written [§1]', async () => {
  const seen: unknown[] = []
  const code = [
    "import { one } from 'numbers'",
    'type Pair = { left: number; right: number }',
    'const pair: Pair = { left: one, right: await Promise.resolve(2) }',
    'see(pair)',
    "throw new Error('here')",
  ].join('\n')

  const run = compiled(code, { numbers: { one: 1 } }, { see: (value: unknown) => seen.push(value) })
  const error = await run().catch((thrown: Error) => thrown)

  expect(seen).toEqual([{ left: 1, right: 2 }])
  expect((error as Error).stack).toMatch(/story\.ts:7/)
})

it('names the modules that there are, where a story imports another [§7]', async () => {
  const run = compiled("import { readFileSync } from 'node:fs'\nreadFileSync('x')", { vostro: {}, vitest: {} }, {})

  await expect(run()).rejects.toThrow(
    'Failed to import "node:fs": the playground has no such module. It has vostro, vitest.',
  )
})
