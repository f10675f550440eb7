import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withTables } from './readme-tables.ts'
import { runSnippet, snippetsIn } from './run-snippet.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

it('shows the endpoints, assumptions and rejections of the source [§4]', () => {
  expect(withTables(readme), 'The tables of README.md are not those of the source. Run `npm run readme`.').toBe(readme)
})

it('begins with a test of twelve lines [§1]', () => {
  const [first = ''] = snippetsIn(readme)

  expect(first.trim().split('\n')).toHaveLength(12)
})

it.each(snippetsIn(readme).map((code, index) => [index + 1, code] as const))(
  'runs snippet %i of the README [§1]',
  async (_, code) => {
    await expect(runSnippet(code)).resolves.toBeUndefined()
  },
)
